import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { makeFixtures } from '../../src/engine/sandbox.ts';
import { hotsqlFixtures } from '../../src/engine/worker/hotsql-fixtures.ts';
import { quoteLiteral } from '../../src/kernel/quoting.ts';
import { createPostgresDatabase } from '../postgres.ts';

/** An expression in PostgreSQL's words and in those of the worker; both give text. */
export interface Twin {
  readonly postgres: string;
  readonly worker: string;
}

export interface FunctionOracle {
  /** The twins whose values, or classes and words of errors, differ. */
  differences(twins: readonly Twin[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function openFunctionOracle(): Promise<FunctionOracle> {
  const database = await createPostgresDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const oracle = `${name}_utf8`;
  await admin.query(
    `create database ${oracle} template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`,
  );
  const url = new URL(database.url);
  url.pathname = oracle;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("set timezone to 'UTC'");
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await makeFixtures(connection, hotsqlFixtures);
  return {
    async differences(twins) {
      const differing: string[] = [];
      for (const { postgres, worker } of twins) {
        const [expected, actual] = await Promise.all([
          askPostgres(client, postgres),
          askWorker(connection, worker),
        ]);
        if (expected !== actual)
          differing.push(`${postgres}\n  PostgreSQL ${expected}\n  worker     ${actual}`);
      }
      return differing;
    },
    async close() {
      await client.end();
      await admin.query(`drop database ${oracle} with (force)`);
      await admin.end();
      await database.drop();
    },
  };
}

async function askPostgres(client: pg.Client, expression: string): Promise<string> {
  try {
    const { rows } = await client.query({
      text: `SELECT to_jsonb((${expression}))::text`,
      rowMode: 'array',
    });
    const value = rows[0]?.[0] ?? null;
    return value === null ? 'null' : JSON.stringify(JSON.parse(value));
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `[${code}] ${message}`;
  }
}

async function askWorker(connection: DuckDBConnection, expression: string): Promise<string> {
  try {
    return JSON.stringify(
      (await connection.runAndReadAll(`SELECT ${expression}`)).getRowsJson()[0]?.[0] ?? null,
    );
  } catch (error) {
    return (error as Error).message.replace(/^[A-Za-z ]+ Error: /, '');
  }
}

/** The same numbers for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.number() * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Up to `most` of the items, side by side. */
  joined(items: readonly string[], most: number): string {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(items)).join('');
  }
}

export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : quoteLiteral(value);
