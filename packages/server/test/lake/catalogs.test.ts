import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareTable, dropTable } from '../../src/lake/declarations.ts';
import { noLayout } from '../../src/lake/model.ts';
import { createSweepFixture, type SweepFixture } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';

describe.each(metadataKinds)('the catalogs of a lake on %s', (kind) => {
  let fixture: SweepFixture;
  let lakeId: string;

  beforeAll(async () => {
    fixture = await createSweepFixture(kind);
    ({ lakeId } = await fixture.database(await fixture.workspace()));
  });
  afterAll(() => fixture.remove());

  const tables = async (services = fixture.services) => {
    const catalog = await services.lakes.read(lakeId);
    return new Map(catalog?.schemas.get('main'));
  };

  test('share every table that a commit did not change, and have those that it did', async () => {
    for (const name of ['a', 'b', 'c']) await fixture.load(lakeId, name);
    const before = await tables();
    await fixture.load(lakeId, 'b');
    const { metadata, clock } = fixture;
    const declared = { name: 'd', layout: noLayout };
    await metadata.transaction((trx) => declareTable(trx, lakeId, 'main', declared, clock.now()));
    const after = await tables();
    expect(after.get('a')).toBe(before.get('a'));
    expect(after.get('c')).toBe(before.get('c'));
    expect(after.get('b')?.version?.id).not.toBe(before.get('b')?.version?.id);
    expect(after.get('d')?.version).toBeNull();

    await metadata.transaction((trx) => dropTable(trx, lakeId, 'main', 'a', clock.now()));
    await fixture.load(lakeId, 'd');
    const last = await tables();
    expect([...last.keys()]).toEqual(['b', 'c', 'd']);
    expect(last.get('d')?.version).not.toBeNull();
    await metadata.transaction((trx) =>
      declareTable(trx, lakeId, 'main', { ...declared, name: 'a' }, clock.now()),
    );
    expect((await tables()).get('a')).toMatchObject({ version: null });
    // A process with caches reads the same as a process without.
    expect(await tables()).toEqual(await tables(fixture.node()));
  });

  test('are the present ones also where the head was read as an earlier snapshot before', async () => {
    const { metadata, clock } = fixture;
    const other = (await fixture.database(await fixture.workspace())).lakeId;
    await fixture.load(other, 'x');
    await metadata.db
      .insertInto('lake_refreshes')
      .values({
        ...{ lake_id: other, schema_name: 'main', table_name: 'x' },
        ...{ policy: JSON.stringify({ mode: 'live' }), cursor: null, read_at: null },
        ...{ next_at: null, updated_at: clock.now() },
      })
      .execute();
    const { lakes } = fixture.node();
    const readability = { subject: 'it', since: 0, now: clock.now() };
    const past = await lakes.readPast(other, { instant: clock.now() }, readability);
    const present = await lakes.read(other);
    expect(present?.snapshot).toBe(past.snapshot);
    expect(present?.schemas.get('main')?.get('x')?.refresh).toEqual({ mode: 'live' });
    expect(past.schemas.get('main')?.get('x')?.refresh).toBeNull();
  });

  test('have the tables that are read one at a time, until the lake is deleted', async () => {
    const { services, metadata, clock } = fixture;
    const other = (await fixture.database(await fixture.workspace())).lakeId;
    await fixture.load(other, 'x');
    const read = (name: string) => services.lakes.readTable(other, 'main', name);
    const catalog = await services.lakes.read(other);
    expect(catalog?.schemas.get('main')?.get('x')?.version).not.toBeNull();
    expect(await read('x')).toEqual(catalog?.schemas.get('main')?.get('x'));
    expect(await read('y')).toBeNull();
    await metadata.db
      .updateTable('lakes')
      .set({ deleted_at: clock.now() })
      .where('id', '=', other)
      .execute();
    expect(await read('x')).toBeNull();
  });

  test('are ordered by time as by number, also where the clock of a node is behind', async () => {
    const { services, clock } = fixture;
    clock.advance(1000);
    await fixture.load(lakeId, 'e');
    const ahead = clock.now();
    const { snapshot } = (await services.lakes.read(lakeId)) ?? { snapshot: 0 };
    clock.advance(-60_000);
    await fixture.load(lakeId, 'e');
    clock.advance(30_000);
    await fixture.load(lakeId, 'e');
    clock.advance(40_000);
    const at = async (instant: number) => {
      const readability = { subject: 'it', since: 0, now: clock.now() };
      return (await services.lakes.readPast(lakeId, { instant }, readability)).snapshot;
    };
    expect(await at(ahead - 1)).toBeLessThan(snapshot);
    expect(await at(ahead)).toBe(snapshot + 2);
    expect(await at(clock.now())).toBe(snapshot + 2);
  });
});
