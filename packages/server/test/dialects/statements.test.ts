import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';
import { type ExpectedStatement, readStatements } from './read-statements.ts';

const near = (name: string) => new URL(name, import.meta.url);

/**
 * Statements of a dialect with their rows, through the service: planner, allow-lists, worker and
 * encoding.
 */
describe('statements of a dialect', () => {
  let service: SharedService;
  let api: Api;
  let databaseId: string;

  beforeAll(async () => {
    service = await sharedService();
    api = service.api();
    databaseId = (await api.createDatabase()).id;
    for (const table of ['people', 'orders', 'docs']) {
      await api.loadCsv(databaseId, table, readFileSync(near(`${table}.csv`), 'utf8'));
    }
  });

  async function differences(
    dialect: string,
    statements: readonly ExpectedStatement[],
  ): Promise<string[]> {
    const found: string[] = [];
    const waiting = [...statements];
    const client = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { status, body } = await api.query(databaseId, next.sql, { dialect });
        const difference = await compare(next, status, body);
        if (difference !== undefined) found.push(`${next.place}: ${next.sql}\n  ${difference}`);
      }
    };
    await Promise.all([client(), client(), client()]);
    return found;
  }

  async function compare(
    expected: ExpectedStatement,
    status: number,
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape.
    body: any,
  ): Promise<string | undefined> {
    const answer = JSON.stringify(status === 200 ? body.rows : body);
    if (expected.refusal !== undefined) {
      const isRefused = status === 400 && body.error?.message.includes(expected.refusal);
      return isRefused
        ? undefined
        : `expected a refusal with '${expected.refusal}', got ${status} ${answer}`;
    }
    const wanted = JSON.stringify(expected.rows ?? expected.columns);
    const got = expected.rows === undefined ? JSON.stringify(body.columns) : answer;
    return status === 200 && got === wanted
      ? undefined
      : `expected ${wanted}, got ${status} ${got}`;
  }

  test.each([
    ['snowflake', 'snowflake.txt', 300],
    ['snowflake', 'snowflake-refused.txt', 100],
    ['duckdb', 'duckdb.txt', 200],
  ])(
    '%s: %s',
    async (dialect, file, least) => {
      const statements = readStatements(near(file));
      expect(statements.length).toBeGreaterThanOrEqual(least);
      expect(await differences(dialect, statements)).toEqual([]);
    },
    240_000,
  );
});
