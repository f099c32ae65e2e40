import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareTable } from '../../src/lake/declarations.ts';
import { expireSnapshots } from '../../src/lake/expire-snapshots.ts';
import { type LakeFile, noLayout, type TableLayout } from '../../src/lake/model.ts';
import { collectGarbage } from '../../src/maintenance/collect-garbage.ts';
import { collectOrphans } from '../../src/maintenance/collect-objects.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import { measureStorage } from '../../src/operations/usage/measure-storage.ts';
import { dayMs, graceMs, never } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { LoadFixture } from './load-fixture.ts';

describe('the search for the rows of a keyed load', () => {
  let fixture: LoadFixture;
  let lakeId: string;
  let tables = 0;
  beforeAll(async () => {
    fixture = await LoadFixture.open('sqlite');
    lakeId = await fixture.lake();
  });
  afterAll(() => fixture.close());

  const loadSql = async (
    table: string,
    mode: 'append' | 'upsert' | 'update' | 'delete',
    sql: string,
    key = ['id'],
  ) => {
    const spec = { mode, key: mode === 'append' ? null : key };
    const file = { bytes: await fixture.parquet(sql), format: 'parquet' } as const;
    return (await fixture.load(lakeId, table, spec, file)).row_count;
  };

  /** A table of files with ten rows each; `id` is made of a number by `print`. */
  async function tableOf(print: (number: string) => string, files = 3): Promise<string> {
    tables += 1;
    const table = `t${tables}`;
    for (let file = 0; file < files; file += 1) {
      const rows = `range(${file * 10}, ${file * 10 + 10}) r(i)`;
      await loadSql(table, 'append', `SELECT ${print('i')} AS id, 'v' || i AS v FROM ${rows}`);
    }
    return table;
  }

  it.each([
    ['BIGINT', (i: string) => `(${i} - 15)::BIGINT`],
    ['DOUBLE', (i: string) => `${i} / 3.0::DOUBLE`],
    ['FLOAT', (i: string) => `(${i} / 3.0)::FLOAT`],
    ['DECIMAL', (i: string) => `(${i} * 1000000000000000000000.5::DECIMAL(38,1))::DECIMAL(38,1)`],
    ['VARCHAR', (i: string) => `'é' || (${i} + 100)`],
    ['DATE', (i: string) => `DATE '1969-12-20' + ${i}::INTEGER`],
    [
      'TIMESTAMP',
      (i: string) => `TIMESTAMP '2024-01-01 00:00:00.000001' + to_hours(${i}::INTEGER)`,
    ],
    [
      'TIMESTAMP WITH TIME ZONE',
      (i: string) => `TIMESTAMPTZ '2024-01-01 00:00:00+02' + to_hours(${i}::INTEGER)`,
    ],
    ['TIME', (i: string) => `TIME '01:00:00' + to_minutes(${i}::INTEGER)`],
    [
      'UUID',
      (i: string) =>
        `(lpad((${i} + 1000)::VARCHAR, 8, 'f') || '-0000-0000-0000-000000000000')::UUID`,
    ],
  ])('opens only files whose %s may be one of the keys', async (_, print) => {
    const table = await tableOf(print);
    expect(
      await loadSql(table, 'delete', `SELECT ${print('i')} AS id FROM range(13, 15) r(i)`),
    ).toBe(28);
    expect(fixture.searchedFiles).toBe(1);
    expect(
      await loadSql(
        table,
        'delete',
        `SELECT ${print('i')} AS id FROM (VALUES (0), (29), (777)) r(i)`,
      ),
    ).toBe(26);
    expect(fixture.searchedFiles).toBe(2);
    expect(
      await loadSql(
        table,
        'upsert',
        `SELECT ${print('i')} AS id, 'new' AS v FROM range(40, 42) r(i)`,
      ),
    ).toBe(28);
    expect(fixture.searchedFiles).toBe(0);
  });

  it('opens all files where bounds of the type say nothing sure', async () => {
    const table = await tableOf((i) => `('x' || ${i})::BLOB`);
    expect(await loadSql(table, 'delete', "SELECT 'x7'::BLOB AS id")).toBe(29);
    expect(fixture.searchedFiles).toBe(3);
    const long = await tableOf((i) => `repeat('long', 30) || (${i} + 100)`);
    expect(await loadSql(long, 'delete', "SELECT repeat('long', 30) || '107' AS id")).toBe(29);
    expect(fixture.searchedFiles).toBe(3);
  });

  it('finds NaN, which bounds leave out, and nothing in files of nulls', async () => {
    const table = await tableOf(
      (i) => `CASE WHEN ${i} IN (3, 25) THEN 'nan'::DOUBLE ELSE ${i} END`,
    );
    await loadSql(table, 'append', 'SELECT NULL::DOUBLE AS id, NULL::VARCHAR AS v FROM range(5)');
    expect(await loadSql(table, 'delete', "SELECT 'nan'::DOUBLE AS id")).toBe(33);
    expect(fixture.searchedFiles).toBe(2);
  });

  it('compares bounds of older files in the type that they were written with', async () => {
    const table = await tableOf((i) => `(${i} / 10.0)::FLOAT`, 2);
    expect(await loadSql(table, 'upsert', "SELECT 0.9::FLOAT::DOUBLE AS id, 'new' AS v")).toBe(20);
    expect(fixture.searchedFiles).toBe(1);
  });

  it('looks at each column of a composite key, and at files that lack one not at all', async () => {
    const table = await tableOf((i) => `${i}::BIGINT`);
    await loadSql(table, 'append', "SELECT 5::BIGINT AS id, 'v5' AS v, 'e' AS extra");
    const key = ['id', 'v'];
    expect(await loadSql(table, 'delete', "SELECT 5::BIGINT AS id, 'v5' AS v", key)).toBe(29);
    expect(fixture.searchedFiles).toBe(2);
    expect(
      await loadSql(table, 'delete', "SELECT 5::BIGINT AS id, 'e' AS extra", ['id', 'extra']),
    ).toBe(29);
    expect(fixture.searchedFiles).toBe(0);
  });

  it('is right for very many keys too', async () => {
    const table = await tableOf((i) => `${i}::BIGINT`);
    expect(
      await loadSql(table, 'upsert', "SELECT range + 15 AS id, 'new' AS v FROM range(300000)"),
    ).toBe(300_015);
    expect(fixture.searchedFiles).toBe(2);
  });

  it.each(['csv', 'json', 'parquet'] as const)(
    'keeps the last row of a key in a large file of %s',
    async (format) => {
      tables += 1;
      const rowCount = 300_000;
      const numbers = Array.from({ length: rowCount }, (_, index) => index);
      const texts = {
        csv: () => `id,v\n${numbers.map((i) => `${i % 70_000},${i}\n`).join('')}`,
        json: () => numbers.map((i) => `{"id":${i % 70_000},"v":${i}}\n`).join(''),
      };
      const bytes =
        format === 'parquet'
          ? await fixture.parquet(`SELECT i % 70000 AS id, i AS v FROM range(${rowCount}) r(i)`)
          : Buffer.from(texts[format]());
      const spec = { mode: 'upsert', key: ['id'] } as const;
      expect((await fixture.load(lakeId, `t${tables}`, spec, { bytes, format })).row_count).toBe(
        70_000,
      );
      const rows = (await fixture.read(lakeId, `t${tables}`)) ?? [];
      // 300,000 are four times 70,000 and 20,000 more: the first 20,000 keys come a fifth time.
      const wrong = rows.filter(
        ({ id, v }) => Number(v) !== Number(id) + (Number(id) < 20_000 ? 280_000 : 210_000),
      );
      expect([rows.length, wrong]).toEqual([70_000, []]);
    },
  );

  it('goes by partitions where a key fixes them', async () => {
    const declare = async (layout: Partial<TableLayout>) => {
      tables += 1;
      const name = `t${tables}`;
      const table = { name, layout: { ...noLayout, key: ['id'], ...layout } };
      await fixture.services.metadata.transaction((trx) =>
        declareTable(trx, lakeId, 'main', table, 0),
      );
      for (const month of ['01', '02', '03']) {
        await loadSql(
          name,
          'append',
          `SELECT i AS id, DATE '2024-${month}-10' AS day FROM range(3) r(i)`,
        );
      }
      return name;
    };
    const partitionBy = [{ column: 'day', transform: 'month' }] as const;
    const fixed = await declare({ partitionBy, constantPerKey: ['day'] });
    const sql = "SELECT 1::BIGINT AS id, DATE '2024-02-28' AS day";
    await loadSql(fixed, 'upsert', sql);
    expect(fixture.searchedFiles).toBe(1);
    await loadSql(fixed, 'delete', sql);
    expect(fixture.searchedFiles).toBe(2);
    await loadSql(fixed, 'delete', 'SELECT 2::BIGINT AS id');
    expect(fixture.searchedFiles).toBe(3);
    await loadSql(await declare({ partitionBy }), 'upsert', sql);
    expect(fixture.searchedFiles).toBe(3);
  });

  it('is refused where the files do not fit into the read cache, before any is fetched', async () => {
    const table = await tableOf((i) => `${i}::BIGINT`);
    const { services } = fixture;
    const objects = new Proxy(services.objects, {
      get(store, name: keyof ObjectStore) {
        const value = name === 'kind' ? 's3' : store[name];
        return typeof value === 'function' ? value.bind(store) : value;
      },
    });
    const bytes = (await fixture.files(lakeId, table))[0]?.sizeBytes ?? 0;
    fixture.services = {
      ...services,
      objects,
      settings: { ...services.settings, cacheBytes: bytes * 2 },
    };
    const before = fixture.searchedFiles;
    await expect(
      loadSql(table, 'delete', 'SELECT i AS id FROM range(30) r(i)'),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/more than the local read cache/),
    });
    expect(fixture.searchedFiles).toBe(before);
    fixture.services = services;
    expect(await fixture.read(lakeId, table)).toHaveLength(30);
  });
});

describe.each(metadataKinds)('the commit of a keyed load on %s', (kind) => {
  let fixture: LoadFixture;
  let lakeId: string;
  beforeAll(async () => {
    fixture = await LoadFixture.open(kind);
    lakeId = await fixture.lake();
  });
  afterAll(() => fixture.close());

  const loadSql = async (mode: 'append' | 'delete', sql: string) => {
    const file = { bytes: await fixture.parquet(sql), format: 'parquet' } as const;
    return fixture.load(lakeId, 't', { mode, key: mode === 'append' ? null : ['id'] }, file);
  };
  const version = async () => (await fixture.table(lakeId, 't'))?.version;

  it('rewrites manifests whose rows went and shares the others; deletes of a file are one set', async () => {
    for (let file = 0; file < 4; file += 1)
      await loadSql('append', `SELECT i AS id FROM range(${file * 10}, ${file * 10 + 10}) r(i)`);
    const first = await version();
    await loadSql('delete', 'SELECT unnest([12, 25]) AS id');
    const second = await version();
    expect(second).toMatchObject({ rowCount: 38, fileCount: 4 });
    expect(second?.manifestIds.map((id, at) => id === first?.manifestIds[at])).toEqual([
      true,
      false,
      false,
      true,
    ]);

    const [, one, two] = await fixture.files(lakeId, 't');
    expect(one?.deletes?.key).toBe(two?.deletes?.key);
    expect([
      one?.deletes?.part === two?.deletes?.part,
      one?.deletes?.rowCount,
      two?.deletes?.rowCount,
    ]).toEqual([false, 1, 1]);
    await loadSql('delete', 'SELECT unnest([12, 13]) AS id');
    const [clean, more, same] = await fixture.files(lakeId, 't');
    expect(clean?.deletes).toBeUndefined();
    expect(more?.deletes?.rowCount).toBe(2);
    expect(same?.deletes).toEqual(two?.deletes);
    expect((await version())?.manifestIds[2]).toBe(second?.manifestIds[2]);
  });

  it('drops a file without any row left, and its manifest', async () => {
    const before = await version();
    await loadSql('delete', 'SELECT unnest(range(20, 30)) AS id');
    const after = await version();
    expect(after).toMatchObject({ rowCount: 28, fileCount: 3 });
    expect(after?.sizeBytes).toBeLessThan(before?.sizeBytes ?? 0);
    expect(after?.manifestIds).toEqual(before?.manifestIds.filter((_, at) => at !== 2));
  });

  it('counts a file once that several snapshots have in manifests of their own', async () => {
    const { services, sweeps } = fixture;
    const { workspace_id } = await services.metadata.db
      .selectFrom('lakes')
      .select('workspace_id')
      .where('id', '=', lakeId)
      .executeTakeFirstOrThrow();
    const manifests = await services.metadata.db
      .selectFrom('lake_manifests')
      .select('files')
      .execute();
    const files = manifests.flatMap((row) => JSON.parse(row.files) as LakeFile[]);
    const sizes = new Map(files.map(({ key, sizeBytes }) => [key, sizeBytes]));
    const uploads = await services.metadata.db
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', 'ready')
      .execute();
    expect(uploads).toEqual([]);
    expect(files.length).toBeGreaterThan(sizes.size);
    const measured = await measureStorage(sweeps.node(), workspace_id);
    expect(measured.storageBytes).toBe([...sizes.values()].reduce((sum, size) => sum + size, 0));
  });

  it('lets the collector take what only earlier versions had, and nothing that is read', async () => {
    const { services, sweeps } = fixture;
    for (const key of await sweeps.objectKeys('lakes/')) sweeps.date(key);
    sweeps.clock.advance(8 * dayMs);
    await loadSql('delete', 'SELECT 31 AS id');
    await expireSnapshots(services.metadata, services.clock.now() - dayMs, never);
    await collectGarbage(services, never);
    await collectOrphans(services, graceMs, never);
    const files = await fixture.files(lakeId, 't');
    const named = new Set(
      files.flatMap(({ key, deletes }) => (deletes ? [key, deletes.key] : [key])),
    );
    const stored = await sweeps.objectKeys(`lakes/${lakeId}`);
    expect(stored.sort()).toEqual([...named].sort());
    expect(await fixture.read(lakeId, 't')).toHaveLength(27);
  });
});
