import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BytePipe } from '../../src/engine/byte-pipe.ts';
import { jsonDepthFunctions } from '../../src/engine/functions/json-depth-functions.ts';
import type { SortKey } from '../../src/engine/ingest/sort-terms.ts';
import { evolve, type LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import { connectOwn, connectSandbox, openSandbox } from '../../src/engine/sandbox.ts';
import type { TaskContext } from '../../src/engine/task.ts';
import { inspectFile } from '../../src/engine/tasks/ingest-inspect-file.ts';
import { loadSmallFile } from '../../src/engine/tasks/ingest-load-small-file.ts';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { fileChecksum } from '../../src/kernel/checksum.ts';
import { longTexts } from './foreign-parquet-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
let instance: DuckDBInstance;
let context: TaskContext;
let made: DuckDBConnection;

beforeAll(async () => {
  fixture = await IngestFixture.open();
  const tempDir = join(fixture.spoolDir, 'temp');
  mkdirSync(tempDir);
  const limits = { tempDir, maxTempBytes: 1e9, memoryBytes: 1e9, threads: 2 };
  const allowedDirectories = [fixture.directory, fixture.spoolDir];
  const fixtures = { catalogs: [], functions: jsonDepthFunctions, statements: [] };
  instance = await openSandbox({ ...limits, allowedDirectories }, fixtures);
  made = await connectSandbox(instance);
  const own = {
    reader: await connectOwn(instance),
    writer: await connectOwn(instance),
    pipe: BytePipe.open(join(tempDir, 'pipe')),
  };
  context = { connection: made, spoolDir: fixture.spoolDir, emit: () => undefined, own };
});

afterAll(() => {
  context.own?.pipe?.close();
  made.closeSync();
  instance.closeSync();
  fixture.close();
});

async function parquet(sql: string): Promise<string> {
  const path = fixture.file('');
  await fixture.connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  return path;
}

interface Table {
  readonly columns: readonly LakeColumn[];
  readonly mode: 'replace' | 'append';
  readonly sortedBy: readonly SortKey[];
}
const noTable: Table = { columns: [], mode: 'replace', sortedBy: [] };

function loadSmall(path: string, table: Partial<Table> = {}, nextColumnId: number | null = 7) {
  const request = { file: { path }, sizeBytes: 4000, ...noTable, ...table, nextColumnId };
  // Sent between processes, so plain values only.
  return loadSmallFile(context, structuredClone(request)).then((loaded) => structuredClone(loaded));
}

/** Loads like a file above the small size. */
async function loadInSteps(path: string, table: Partial<Table> = {}) {
  const { columns: current, mode, sortedBy } = { ...noTable, ...table };
  const { source, columns } = await inspectFile(context, { path });
  const evolved = evolve(current, columns, mode, 7);
  if (evolved.kind === 'conflict') throw new Error('it conflicts with nothing');
  const request = { source, columns, target: evolved.sources, sortedBy };
  return { columns: evolved.columns, ...(await writeTableFiles(context, request)) };
}

const column = (id: number, name: string, type: string): LakeColumn => ({
  id,
  name,
  type,
  nullable: true,
});
const lines = Array.from({ length: 300 }, (_unused, index) => index);
const usual = `id,at,price,note\n${lines
  .map((i) => `${i},2024-01-${String((i % 28) + 1).padStart(2, '0')},${i / 7},"a ""note"", ${i}"\n`)
  .join('')}`;

const loads: readonly (readonly [string, () => Promise<string>, Partial<Table>])[] = [
  ['CSV of several types', async () => fixture.file(usual), {}],
  [
    'CSV with digits that a double loses',
    async () => fixture.file('n\n1.1\n0.12345678901234567890\n'),
    {},
  ],
  [
    'CSV with a quoted line feed and no last one',
    async () => fixture.file('a,b\n1,"x\ny"\n2,z'),
    {},
  ],
  [
    'CSV in the order of the table',
    async () => fixture.file(usual),
    { sortedBy: [{ column: 'price', direction: 'desc' }] },
  ],
  [
    'CSV appended to other columns',
    async () => fixture.file('note,id\nhere,1\n,2\n'),
    { mode: 'append', columns: [column(1, 'id', 'DOUBLE'), column(3, 'gone', 'VARCHAR')] },
  ],
  ['JSON', async () => fixture.file('{"i":1,"s":{"a":[1,2]}}\n{"i":2,"t":"2024-01-01"}\n'), {}],
  [
    'Parquet',
    () => parquet("SELECT i, i / 3 AS d, 'text ' || i AS s, [i] AS l FROM range(500) t(i)"),
    {},
  ],
];

describe('a small file', () => {
  it.each(loads)('of %s is loaded in one task as in two', async (_what, make, table) => {
    const path = await make();
    const small = await loadSmall(path, table);
    const expected = await loadInSteps(path, table);
    expect(small?.columns).toEqual(expected.columns);
    expect(small?.newColumns).toBe(expected.columns.filter(({ id }) => id >= 7).length);
    const [file] = expected.files;
    if (!small?.file || !file) throw new Error('both have a file');
    const { bytes, checksum, sizeBytes, ...described } = small.file;
    const { path: _path, checksum: _checksum, sizeBytes: _size, ...inSteps } = file;
    expect(described).toEqual({ ...inSteps, footerBytes: expect.any(Number) });
    const written = fixture.file(bytes);
    expect(sizeBytes).toBe(bytes.length);
    expect(checksum).toBe(await fileChecksum(written));
    const rows = await fixture.read([{ ...file, path: written }], small.columns);
    expect(rows).toEqual(await fixture.read(expected.files, expected.columns));
    expect(rows.length).toBe(expected.rowCount);
  });

  it('without rows has no file', async () => {
    const loaded = await loadSmall(fixture.file('a,b\n'));
    expect(loaded).toMatchObject({ newColumns: 2, file: null });
  });

  it('that cannot be a table is refused with its line', async () => {
    await expect(loadSmall(fixture.file('a,b\n1,2\n1,2,3\n'))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('ine 3'),
    });
  });

  it.each([
    [
      'conflicts with its table',
      async () => fixture.file('a\nx\n'),
      { mode: 'append', columns: [column(1, 'a', 'BIGINT')] },
      7,
    ],
    [
      'has a column for which there is no id',
      async () => fixture.file('b\n1\n'),
      { columns: [column(1, 'a', 'BIGINT')] },
      null,
    ],
    [
      'lacks a column that the table is sorted by',
      async () => fixture.file('b\n1\n'),
      { sortedBy: [{ column: 'a' }] },
      7,
    ],
    ['has very many rows', () => parquet('SELECT 1 AS one FROM range(30000)'), {}, 7],
  ] as const)('is left to the usual way where it %s', async (_what, make, table, nextId) => {
    expect(await loadSmall(await make(), table, nextId)).toBeNull();
  });

  it('is left to the usual way by a task without a pipe', async () => {
    const path = fixture.file('a\n1\n');
    const request = { file: { path }, sizeBytes: 4, ...noTable, nextColumnId: 1 };
    expect(await loadSmallFile(fixture.context, request)).toBeNull();
  });
});

it('tells the worker that a file took memory which only its end gives back', async () => {
  let isWorn = false;
  const wearOut = () => {
    isWorn = true;
  };
  const file = { path: fixture.file(longTexts) };
  const request = { file, sizeBytes: longTexts.length, ...noTable, nextColumnId: 7 };
  expect(await loadSmallFile({ ...context, wearOut }, request)).toBeNull();
  expect(isWorn).toBe(true);
});
