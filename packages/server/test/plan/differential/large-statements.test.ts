import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesSql } from './corpus.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { judge } from './verdict.ts';

/** `count` pieces of a statement, with something between them. */
const pieces = (count: number, piece: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => piece(index)).join(between);

/** What a corpus of single lines is too short for: statements of a size that PostgreSQL takes as it takes any other. */
const statements: readonly (readonly [what: string, sql: string])[] = [
  [
    '100 joins over one key',
    `WITH v(n, x) AS (VALUES (1, 10), (2, 20)) SELECT count(*), sum(t99.x) FROM v t0
     ${pieces(99, (index) => `JOIN v t${index + 1} ON t${index + 1}.n = t0.n`, ' ')}`,
  ],
];

describe('large statements, against PostgreSQL 18', () => {
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([PostgresOracle.start(tablesSql), HotsqlEngine.start(tablesSql)]);
  });

  afterAll(async () => {
    hotsql?.stop();
    await postgres?.stop();
  });

  it.each(statements)('answers %s as PostgreSQL does', async (_what, sql) => {
    const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
    expect(judge(sql, expected, actual)).toEqual({ kind: 'same' });
  });
});
