import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LakeCatalogs } from '../../src/lake/lake-catalogs.ts';
import { expireDatabases } from '../../src/maintenance/expire-databases.ts';
import { collect } from '../../src/maintenance/sweeps.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { rowsOfLakes } from './rows-of-lakes.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

const retentionMs = 7 * dayMs;

describe.each(metadataKinds)('a fork on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

  type Owner = { readonly id: string; readonly lakeId: string };
  const filesOf = async ({ lakeId }: Owner): Promise<string[]> => {
    const catalogs = new LakeCatalogs(fixture.metadata.db);
    const version = (await catalogs.read(lakeId))?.schemas.get('main')?.get('a')?.version;
    return version
      ? (await catalogs.manifestsOf(version)).flatMap(({ files }) => files.map(({ key }) => key))
      : [];
  };
  const remove = ({ id, lakeId }: Owner) =>
    fixture.metadata.transaction((trx) =>
      removeDatabase(trx, { id, default_connection_id: lakeId }, fixture.clock.now()),
    );
  const collected = async (): Promise<string[]> => {
    fixture.clock.advance(retentionMs + graceMs + 1);
    await collect(fixture.services, never);
    return (await fixture.objectKeys('lakes/')).sort();
  };

  test('is a row for each schema and table, however many files they have: these and their manifests are shared', async () => {
    const source = await fixture.database(workspaceId);
    for (let load = 0; load < 12; load += 1)
      await fixture.load(source.lakeId, 'a', load === 0 ? 'replace' : 'append');
    await fixture.load(source.lakeId, 'b');
    const [rows, objects] = [
      await rowsOfLakes(fixture.metadata),
      await fixture.objectKeys('lakes/'),
    ];
    const fork = await fixture.fork(workspaceId, source.id);
    expect(await filesOf(fork)).toEqual(await filesOf(source));
    expect(await fixture.objectKeys('lakes/')).toEqual(objects);
    const added = Object.entries(await rowsOfLakes(fixture.metadata)).map(([table, count]) => [
      table,
      count - (rows[table] ?? 0),
    ]);
    const rowsAdded = Object.fromEntries(added.filter(([, count]) => count !== 0));
    expect(rowsAdded).toEqual({
      lakes: 1,
      lake_snapshots: 1,
      lake_schemas: 1,
      lake_tables: 2,
      lake_table_states: 2,
    });
  });

  test('takes a snapshot until the last moment of its retention, and keeps it from then on', async () => {
    const source = await fixture.database(workspaceId);
    const old = await fixture.load(source.lakeId, 'a');
    const present = await fixture.load(source.lakeId, 'a');
    const ofThePast = { snapshot_id: 2 };
    const other = await fixture.fork(workspaceId, source.id);
    fixture.clock.advance(retentionMs - 1);
    const last = await fixture.fork(workspaceId, source.id, ofThePast);
    // The sweep comes in the same moment, and again when nobody else can want what the fork has.
    await collect(fixture.services, never);
    expect(await filesOf(last)).toEqual([old]);
    fixture.clock.advance(1);
    await expect(fixture.fork(workspaceId, source.id, ofThePast)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(
        'Snapshot 2 of the database is not kept; the oldest is snapshot 3',
      ),
    });
    expect(await collected()).toEqual([old, present].sort());
    expect(await filesOf(last)).toEqual([old]);
    await remove(source);
    expect(await collected()).toEqual([old, present].sort());
    expect(await filesOf(other)).toEqual([present]);
    await remove(last);
    expect(await collected()).toEqual([present]);
  });

  test('is whole or is not made where its source is deleted meanwhile', async () => {
    for (let round = 0; round < 12; round += 1) {
      const source = await fixture.database(workspaceId);
      const file = await fixture.load(source.lakeId, 'a');
      const removing = round % 2 === 0 ? remove(source) : undefined;
      const forking = fixture.fork(workspaceId, source.id);
      const [forked] = await Promise.allSettled([forking, removing ?? remove(source)]);
      const left = await collected();
      if (forked.status === 'fulfilled') {
        expect(await filesOf(forked.value)).toEqual([file]);
        expect(left).toEqual([file]);
        await remove(forked.value);
        expect(await collected()).toEqual([]);
      } else {
        expect(forked.reason).toMatchObject({ code: 'NOT_FOUND' });
        expect(left).toEqual([]);
      }
    }
  });

  test('outlives its source that expires, and from that moment has nothing to be reset to', async () => {
    const { clock } = fixture;
    const source = await fixture.database(workspaceId, clock.now() + dayMs);
    const file = await fixture.load(source.lakeId, 'a');
    const fork = await fixture.fork(workspaceId, source.id, { expires_at: '' });
    const brief = await fixture.fork(workspaceId, source.id);
    clock.advance(dayMs - 1);
    await fixture.reset(workspaceId, fork.id);
    clock.advance(1);
    // The row remains until the sweep.
    await expect(fixture.reset(workspaceId, fork.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(fixture.fork(workspaceId, source.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.reset(workspaceId, brief.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await expireDatabases(fixture.services, never)).toBe(2);
    await expect(fixture.reset(workspaceId, fork.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await collected()).toEqual([file]);
    expect(await filesOf(fork)).toEqual([file]);
    const again = await fixture.fork(workspaceId, fork.id);
    expect(await filesOf(again)).toEqual([file]);
  });
});
