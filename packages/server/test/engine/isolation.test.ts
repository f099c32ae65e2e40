import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture, tableCatalog } from './engine-fixture.ts';

/**
 * The pool verifies after every task (`verify`) and ends a worker that has something left:
 * `restarts` would rise.
 */
describe('two queries in one worker', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  it('share no catalog, table or seed', async () => {
    const path = await engine.object(
      't.parquet',
      `SELECT range AS id, 'a' AS name FROM range(5)`,
      ', field_ids {id: 1, name: 2}',
    );
    const request = {
      catalogs: [tableCatalog([{ path, rowCount: 5 }])],
      defaultCatalog: 'default',
      defaultSchema: 'main',
    };
    const pids = engine.pool.workerPids();
    expect(await engine.rows('SELECT count(*), 7 // 2 FROM t', request)).toEqual([[5, 3]]);
    await expect(engine.query('SELECT nothing / 2 FROM t', request)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(engine.query('SELECT * FROM t')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(engine.query('SELECT * FROM "default".main.t')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(engine.query('SELECT * FROM result')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(engine.query('SELECT * FROM "quern-worker".main.result')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const seeded = await engine.rows('SELECT setseed(0.5), random()');
    const random = await Promise.all([
      engine.rows('SELECT random()'),
      engine.rows('SELECT random()'),
    ]);
    expect(random[0]).not.toEqual(random[1]);
    expect(random.flat(2)).not.toContain(seeded[0]?.[1]);
    expect(engine.pool.workerPids()).toEqual(pids);
  });

  it('with the same names see each their own', async () => {
    for (const count of [3, 4]) {
      const path = await engine.object(
        `t${count}.parquet`,
        `SELECT range AS id, 'a' AS name FROM range(${count})`,
        ', field_ids {id: 1, name: 2}',
      );
      const catalogs = [tableCatalog([{ path, rowCount: count }])];
      expect(await engine.rows('SELECT max(id + 0) FROM "default".main.t', { catalogs })).toEqual([
        [count - 1],
      ]);
    }
  });

  it('a worker whose task leaves a catalog behind does not serve again', async () => {
    const broken = new EngineFixture({
      workerFile: new URL('./untidy-worker.js', import.meta.url).pathname,
    });
    try {
      await broken.pool.ready();
      const pids = broken.pool.workerPids();
      expect(await broken.query('SELECT 1')).toBe('left a catalog');
      expect(await broken.query('SELECT 1')).toBe('left a catalog');
      expect(broken.pool.workerPids()).not.toEqual(pids);
      expect(broken.pool.stats().deaths).toBeGreaterThanOrEqual(1);
    } finally {
      await broken.close();
    }
  });
});
