import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Bare DuckDB in this process, with default settings: the reference of the measurements. */
export class BareDuckdb {
  readonly connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  static async open(): Promise<BareDuckdb> {
    const instance = await DuckDBInstance.create(':memory:');
    return new BareDuckdb(await instance.connect());
  }

  async run(sql: string): Promise<void> {
    await this.connection.run(sql);
  }

  async rows(sql: string): Promise<unknown[]> {
    return (await this.connection.runAndReadAll(sql)).getRowsJson();
  }
}
