import { expect } from 'vitest';
import type { Api, Json } from '../../service.ts';

/** Asks a database; returns the answer of status 200. */
export const askerOf =
  (api: Api, database: string) =>
  async (sql: string): Promise<Json> => {
    const { status, body } = await api.query(database, sql);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body;
  };

/**
 * Description of `src`. Table `events` has more rows than the 1000 of a live read, with labels
 * after 'l'. View `slow` takes longer than five seconds.
 */
export async function expectLiveLimits(api: Api, database: string, schema: string): Promise<void> {
  const many = await api.query(
    database,
    `SELECT count(*) FROM src.${schema}.events WHERE label > 'l'`,
  );
  expect([many.status, many.body.error.message]).toEqual([
    400,
    expect.stringMatching(`'src.${schema}.events' is read live, and more than 1000 of its rows`),
  ]);
  const slow = await api.query(database, `SELECT a, b FROM src.${schema}.slow`);
  expect([slow.status, slow.body.error.message]).toEqual([
    502,
    expect.stringMatching(/took longer than 5 s/),
  ]);
}
