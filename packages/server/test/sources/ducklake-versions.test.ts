/**
 * Lakes of both versions of the specification. DuckDB 1.5 wrote `later` (1.0); as 1.1 has it, it is
 * written here by the specification, since the extension of DuckDB 2.0 is in no package.
 */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadeLake, moveLake, unpackLake } from './ducklake-fixture.ts';
import { SourceFixture } from './source-fixture.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-ducklake-')));
const fixture = new SourceFixture('ducklake', {
  rules: {
    allow: [{ kind: 'folder', path: folder }],
    deny: [],
    loopbackOpen: true,
    own: [],
    ownPaths: [],
  },
});
let lakes = 0;
let lake: MadeLake;
beforeEach(() => {
  lakes += 1;
  lake = unpackLake('later', join(folder, `lake-${lakes}`));
  moveLake(lake);
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const config = () => fixture.config({ catalog_url: `sqlite:${lake.catalog}` });
const read = (table: string) => fixture.read(config(), { schema: 'main', table });
const inCatalog = (sql: string) => {
  const database = new Database(lake.catalog);
  database.exec(sql);
  database.close();
};
const sorted = (rows: readonly (readonly (string | null)[])[]) =>
  rows.map((row) => JSON.stringify(row)).sort();

async function readsAsTheExtension(): Promise<void> {
  for (const [name, { columns, rows }] of Object.entries(lake.expected)) {
    const found = await read(name.replace('main.', ''));
    expect([name, found.summary.columns.map((column) => column.name)]).toEqual([name, columns]);
    expect([name, sorted(found.rows)]).toEqual([name, sorted(rows)]);
  }
}

/** The file of deletion vectors of the lake that is read. */
function vectorFile(): string {
  const at = join(lake.dataPath, 'main/vectors');
  const names = readdirSync(at).filter((name) => name.endsWith('.puffin'));
  const database = new Database(lake.catalog);
  const now = database
    .prepare<[], string>('SELECT path FROM ducklake_delete_file WHERE end_snapshot IS NULL')
    .pluck()
    .get();
  database.close();
  const found = names.find((name) => name === now);
  if (found === undefined) throw new Error('there are no deletion vectors');
  return join(at, found);
}

/** A Puffin file of blobs, each with its snapshot. */
function puffin(blobs: readonly (readonly [Buffer, number | null])[], flags = 0): Buffer {
  let offset = 4;
  const told = blobs.map(([blob, snapshot]) => {
    const place = { type: 'deletion-vector-v1', fields: [], offset, length: blob.length };
    offset += blob.length;
    return {
      ...place,
      properties: snapshot === null ? {} : { 'ducklake-snapshot-id': `${snapshot}` },
    };
  });
  const text = Buffer.from(JSON.stringify({ blobs: told }));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(text.length, 0);
  tail.writeUInt32LE(flags, 4);
  const magic = Buffer.from('PFA1');
  return Buffer.concat([magic, ...blobs.map(([blob]) => blob), magic, text, tail, magic]);
}

/** Only position 1. */
const one = Buffer.from(
  '00000022d1d339640100000000000000000000003a3000000100000000000000100000000100eebd85f4',
  'hex',
);

function replaceVector(content: Buffer): void {
  const path = vectorFile();
  writeFileSync(path, content);
  inCatalog(
    `UPDATE ducklake_delete_file SET file_size_bytes = ${content.length} WHERE path LIKE '%puffin'`,
  );
}

/** Changes of a migration to 1.1. */
function migrate(): void {
  const database = new Database(lake.catalog);
  const tables = database
    .prepare<[], string>('SELECT table_name FROM ducklake_inlined_data_tables')
    .pluck()
    .all();
  database.close();
  expect(tables.length).toBeGreaterThan(2);
  for (const table of tables)
    for (const column of ['row_id', 'begin_snapshot', 'end_snapshot'])
      inCatalog(`ALTER TABLE ${table} RENAME COLUMN ${column} TO _ducklake_internal_${column}`);
  inCatalog(`ALTER TABLE ducklake_data_file ADD COLUMN row_group_count BIGINT;
    ALTER TABLE ducklake_delete_file ADD COLUMN row_group_count BIGINT;
    ALTER TABLE ducklake_schema ADD COLUMN parent_schema_id BIGINT;
    UPDATE ducklake_metadata SET value = '1.1' WHERE key = 'version'`);
}

describe('of version 1.0', () => {
  test('rows that were inlined long after their table was made, and deletion vectors, are read', async () => {
    await readsAsTheExtension();
  });

  test('a lake that has lost its versions of columns is read by the rows themselves', async () => {
    inCatalog('DELETE FROM ducklake_schema_versions');
    await readsAsTheExtension();
  });

  test('views are listed, with why they are not read', async () => {
    const found = await fixture.discover(config());
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['old', 'table'],
      ['other', 'table'],
      ['seen', 'view'],
      ['vectors', 'table'],
    ]);
    expect(found[2]).toMatchObject({
      columns: [],
      isUndescribed: true,
      comment: expect.stringMatching(/^a view of the DuckLake, .*CREATE TABLE \.\.\. AS/),
    });
    expect(await fixture.discover(config(), { schema: 'main', table: 'seen' })).toHaveLength(1);
    expect(await fixture.discover(config(), { schema: 'main', table: 'old' })).toHaveLength(1);
  });

  test('a lake of views alone lists them', async () => {
    inCatalog('UPDATE ducklake_table SET end_snapshot = begin_snapshot');
    expect((await fixture.discover(config())).map(({ name }) => name)).toEqual(['seen']);
  });
});

describe('of version 1.1', () => {
  test('the inlined rows under other names of their own columns are read', async () => {
    migrate();
    await readsAsTheExtension();
  });

  test('vectors of several snapshots in one file hold up to that of the lake', async () => {
    migrate();
    const own = readFileSync(vectorFile());
    replaceVector(
      puffin([
        [one, 1],
        [own, 2],
      ]),
    );
    const both = await read('vectors');
    expect(both.summary.rows).toBe(986);
    replaceVector(
      puffin([
        [one, 1_000_000],
        [own, 2],
      ]),
    );
    expect((await read('vectors')).summary.rows).toBe(987);
    replaceVector(puffin([[own, null]]));
    await readsAsTheExtension();
  });

  test.each([
    ['no end', (own: Buffer) => puffin([[own, 2]]).subarray(0, -3)],
    ['a compressed footer', (own: Buffer) => puffin([[own, 2]], 1)],
    [
      'a blob beyond its end',
      (own: Buffer) => {
        const whole = puffin([[own, 2]]);
        return Buffer.from(
          whole.toString('latin1').replace('"offset":4,', '"offset":9,'),
          'latin1',
        );
      },
    ],
    [
      'one vector under two names',
      (own: Buffer) => {
        const whole = puffin([
          [own, 1],
          [own, 2],
        ]);
        const second = `"offset":${4 + own.length},`;
        const first = '"offset":4,'.padEnd(second.length);
        return Buffer.from(whole.toString('latin1').replace(second, first), 'latin1');
      },
    ],
    [
      'more positions than rows',
      (own: Buffer) => puffin(Array.from({ length: 100 }, () => [own, 2] as const)),
    ],
    ['another vector than it says', (own: Buffer) => Buffer.concat([own, own])],
    ['nothing', () => Buffer.alloc(0)],
  ])('a file of vectors with %s is damaged, and none of its rows is read', async (_what, make) => {
    const own = readFileSync(vectorFile());
    replaceVector(make(own));
    await expect(read('vectors')).rejects.toMatchObject({
      class: 'source_failed',
      message: expect.stringMatching(/deleted rows of the DuckLake is damaged|is not the one/),
    });
  });

  test('another version is said by its name', async () => {
    inCatalog("UPDATE ducklake_metadata SET value = '1.2' WHERE key = 'version'");
    await expect(fixture.check(config())).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringMatching(/is of version '1\.2', and this service reads 1\.0 and 1\.1;/),
    });
  });
});
