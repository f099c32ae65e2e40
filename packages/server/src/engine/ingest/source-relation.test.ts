import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CsvSource } from './file-source.ts';
import { sourceRelation } from './source-relation.ts';

const rowCount = 300_000;
let folder: string;
let source: CsvSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
  const path = join(folder, 'rows.csv');
  const row = 'a text of some forty letters and more';
  await writeFile(path, `a,b\n${`${row},1\n`.repeat(rowCount)}`);
  const read = { names: ['a', 'b'], rowCount, longestRowBytes: row.length + 2, hasQuotes: false };
  source = { format: 'csv', path, delimiter: ',', ...read };
});
afterAll(() => rm(folder, { recursive: true }));

describe('the relation of a large CSV file', () => {
  it.each([1, 2_097_153, 3_000_001])(
    'is read by several threads where a row may have %i bytes',
    async (longestRowBytes) => {
      const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
      const connection = await instance.connect();
      try {
        const relation = sourceRelation({ ...source, longestRowBytes });
        const read = await connection.runAndReadAll(`SELECT count(*)::INT FROM ${relation}`);
        expect(read.getRows()).toEqual([[rowCount]]);
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
  );

  it('has small buffers for several threads, and without quotes alone', () => {
    expect(sourceRelation(source)).toContain('buffer_size=4194308');
    expect(sourceRelation(source, { parallelCsv: false })).not.toContain('buffer_size');
    expect(sourceRelation({ ...source, hasQuotes: true })).not.toContain('buffer_size');
  });
});
