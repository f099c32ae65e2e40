import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../shared-service.ts';
import { canRunPython, installPython, installTimeoutMs } from './python-environment.ts';

const run = promisify(execFile);

/**
 * Packages that speak to the service by themselves, pinned, in an environment each, because they
 * need three different releases of the official client.
 */
const environments = {
  // Ibis imports `packaging` without depending on it.
  ibis: ['hotdata-ibis==0.7.0', 'ibis-framework==12.0.0', 'packaging==26.4'],
  langchain: ['hotdata-langchain==0.17.0', 'langchain-core==1.8.3'],
  // PyPI has newer parsers only in part: they download the rest from elsewhere.
  dbt: ['dbt-hotdata==0.2.2', 'dbt-core==1.12.0', 'dbt-core-experimental-parser==2.0.0a4'],
} as const;

describe.skipIf(!canRunPython(11))('packages over the official client (need python3.11)', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-python-tools-'));
    for (const packages of Object.values(environments)) await installPython(packages);
  }, 2 * installTimeoutMs);
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** View of a script in its own workspace. */
  const seenBy = async (name: string, packages: readonly string[]): Promise<unknown> => {
    const { origin, token, workspaceId } = await sharedService();
    const script = fileURLToPath(new URL(`./${name}.py`, import.meta.url));
    const python = join(await installPython(packages), 'python');
    const args = [script, origin, token, workspaceId, folder];
    const { stdout } = await run(python, args, { timeout: 170_000, maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  };

  test('hotdata-ibis loads a frame, asks by expressions, and gets Arrow at once', async () => {
    expect(await seenBy('ibis_backend', environments.ibis)).toEqual({
      columns: {
        id: 'int64',
        carrier: 'string',
        price: 'decimal(4, 2)',
        at: 'timestamp(6)',
        near: 'array<float32>',
      },
      types: {
        zoned: "timestamp('UTC', 6)",
        time: 'time',
        day: 'date',
        small: 'int8',
        bytes: 'binary',
        list: 'array<array<int64>>',
        moments: 'array<timestamp(6)>',
        prices: 'array<decimal(5, 1)>',
        struct: 'struct<x y: array<timestamp(6)>, n: decimal(5, 1), d: date>',
        structs: 'array<struct<a: int32>>',
        maps: 'struct<m: map<string, struct<b: boolean>>>',
        fixed: 'array<float32>',
      },
      as_told: true,
      tables: ['flights'],
      grouped: [
        ['AA', 2, '10.50'],
        ['UA', 1, '7.25'],
        [null, 1, '1.00'],
      ],
      frame: [3, 4],
      moments: [['2024-01', 1]],
      window: [2, 3, 4],
      joined: 5,
      struct: [{ a: 1 }],
      near: [
        [1, 0],
        [3, 0.4],
      ],
      squared: [
        [2, 0],
        [3, 0.4],
      ],
      many: 300_000,
      indexes: [['near_hnsw', 'vector', 'ready']],
      left: [],
      again: 'IbisInputError',
      wrong: ['IbisError', expect.stringContaining("column 'nothing' does not exist")],
      replaced: [{ id: 7, name: 'seven' }],
      gone: 'TableNotFound',
      dropped: 'IbisError',
    });
  }, 180_000);

  test('hotdata-langchain keeps a vector store, with an index and without, and serves an agent', async () => {
    const near = [
      ['b', 0.051317],
      ['e', 0.683772],
      ['o', 1],
    ];
    expect(await seenBy('vector_store', environments.langchain)).toEqual({
      near,
      relevance: [['o', 1]],
      filtered: [
        ['e', 'beetle', 2],
        ['o', 'cocoon', 3],
      ],
      varied: ['b', 'e'],
      got: [['o', 'cocoon', 3]],
      indexed: near,
      l2: [
        ['b', 1],
        ['e', 13],
      ],
      dot: [
        ['b', -9],
        ['e', -3],
      ],
      again: [
        ['b', 'bee', 4],
        ['e', 'beetle', 2],
        ['o', 'cocoon', 3],
      ],
      left: ['b', 'o'],
      tools: [
        'hotdata_create_managed_database',
        'hotdata_describe_tables',
        'hotdata_execute_sql',
        'hotdata_list_managed_databases',
        'hotdata_load_managed_table',
        'hotdata_search_semantic',
      ],
      sql: [
        { id: 'b', page: 4 },
        { id: 'o', page: 3 },
      ],
      wrong: "column 'nothing' does not exist (line 1, column 8)",
      described: expect.stringContaining('vectors'),
      search: 'o',
      databases: [true, ['made', 'notes']],
    });
  }, 180_000);

  test('dbt-hotdata builds a project, tests it, adds to it and documents it', async () => {
    expect(await seenBy('dbt_project', environments.dbt)).toEqual({
      debug: true,
      build: {
        orders: ['success', 'LOAD SEED 3'],
        appended: ['success', 'LOAD REPLACE 3'],
        by_customer: ['success', 'LOAD REPLACE 2'],
        merged: ['success', 'LOAD REPLACE 3'],
        moments: ['success', 'LOAD REPLACE 3'],
        not_null_by_customer_customer: ['pass', null],
        unique_by_customer_customer: ['pass', null],
        accepted_values_merged_customer__ann: ['fail', expect.stringContaining('Got 1 result')],
      },
      customers: [
        ['ann', 2, 11.5],
        ['bob', 1, 7.25],
      ],
      moments: [
        [1, 68, 1655, '2024-03-14T23:30:00', '2024-03-09T18:30:00'],
        // The clocks of New York went forward in between.
        [2, 69, 1668, '2024-03-15T12:00:00', '2024-03-10T08:00:00'],
        [3, 91, 2184, '2024-04-06T00:00:00', '2024-03-31T20:00:00'],
      ],
      build_again: {
        orders: ['success', 'LOAD SEED 2'],
        appended: ['success', 'LOAD APPEND 4'],
        merged: ['success', 'LOAD UPSERT 4'],
      },
      appended: [
        [1, 'ann'],
        [2, 'bob'],
        [3, 'ann'],
        [4, 'ann'],
      ],
      merged: [
        [1, 'ann', 10.5],
        [2, 'bob', 7.25],
        [3, 'cid', 2],
        [4, 'ann', 5],
      ],
      documented: true,
      catalog: {
        'model.shop.appended': 2,
        'model.shop.by_customer': 3,
        'model.shop.merged': 3,
        'model.shop.moments': 5,
        'seed.shop.orders': 4,
      },
    });
  }, 180_000);
});
