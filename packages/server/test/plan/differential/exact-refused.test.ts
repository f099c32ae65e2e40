import { afterAll, beforeAll, expect, it } from 'vitest';
import { tablesSql } from './corpus.ts';
import { HotsqlEngine } from './hotsql-engine.ts';

let hotsql: HotsqlEngine;
beforeAll(async () => {
  hotsql = await HotsqlEngine.start(tablesSql);
});
afterAll(() => hotsql?.stop());

it('compares numerics that no one DECIMAL has room for also where exact ones are refused', async () => {
  const isMore = `(SELECT sum(n) * 1000000000000000 FROM extremes WHERE id = 2) > (SELECT sum(n) * 1.0000000000000001 FROM numbers)`;
  const sums = `(SELECT i, sum(n) * 1.5 AS s FROM numbers WHERE i > 2 GROUP BY i) q`;
  // Refusals of exact numbers: a frame by distance.
  const counts = `count(*) OVER (ORDER BY s RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)`;
  const answer = await hotsql.ask(`SELECT i, ${counts} FROM ${sums} WHERE ${isMore} ORDER BY 1`);
  expect(answer).toMatchObject({
    rows: [
      ['3', '1'],
      ['7', '1'],
    ],
  });
});
