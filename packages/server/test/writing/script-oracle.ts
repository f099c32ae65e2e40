import pg from 'pg';
import { createPostgresDatabase } from '../postgres.ts';

/**
 * Outcome of a statement: its rows, the number of written rows, or PostgreSQL's code of the error.
 */
export interface ScriptAnswer {
  readonly rows: readonly (readonly unknown[])[] | null;
  readonly count: number | null;
  readonly sqlstate: string | null;
  /** For people who read a failure. */
  readonly message: string;
}

/** A PostgreSQL 18 that scripts may write to. */
export class ScriptOracle {
  readonly #client: pg.Client;
  readonly #drop: () => Promise<void>;

  private constructor(client: pg.Client, drop: () => Promise<void>) {
    this.#client = client;
    this.#drop = drop;
  }

  static async start(): Promise<ScriptOracle> {
    const database = await createPostgresDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      "set timezone to 'UTC'; set statement_timeout to '20s'; create schema main; set search_path to main",
    );
    return new ScriptOracle(client, async () => {
      await client.end();
      await database.drop();
    });
  }

  /** A schema without tables, as a new database has. */
  async clear(): Promise<void> {
    await this.#client.query(
      'drop schema if exists main, other cascade; create schema main; set search_path to main',
    );
  }

  async ask(sql: string): Promise<ScriptAnswer> {
    try {
      const given = await this.#client.query({
        text: sql,
        rowMode: 'array',
        types: { getTypeParser: (oid: number) => (text: string) => readValue(oid, text) },
      });
      const results = Array.isArray(given) ? (given as pg.QueryArrayResult[]) : [given];
      const last =
        results.filter(({ command }) => !/^(?:BEGIN|COMMIT|ROLLBACK)$/.test(command)).at(-1) ??
        results[0];
      const hasRows = (last?.fields.length ?? 0) > 0;
      return {
        rows: hasRows ? (last?.rows ?? []) : null,
        count: last?.rowCount ?? null,
        sqlstate: null,
        message: '',
      };
    } catch (thrown) {
      if (!(thrown instanceof pg.DatabaseError)) throw thrown;
      await this.#client.query('rollback').catch(() => {});
      return { rows: null, count: null, sqlstate: thrown.code ?? '', message: thrown.message };
    }
  }

  stop(): Promise<void> {
    return this.#drop();
  }
}

const numbers: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** A value as the answer of the service has it in JSON. */
function readValue(oid: number, text: string): unknown {
  if (numbers.has(oid)) return Number(text);
  if (oid === 16) return text === 't';
  if (oid === 1114) return text.replace(' ', 'T');
  if (oid === 1184) return text.replace(' ', 'T').replace(/\+00$/, 'Z');
  if (oid === 17) return text.replace(/^\\x/, '');
  return text;
}
