import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { collectOrphans } from '../../src/maintenance/collect-objects.ts';
import { collect } from '../../src/maintenance/sweeps.ts';
import { readBinding, updateBinding } from '../../src/metadata/store-binding.ts';
import { lakeFileKey, resultKey, storeMarkKey, uploadKey } from '../../src/objects/keys.ts';
import { markStore } from '../../src/store/bind-store.ts';
import { markBytes } from '../../src/store/store-mark.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

const waitS = 1000;

describe.each(metadataKinds)('objects that nothing names, on %s', (kind) => {
  let fixture: SweepFixture;
  let lakeId: string;
  let kept: string[];
  afterEach(() => fixture.remove());

  /** A store of `count` named files, and the given number of old objects of every other kind. */
  async function begin(count: number, unnamed: number): Promise<string[]> {
    fixture = await createSweepFixture(kind, {
      QUERN_COLLECT_WAIT: String(waitS),
      QUERN_COLLECT_SHARE: '50',
    });
    const workspaceId = await fixture.workspace();
    lakeId = (await fixture.database(workspaceId)).lakeId;
    for (let table = 0; table < count; table++) await fixture.load(lakeId, `t${table}`);
    kept = await fixture.objectKeys();
    const makers = [
      () => lakeFileKey(lakeId),
      () => resultKey(workspaceId, newId('result')),
      () => uploadKey(newId('upload')),
    ];
    const keys: string[] = [];
    for (let index = 0; index < unnamed; index++) {
      keys.push(await fixture.store(makers[index % makers.length]?.() ?? ''));
    }
    fixture.clock.advance(2 * graceMs);
    return keys;
  }
  const orphans = () => collectOrphans(fixture.services, graceMs, never);
  const serve = (seconds: number) => markStore(fixture.services, seconds);

  test('go once they were seen unnamed for the wait, by time of service and not by the clock', async () => {
    const unnamed = await begin(3, 3);
    expect(await orphans()).toBe(0);
    fixture.clock.advance(100 * dayMs);
    expect(await orphans()).toBe(0);
    await serve(waitS - 1);
    expect(await orphans()).toBe(0);
    expect((await fixture.objectKeys()).sort()).toEqual([...kept, ...unnamed].sort());
    await serve(1);
    expect(await orphans()).toBe(3);
    expect((await fixture.objectKeys()).sort()).toEqual([...kept].sort());
    expect(await fixture.metadata.db.selectFrom('unnamed_objects').selectAll().execute()).toEqual(
      [],
    );
    expect(await collect(fixture.services, never)).toBe(0);
  });

  test('that are named in the meantime stay, and begin anew', async () => {
    const [key = ''] = await begin(3, 1);
    expect(await orphans()).toBe(0);
    await serve(waitS);
    const row = {
      id: 'm',
      columns: '[]',
      row_count: 1,
      size_bytes: 1,
      file_count: 1,
      created_at: 0,
      root_id: lakeId,
    };
    const files = JSON.stringify([{ key, rowCount: 1 }]);
    await fixture.metadata.db
      .insertInto('lake_manifests')
      .values({ ...row, files })
      .execute();
    expect(await orphans()).toBe(0);
    await fixture.metadata.db.deleteFrom('lake_manifests').where('id', '=', 'm').execute();
    expect(await orphans()).toBe(0);
    await serve(waitS);
    expect(await orphans()).toBe(1);
  });

  test('are left where they are too much of the store, until it is allowed once', async () => {
    const unnamed = await begin(3, 20);
    expect(await orphans()).toEqual({ stop: 'share' });
    await serve(2 * waitS);
    expect(await orphans()).toEqual({ stop: 'share' });
    expect(await fixture.objectKeys()).toHaveLength(23);
    await updateBinding(fixture.metadata.db, { collect_allowed: 1 });
    expect(await orphans()).toBe(0);
    await serve(waitS);
    expect(await orphans()).toBe(unnamed.length);
    expect((await readBinding(fixture.metadata.db))?.collect_allowed).toBe(0);
  });

  test('are left where the store knows a later state of the metadata, or is not its own any more', async () => {
    await begin(3, 3);
    expect(await orphans()).toBe(0);
    await serve(waitS);
    const binding = await readBinding(fixture.metadata.db);
    const identity = binding?.identity ?? '';
    const mark = (binding?.mark ?? 0) + 1;
    await fixture.services.objects.replaceBytes(storeMarkKey, markBytes({ identity, mark }));
    expect(await orphans()).toEqual({ stop: 'restored' });
    expect(await serve(1)).toBe('restored');
    expect(await orphans()).toEqual({ stop: 'restored' });
    await fixture.services.objects.replaceBytes(
      storeMarkKey,
      markBytes({ identity: newId('store'), mark }),
    );
    expect(await serve(1)).toBe('another');
    expect(await orphans()).toEqual({ stop: 'not ours' });
    await fixture.services.objects.delete([storeMarkKey]);
    expect(await serve(1)).toBe('lost');
    expect(await orphans()).toEqual({ stop: 'not ours' });
    expect(await fixture.objectKeys()).toHaveLength(6);
  });
});
