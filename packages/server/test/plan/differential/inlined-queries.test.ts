import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correlatedTables } from './correlated-statements.ts';
import { HotsqlEngine } from './hotsql-engine.ts';

describe('a WITH query', () => {
  let hotsql: HotsqlEngine;
  beforeAll(async () => {
    hotsql = await HotsqlEngine.start(correlatedTables);
  });
  afterAll(() => hotsql?.stop());

  /** Number of reads of `one` in the printed statement; the WITH query reads `one` once. */
  const readings = async (sql: string) => (await hotsql.plan(sql)).split('FROM "one"').length - 1;

  it('is written out where a subquery that reads outer columns reads it in FROM', async () => {
    const semiJoin = `WITH c AS (SELECT id, m FROM one) SELECT count(*) FROM c a
      WHERE EXISTS (SELECT 1 FROM (SELECT id FROM c LIMIT 3) s WHERE s.id = a.m)`;
    expect(await readings(semiJoin)).toBe(2);
  });

  it('is scanned where such a subquery reads it by itself, or none is around', async () => {
    expect(
      await readings(
        'WITH c AS (SELECT id, m FROM one) SELECT a.id FROM c a WHERE a.m > (SELECT avg(b.m) FROM c b WHERE b.id = a.id)',
      ),
    ).toBe(1);
    expect(
      await readings(
        'WITH c AS (SELECT id, m FROM one) SELECT 1 FROM c a, (SELECT id FROM c LIMIT 3) s WHERE a.id IN (SELECT id FROM c)',
      ),
    ).toBe(1);
  });

  it('that gives other rows each time is computed once, or refused where it reads outer columns', async () => {
    expect(
      await readings(
        'WITH c AS (SELECT id, random() AS x FROM one) SELECT 1 FROM c a WHERE EXISTS (SELECT 1 FROM (SELECT x FROM c LIMIT 3) s WHERE s.x = a.x)',
      ),
    ).toBe(1);
    const correlated =
      'SELECT (WITH c AS (SELECT t.m + random() AS x FROM one) SELECT count(*) FROM c a, c b WHERE a.x = b.x) FROM two t';
    await expect(hotsql.plan(correlated)).rejects.toThrow(
      /the WITH query 'c', which reads outer columns and gives other rows each time, read more than once/,
    );
  });

  it('that others read twice, level after level, is refused rather than written out', async () => {
    const steps = Array.from(
      { length: 24 },
      (_, index) => `c${index + 1} AS (SELECT a.m FROM c${index} a, c${index} b)`,
    );
    const sql = `SELECT (WITH c0 AS (SELECT t.m FROM one), ${steps.join(', ')} SELECT count(*) FROM c24) FROM two t`;
    await expect(hotsql.plan(sql)).rejects.toThrow(/WITH queries read so often/);
  });
});
