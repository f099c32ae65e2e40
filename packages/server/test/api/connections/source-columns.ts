import { expect } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { sharedService } from '../../shared-service.ts';
import { attachSource } from '../attach-source.ts';

/** The statement with the table's local name in place of `t`. */
export const ofTable = (sql: string, table: string) =>
  sql.replace(/\b(FROM|JOIN) t\b/g, `$1 ${table}`);

/**
 * Values in comparable form: numbers without zeros at the end, because a column of DECIMALs has one
 * scale.
 */
export const plainRows = (rows: readonly Json[][]): Json[][] => rows.map((row) => row.map(plain));

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d+\.\d+$/.test(text)) return text;
  return text.replace(/\.?0+$/, '');
}

/** Tables of a source, for the same statements here and at the source. */
export class SourceColumns {
  readonly #api: Api;
  readonly #connection: string;
  readonly #database: string;
  readonly #schema: string;

  private constructor(api: Api, connection: string, database: string, schema: string) {
    this.#api = api;
    this.#connection = connection;
    this.#database = database;
    this.#schema = schema;
  }

  /** Default: the shared service. */
  static async attach(
    type: string,
    config: Json,
    schema: string,
    other?: Api,
  ): Promise<SourceColumns> {
    const api = other ?? (await sharedService()).api();
    const { connection, database } = await attachSource(api, type, config);
    return new SourceColumns(api, connection, database, schema);
  }

  async rows(sql: string, table: string): Promise<Json[][]> {
    const { status, body } = await this.#ask(sql, table);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return plainRows(body.rows);
  }

  /** Refusal of the statement. */
  async refusal(sql: string, table: string): Promise<string> {
    const { status, body } = await this.#ask(sql, table);
    expect([status, body.rows]).toEqual([400, undefined]);
    return body.error.message;
  }

  #ask(sql: string, table: string) {
    return this.#api.query(this.#database, ofTable(sql, `src.${this.#schema}.${table}`));
  }

  /** The next query is the first on the table. */
  async purge(table: string): Promise<void> {
    const path = `/v1/connections/${this.#connection}/tables/${this.#schema}/${table}/cache`;
    expect((await this.#api.delete(path)).status).toBe(204);
  }

  async readLive(table: string): Promise<void> {
    const set = await this.#api.request('PUT', `${this.#path(table)}/refresh`, { mode: 'live' });
    expect([set.status, set.body.error]).toEqual([200, undefined]);
  }

  #path(table: string): string {
    return `/v1/connections/${this.#connection}/tables/${this.#schema}/${table}`;
  }
}
