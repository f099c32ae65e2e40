import pg from 'pg';
import { createPostgresDatabase } from '../../postgres.ts';
import type { Answer } from './answer.ts';

/** HotSQL's locale is the built-in one: texts are compared by bytes and case follows Unicode. */
const locale = "encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'";

/** A PostgreSQL 18 with tables, which tells the meaning of a statement. */
export class PostgresOracle {
  readonly #client: pg.Client;
  readonly #typeNames: ReadonlyMap<number, string>;
  readonly #drop: () => Promise<void>;

  private constructor(
    client: pg.Client,
    typeNames: ReadonlyMap<number, string>,
    drop: () => Promise<void>,
  ) {
    this.#client = client;
    this.#typeNames = typeNames;
    this.#drop = drop;
  }

  static async start(tablesSql: string): Promise<PostgresOracle> {
    const database = await createPostgresDatabase();
    const url = new URL(database.url);
    const name = `${url.pathname.slice(1)}_oracle`;
    const admin = await connect(database.url);
    await admin.query(`create database ${name} template template0 ${locale}`);
    url.pathname = name;
    const client = await connect(url.href);
    await client.query(tablesSql);
    await client.query(
      "set timezone to 'UTC'; set default_transaction_read_only to on; set statement_timeout to '20s'",
    );
    const types = await client.query<{ oid: number; typname: string }>(
      `select oid::int4, case when typtype = 'c' then 'record' when typelem in (select oid from pg_type where typtype = 'c') then '_record' else typname end as typname from pg_type`,
    );
    return new PostgresOracle(
      client,
      new Map(types.rows.map((row) => [row.oid, row.typname])),
      async () => {
        await client.end();
        await admin.query(`drop database ${name} with (force)`);
        await admin.end();
        await database.drop();
      },
    );
  }

  async ask(sql: string): Promise<Answer> {
    try {
      const result = await this.#client.query<(string | null)[]>({
        text: sql,
        rowMode: 'array',
        types: { getTypeParser: () => (text: string) => text },
      });
      const types = result.fields.map(
        ({ dataTypeID }) => this.#typeNames.get(dataTypeID) ?? `oid ${dataTypeID}`,
      );
      return { names: result.fields.map(({ name }) => name), types, rows: result.rows };
    } catch (thrown) {
      if (!(thrown instanceof pg.DatabaseError)) throw thrown;
      return { message: thrown.message, sqlstate: thrown.code };
    }
  }

  stop(): Promise<void> {
    return this.#drop();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
