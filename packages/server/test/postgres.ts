import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface PostgresDatabase {
  /** `postgres://user:password@127.0.0.1:port/name`, a superuser. */
  readonly url: string;
  /** Removes the database, with remaining sessions. */
  drop(): Promise<void>;
}

export interface PostgresDatabaseOptions {
  /** An ICU locale (`en-US`) for the order of text; the default is the order of bytes (C). */
  readonly icuLocale?: string;
  /** A database of the same server to copy, order included, without sessions. */
  readonly copyOf?: string;
}

/** An empty database on the PostgreSQL 18 of the test run. */
export async function createPostgresDatabase(
  options: PostgresDatabaseOptions = {},
): Promise<PostgresDatabase> {
  const serverUrl = await askForServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const { icuLocale, copyOf } = options;
  const order = icuLocale === undefined ? '' : ` locale_provider icu icu_locale '${icuLocale}'`;
  const from =
    copyOf === undefined ? `template0 encoding 'UTF8'${order}` : new URL(copyOf).pathname.slice(1);
  await runOnServer(serverUrl, `create database ${name} template ${from}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The same as the configuration of a connection of type `postgres`. */
export function connectionConfigOf(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  return { host: hostname, port: Number(port), user: username, password, database };
}

async function askForServer(): Promise<string> {
  const response = await fetch(inject('postgresStarter'));
  const text = await response.text();
  if (!response.ok) throw new Error(`PostgreSQL for the tests did not start: ${text}`);
  return text;
}

/** One statement, or several between semicolons, on a new connection. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
