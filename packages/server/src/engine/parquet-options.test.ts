import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { quoteLiteral } from '../kernel/quoting.ts';
import { parquetOptions } from './parquet-options.ts';

it('writes each of ten thousand texts of a result once, whatever number of rows has them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const path = quoteLiteral(join(folder, 'result.parquet'));
    const texts = `SELECT repeat(md5((hash(i) % 10000)::VARCHAR), 4) AS t FROM range(120000) r(i)`;
    await connection.run(`COPY (${texts}) TO ${path} ${parquetOptions('result')}`);
    const reader = await connection.runAndReadAll(
      `SELECT CAST(sum(total_uncompressed_size) AS DOUBLE), CAST(count(dictionary_page_offset) AS INTEGER), CAST(count(*) AS INTEGER) FROM parquet_metadata(${path})`,
    );
    const [bytes, dictionaries, chunks] = reader.getRows()[0] ?? [];
    expect(dictionaries).toBe(chunks);
    // The texts are 1.28 MB; all rows of the texts are 15 MB.
    expect(bytes).toBeLessThan(3_000_000);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
});
