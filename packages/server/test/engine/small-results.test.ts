import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture, inDuckdb } from './engine-fixture.ts';

describe('the file of a result', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  it('comes with the reply where it is small, and is nowhere else; a larger one is at its path', async () => {
    const [resultPath, copy] = [engine.resultPath(), engine.resultPath()];
    const small = await engine.query(`SELECT i, 'v' || i AS v FROM range(2000) t(i)`, {
      resultPath,
      inlineBytes: 32_768,
    });
    expect(small.parquet?.length).toBe(small.sizeBytes);
    expect(crc32(small.parquet ?? '')).toBe(small.checksum);
    expect(existsSync(resultPath)).toBe(false);
    writeFileSync(copy, small.parquet ?? '');
    expect(await inDuckdb(`SELECT count(*), max(v) FROM '${copy}'`)).toEqual([['2000', 'v999']]);
    for (const sql of [
      'SELECT md5(i::VARCHAR) AS v FROM range(2000) t(i)',
      'SELECT hash(i) AS v FROM range(9000) t(i)',
    ]) {
      const larger = await engine.query(sql, { resultPath, inlineBytes: 32_768 });
      expect(larger.parquet).toBeNull();
      expect(statSync(resultPath).size).toBe(larger.sizeBytes);
      expect(crc32(readFileSync(resultPath))).toBe(larger.checksum);
      expect(larger.sizeBytes).toBeGreaterThan(32_768);
      expect(await inDuckdb(`SELECT count(DISTINCT v) FROM '${resultPath}'`)).toEqual([
        [String(larger.rowCount)],
      ]);
      rmSync(resultPath);
    }
    // Many rows, all in the preview: the result is small only once written.
    const narrow = await engine.query('SELECT 1 AS one FROM range(9000)', {
      resultPath,
      inlineBytes: 32_768,
    });
    expect(narrow).toMatchObject({ rowCount: 9000, preview: { truncated: false } });
    expect(narrow.parquet?.length).toBe(narrow.sizeBytes);
    expect(existsSync(resultPath)).toBe(false);
  });

  it('of few but wide rows is whole', async () => {
    const resultPath = engine.resultPath();
    const sql = `SELECT string_agg(md5((i * 1000 + j)::VARCHAR), '') AS wide FROM range(50) a(i), range(4000) b(j) GROUP BY i`;
    const reply = await engine.query(sql, { resultPath, inlineBytes: 32_768 });
    expect(reply.parquet).toBeNull();
    expect(reply.sizeBytes).toBe(statSync(resultPath).size);
    expect(reply.sizeBytes).toBeGreaterThan(2 ** 20);
    expect(crc32(readFileSync(resultPath))).toBe(reply.checksum);
    expect(
      await inDuckdb(`SELECT count(*), min(length(wide)), max(length(wide)) FROM '${resultPath}'`),
    ).toEqual([['50', '128000', '128000']]);
  });
});
