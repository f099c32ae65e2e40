import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId, newObjectName } from '../../src/kernel/ids.ts';
import { createLakes, declareSchema, dropTable } from '../../src/lake/declarations.ts';
import { noLayout } from '../../src/lake/model.ts';
import { collectOrphans } from '../../src/maintenance/collect-objects.ts';
import { expireDatabases } from '../../src/maintenance/expire-databases.ts';
import { expireResults } from '../../src/maintenance/expire-results.ts';
import { expireUploads } from '../../src/maintenance/expire-uploads.ts';
import { recoverFromDeadNodes } from '../../src/maintenance/recover-nodes.ts';
import { removeEndedJobs } from '../../src/maintenance/remove-ended-jobs.ts';
import { removeRowsOfGoneDatabases } from '../../src/maintenance/remove-gone-databases.ts';
import { removeDeletedWorkspaces } from '../../src/maintenance/remove-workspaces.ts';
import { collect } from '../../src/maintenance/sweeps.ts';
import { insertRun } from '../../src/metadata/query-run-store.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { insertResult, markResultReady } from '../../src/metadata/result-store.ts';
import { insertSavedQuery } from '../../src/metadata/saved-query-store.ts';
import type { UploadRow } from '../../src/metadata/upload-store.ts';
import { resultKey, uploadKey } from '../../src/objects/keys.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

describe.each(metadataKinds)('maintenance on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

  const count = async (
    table: 'databases' | 'results' | 'uploads' | 'query_runs' | 'locks' | 'jobs' | 'lakes',
  ) => (await fixture.metadata.db.selectFrom(table).selectAll().execute()).length;

  /** An upload of `status`, as the operations leave one, with bytes except for `created`. */
  async function upload(status: UploadRow['status'], expiresAt: number): Promise<UploadRow> {
    const id = newId('upload');
    const row: UploadRow = {
      id,
      workspace_id: workspaceId,
      database_id: null,
      finalize_token_hash: '',
      mode: 'single',
      status,
      object_key: uploadKey(id),
      multipart_id: null,
      declared_size_bytes: 5,
      part_size_bytes: null,
      content_type: null,
      content_encoding: null,
      filename: null,
      checksum_sha256: null,
      size_bytes: 5,
      created_at: fixture.clock.now(),
      expires_at: expiresAt,
      finalized_at: null,
      consumed_by: null,
    };
    await fixture.metadata.db.insertInto('uploads').values(row).execute();
    if (status !== 'created') await fixture.store(row.object_key);
    return row;
  }

  /** Bytes PUT to a disk store and not accepted. */
  const putIncoming = (key: string) => fixture.store(`incoming/${key}/00001.${'0'.repeat(32)}.5`);

  async function run(databaseId: string, nodeId: string, sql = 'SELECT 1'): Promise<string> {
    const id = newId('queryRun');
    const now = fixture.clock.now();
    const owner = { workspaceId, databaseId, nodeId, userId: 'u' };
    await insertRun(fixture.metadata, {
      id,
      sql,
      dialect: 'hotsql',
      traceId: null,
      savedQuery: null,
      now,
      ...owner,
    });
    return id;
  }

  async function result(
    databaseId: string,
    expiresAt: number | null,
    ready = true,
  ): Promise<string> {
    const { db } = fixture.metadata;
    const queryRunId = await run(databaseId, 'ended');
    await db
      .updateTable('query_runs')
      .set({ status: 'succeeded' })
      .where('id', '=', queryRunId)
      .execute();
    const id = newId('result');
    await insertResult(db, {
      id,
      workspaceId,
      databaseId,
      queryRunId,
      now: fixture.clock.now(),
      expiresAt,
    });
    const objectKey = resultKey(workspaceId, id);
    const stored = {
      content: { objectKey },
      columns: '[]',
      rowCount: 1,
      sizeBytes: 5,
      checksum: 0,
    };
    if (ready) await markResultReady(db, id, stored);
    return fixture.store(objectKey);
  }

  test('removes a database whose time has come, and its files once no reader can be left', async () => {
    const { services, clock, metadata } = fixture;
    const gone = await fixture.database(workspaceId, clock.now() + 1000);
    const kept = await fixture.database(workspaceId);
    await fixture.load(gone.lakeId, 't');
    const keptFile = await fixture.load(kept.lakeId, 't');
    expect(await expireDatabases(services, never)).toBe(0);
    clock.advance(1000);
    expect(await expireDatabases(services, never)).toBe(1);
    const left = await metadata.db.selectFrom('databases').select('id').execute();
    expect(left).toEqual([{ id: kept.id }]);
    clock.advance(graceMs - 1);
    await collect(services, never);
    expect(await fixture.objectKeys('lakes/')).toHaveLength(2);
    clock.advance(2);
    await collect(services, never);
    expect(await fixture.objectKeys('lakes/')).toEqual([keptFile]);
    for (const table of [
      'lakes',
      'lake_tables',
      'lake_table_states',
      'lake_versions',
      'lake_manifests',
    ] as const)
      expect(await metadata.db.selectFrom(table).selectAll().execute()).toHaveLength(1);
  });

  test('forgets a replaced version after retention and grace, not before, and a dropped table likewise', async () => {
    const { services, clock, metadata } = fixture;
    const { lakeId } = await fixture.database(workspaceId);
    await fixture.load(lakeId, 'replaced');
    await fixture.load(lakeId, 'dropped');
    clock.advance(dayMs);
    const present = await fixture.load(lakeId, 'replaced');
    await metadata.transaction((trx) => dropTable(trx, lakeId, 'main', 'dropped', clock.now()));
    clock.advance(7 * dayMs + graceMs);
    await collect(services, never);
    expect(await fixture.objectKeys('lakes/')).toHaveLength(3);
    clock.advance(1);
    await collect(services, never);
    expect(await fixture.objectKeys('lakes/')).toEqual([present]);
  });

  test('keeps all files of a table that only grew', async () => {
    const { services, clock } = fixture;
    const { lakeId } = await fixture.database(workspaceId);
    const first = await fixture.load(lakeId, 't', 'append');
    clock.advance(30 * dayMs);
    const second = await fixture.load(lakeId, 't', 'append');
    clock.advance(30 * dayMs);
    await collect(services, never);
    await collect(services, never);
    expect((await fixture.objectKeys('lakes/')).sort()).toEqual([first, second].sort());
  });

  test('removes a result with its object after its retention, and leaves those that are kept or not ready', async () => {
    const { services, clock } = fixture;
    const { id } = await fixture.database(workspaceId);
    await result(id, clock.now() + 1000);
    const kept = [
      await result(id, clock.now() + 2000),
      await result(id, null),
      await result(id, clock.now(), false),
    ];
    clock.advance(1000);
    expect(await expireResults(services, clock.now() - 1, never)).toBe(0);
    expect(await expireResults(services, clock.now(), never)).toBe(1);
    expect((await fixture.objectKeys('results/')).sort()).toEqual(kept.sort());
    expect(await count('results')).toBe(3);
  });

  test('removes a result that is kept in the metadata after its retention, and with its database', async () => {
    const { services, metadata, clock } = fixture;
    const [first, gone] = [
      await fixture.database(workspaceId),
      await fixture.database(workspaceId),
    ];
    const inline = async (databaseId: string, expiresAt: number | null) => {
      const record = {
        id: newId('result'),
        workspaceId,
        databaseId,
        queryRunId: newId('queryRun'),
      };
      const content = { parquet: Buffer.from('PAR1') };
      const stored = { content, columns: '[]', rowCount: 1, sizeBytes: 4, checksum: 0 };
      await insertResult(metadata.db, { ...record, now: clock.now(), expiresAt }, stored);
      return record.id;
    };
    await inline(first.id, clock.now() + 1000);
    await inline(gone.id, null);
    const kept = await inline(first.id, null);
    clock.advance(1000);
    expect(await expireResults(services, clock.now(), never)).toBe(1);
    await metadata.transaction((trx) =>
      removeDatabase(trx, { id: gone.id, default_connection_id: gone.lakeId }, clock.now()),
    );
    await removeRowsOfGoneDatabases(services, never);
    expect(await metadata.db.selectFrom('results').select('id').execute()).toEqual([{ id: kept }]);
  });

  test('removes results, their objects and runs of a deleted database, and keeps all runs of the others', async () => {
    const { services, metadata, clock } = fixture;
    const [gone, other] = [
      await fixture.database(workspaceId),
      await fixture.database(workspaceId),
    ];
    await result(gone.id, null);
    const kept = await result(other.id, null);
    const running = await run(gone.id, services.nodeId);
    await metadata.transaction((trx) =>
      removeDatabase(trx, { id: gone.id, default_connection_id: gone.lakeId }, clock.now()),
    );
    clock.advance(100 * dayMs);
    await removeRowsOfGoneDatabases(services, never);
    expect(await fixture.objectKeys('results/')).toEqual([kept]);
    const runs = await metadata.db.selectFrom('query_runs').select(['id', 'database_id']).execute();
    expect(runs.map((row) => (row.id === running ? 'running' : row.database_id)).sort()).toEqual(
      ['running', other.id].sort(),
    );
  });

  test('removes the contexts of a deleted database, however many, and no others', async () => {
    const { services, metadata, clock } = fixture;
    const [gone, kept] = [await fixture.database(workspaceId), await fixture.database(workspaceId)];
    const context = { content: 'x', length: 1, updated_at: 0 };
    const rows = [gone, kept].flatMap(({ id }) =>
      Array.from({ length: 35 }, (_, index) => ({
        database_id: id,
        name: `c${index}`,
        ...context,
      })),
    );
    await metadata.db.insertInto('database_contexts').values(rows).execute();
    expect(await removeRowsOfGoneDatabases(services, never)).toBe(0);
    const row = { id: gone.id, default_connection_id: gone.lakeId };
    await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
    expect(await removeRowsOfGoneDatabases(services, never)).toBe(35);
    const left = await metadata.db
      .selectFrom('database_contexts')
      .select('database_id')
      .distinct()
      .execute();
    expect(left).toEqual([{ database_id: kept.id }]);
  });

  test('removes batches that nobody needs: deleted or old ones, without databases, whose job has ended', async () => {
    const { services, clock, metadata } = fixture;
    const { db } = metadata;
    const { job } = await services.jobs.enqueue({ jobType: 'bulk_create_databases' });
    const deleted = { ...batchRow(), deleted_at: clock.now() };
    const unended = { ...batchRow(), deleted_at: clock.now(), job_id: job.id };
    const [old, full] = [batchRow(), batchRow()];
    await db.insertInto('database_batches').values([deleted, unended, old, full]).execute();
    await fixture.databases(workspaceId, 1, null, full.id);
    const left = async () =>
      (await db.selectFrom('database_batches').select('id').execute()).map(({ id }) => id).sort();
    await removeEndedJobs(services, never);
    expect(await left()).toEqual([unended.id, old.id, full.id].sort());
    clock.advance(30 * dayMs - 1);
    await removeEndedJobs(services, never);
    expect(await left()).toEqual([unended.id, old.id, full.id].sort());
    clock.advance(1);
    await removeEndedJobs(services, never);
    expect(await left()).toEqual([unended.id, full.id].sort());
  });

  test('removes sessions and uploads that were not used in time, with all their bytes', async () => {
    const { services, clock } = fixture;
    const soon = clock.now() + 1000;
    const single = await upload('created', soon);
    await putIncoming(single.object_key);
    await upload('ready', soon);
    const kept = await upload('ready', soon + 1);
    clock.advance(1000);
    expect(await expireUploads(services, never)).toBe(2);
    expect(await fixture.objectKeys()).toEqual([kept.object_key]);
    expect(await count('uploads')).toBe(1);
  });

  test('leaves an upload alone that is being finalized or loaded, and goes on with the others', async () => {
    const { services, clock } = fixture;
    const busy = await upload('ready', clock.now());
    for (let index = 0; index < 120; index++) await upload('created', clock.now());
    const lease = await services.locks.acquire(`upload:${busy.id}`, 'a-load', 60_000);
    expect(await expireUploads(services, never)).toBe(120);
    expect(await fixture.objectKeys()).toEqual([busy.object_key]);
    if (lease) await services.locks.release(lease);
    expect(await expireUploads(services, never)).toBe(1);
  });

  test('collects the bytes of a loaded upload, and keeps its row, which answers a repeated load', async () => {
    const { services, clock } = fixture;
    await upload('consumed', clock.now() + 7 * dayMs);
    const ready = await upload('ready', clock.now() + 7 * dayMs);
    clock.advance(graceMs + 1);
    await collect(services, never);
    expect(await fixture.objectKeys()).toEqual([ready.object_key]);
    expect(await count('uploads')).toBe(2);
  });

  test('collects PUTs and multipart uploads of sessions that are gone, and never those of an open one', async () => {
    const { services, clock } = fixture;
    const { objects } = services;
    const open = await upload('created', clock.now() + dayMs);
    const waiting = await putIncoming(open.object_key);
    await putIncoming(uploadKey(newId('upload')));
    const accepted = await upload('ready', clock.now() + dayMs);
    await putIncoming(accepted.object_key);
    const openParts = await objects.createMultipart(open.object_key);
    await objects.createMultipart(uploadKey(newId('upload')));
    const multiparts = async () => {
      const ids: string[] = [];
      for await (const { multipartId } of objects.listMultiparts('')) ids.push(multipartId);
      return ids;
    };
    clock.advance(graceMs);
    await collect(services, never);
    expect(await fixture.objectKeys('incoming/')).toHaveLength(3);
    expect(await multiparts()).toHaveLength(2);
    clock.advance(1);
    await collect(services, never);
    expect((await fixture.objectKeys()).sort()).toEqual([waiting, accepted.object_key].sort());
    expect(await multiparts()).toEqual([openParts]);
  });

  test('collects objects that a crash left without a name, and only once they are old', async () => {
    const { services, clock } = fixture;
    const { id, lakeId } = await fixture.database(workspaceId);
    const kept = [await fixture.load(lakeId, 't'), await result(id, null)];
    await fixture.store(`lakes/${lakeId}/${newObjectName()}.parquet`);
    await fixture.store(resultKey(workspaceId, newId('result')));
    await fixture.store(uploadKey(newId('upload')));
    const removed = async () =>
      (await collect(services, never)) + Number(await collectOrphans(services, graceMs, never));
    clock.advance(graceMs);
    expect(await removed()).toBe(0);
    expect(await fixture.objectKeys()).toHaveLength(5);
    clock.advance(1);
    expect(await removed()).toBe(3);
    expect((await fixture.objectKeys()).sort()).toEqual(kept.sort());
  });

  /** An attached managed connection, a context, a batch, and usage of removed runs. */
  async function fillNewTables(databaseId: string): Promise<void> {
    const { clock, metadata } = fixture;
    const id = newId('connection');
    await metadata.transaction(async (trx) => {
      const connection = {
        id,
        workspace_id: workspaceId,
        name: 'c',
        source_type: 'managed',
        config: '{}',
      };
      await trx
        .insertInto('connections')
        .values({ ...connection, database_id: null, created_at: clock.now() })
        .execute();
      await createLakes(trx, [{ id, workspaceId, schemas: [] }], clock.now());
      const attachment = {
        database_id: databaseId,
        connection_id: id,
        alias: null,
        catalog_name: 'c',
      };
      await trx
        .insertInto('database_attachments')
        .values({ ...attachment, attached_at: 0 })
        .execute();
      const context = {
        database_id: databaseId,
        name: 'n',
        content: 'x',
        length: 1,
        updated_at: 0,
      };
      await trx.insertInto('database_contexts').values(context).execute();
      await trx.insertInto('database_batches').values(batchRow()).execute();
      const usage = {
        workspace_id: workspaceId,
        minute: clock.now(),
        query_count: 1,
        bytes_scanned: 1,
      };
      await trx.insertInto('removed_run_usage').values(usage).execute();
      const embedded = { workspace_id: workspaceId, minute: clock.now() };
      await trx
        .insertInto('embedding_usage')
        .values({ ...embedded, text_count: 1, token_count: 1 })
        .execute();
      await insertSavedQuery(trx, savedQueryRow(), { sql: 'SELECT saved', classification: null });
    });
  }

  const savedQueryRow = () => ({
    id: newId('savedQuery'),
    workspace_id: workspaceId,
    name: 'q',
    description: '',
    tags: '[]',
    latest_version: 1,
    category_override: null,
    table_size_override: null,
    created_at: 0,
    updated_at: 0,
  });

  const batchRow = () => ({
    id: newId('batch'),
    workspace_id: workspaceId,
    job_id: 'jobqended',
    count: 1,
    created_count: 1,
    cancel_requested: 0 as const,
    name_template: null,
    template: '{}',
    expires_at: null,
    idempotency_key: newId('batch'),
    created_by: 'tokn',
    created_at: fixture.clock.now(),
    deleted_at: null as number | null,
  });

  test('removes everything of a deleted workspace and nothing else', async () => {
    const { services, clock, metadata } = fixture;
    const { db } = metadata;
    const fill = async () => {
      const { id, lakeId } = await fixture.database(workspaceId);
      await upload('ready', clock.now() + 100 * dayMs);
      await fillNewTables(id);
      await services.jobs.enqueue({
        jobType: 'managed_load',
        workspaceId,
        listed: true,
        runAt: clock.now() + dayMs,
      });
      return { id, keys: [await fixture.load(lakeId, 't'), await result(id, null)] };
    };
    await fill();
    await db
      .updateTable('workspaces')
      .set({ deleted_at: clock.now() })
      .where('id', '=', workspaceId)
      .execute();
    const gone = workspaceId;
    workspaceId = await fixture.workspace();
    const kept = await fill();
    for (const sweep of [
      removeDeletedWorkspaces,
      removeRowsOfGoneDatabases,
      removeDeletedWorkspaces,
    ])
      await sweep(services, never);
    clock.advance(graceMs + 1);
    await collect(services, never);
    expect(
      (await fixture.objectKeys()).filter((key) => !key.startsWith('uploads/')).sort(),
    ).toEqual(kept.keys.sort());
    expect(await fixture.objectKeys('uploads/')).toHaveLength(1);
    for (const table of ['database_contexts', 'database_attachments'] as const) {
      expect(await db.selectFrom(table).select('database_id').execute(), table).toEqual([
        { database_id: kept.id },
      ]);
    }
    const withoutLakes = await db
      .selectFrom('lake_snapshots')
      .select('lake_id')
      .distinct()
      .execute();
    expect(withoutLakes).toHaveLength(2);
    expect(await db.selectFrom('workspaces').select('id').execute()).toEqual([{ id: workspaceId }]);
    const tables = [
      'databases',
      'database_batches',
      'connections',
      'lakes',
      'uploads',
      'jobs',
      'sql_texts',
      'query_runs',
      'removed_run_usage',
      'embedding_usage',
      'results',
      'saved_queries',
    ] as const;
    for (const table of tables) {
      const rows = await db.selectFrom(table).select('workspace_id').distinct().execute();
      expect(
        rows.map((row) => row.workspace_id),
        `${table} of ${gone}`,
      ).toEqual([workspaceId]);
    }
  });

  test('ends what a dead node left, and nothing of a live one', async () => {
    const { services, clock, metadata } = fixture;
    const { id } = await fixture.database(workspaceId);
    const dead = fixture.node();
    await dead.nodes.register(dead.nodeId);
    clock.advance(31_000);
    await services.nodes.register(services.nodeId);
    const runs = { dead: await run(id, dead.nodeId), live: await run(id, services.nodeId) };
    await dead.locks.acquire('load:x/main.t', dead.nodeId, dayMs);
    const held = await services.locks.acquire('load:x/main.u', services.nodeId, dayMs);
    await dead.jobs.enqueue({ jobType: 'managed_load' });
    await dead.jobs.claim(dead.nodeId, dayMs, ['managed_load']);
    expect(await recoverFromDeadNodes(services, 30_000)).toBe(1);

    const rows = await metadata.db.selectFrom('query_runs').select(['id', 'status']).execute();
    expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
      [runs.dead]: 'interrupted',
      [runs.live]: 'running',
    });
    expect(await services.locks.acquire('load:x/main.t', services.nodeId, 1000)).not.toBeNull();
    expect(held && (await services.locks.renew(held, 1000))).toBe(true);
    expect(await services.jobs.endExpiredLeases()).toBe(1);
    expect(await services.jobs.claim(services.nodeId, 1000, ['managed_load'])).not.toBeNull();
    const nodes = await metadata.db.selectFrom('nodes').select('id').execute();
    expect(nodes).toEqual([{ id: services.nodeId }]);
  });

  test('removes released locks of uploads and lakes that are gone, behind many of those that are there', async () => {
    const { services, metadata } = fixture;
    const { lakeId } = await fixture.database(workspaceId);
    const lock = (name: string, expires_at = 0) => ({
      name,
      owner: 'o',
      fencing_token: 1,
      expires_at,
    });
    const live = Array.from({ length: 600 }, (_, index) => lock(`load:${lakeId}/main.t${index}`));
    const others = [
      lock('upload:upldzz', 9e12),
      lock('schedule:collect'),
      lock('load:connzz/main.t', 9e12),
    ];
    const gone = [
      lock('upload:upldgone'),
      lock('load:connzzgone/main.t'),
      lock('load:conn0gone/main.t'),
    ];
    // A dropped table, or a table that no load made.
    gone.push(lock(`load:${lakeId}/main.gone`), lock(`load:${lakeId}/other.t1`));
    const tables = live.map((_, index) => ({ name: `t${index}`, layout: noLayout }));
    await metadata.transaction((trx) =>
      declareSchema(trx, lakeId, { name: 'elsewhere', tables }, 0),
    );
    await metadata.db
      .updateTable('lake_tables')
      .set({ schema_name: 'main' } as object)
      .execute();
    await metadata.db
      .insertInto('locks')
      .values([...live, ...others])
      .execute();
    await metadata.db.insertInto('locks').values(gone).execute();
    await collect(services, never);
    const left = await metadata.db.selectFrom('locks').select('name').execute();
    expect(left.map((row) => row.name).sort()).toEqual(
      [...live, ...others].map((row) => row.name).sort(),
    );
  });

  test('removes listed jobs 30 days after they ended, unlisted ones after a day, and no job that has not ended', async () => {
    const { services, clock, metadata } = fixture;
    await metadata.transaction(async (trx) => {
      for (const listed of [true, false]) {
        for (let index = 0; index < 600; index++)
          await services.jobs.enqueue({ jobType: 'done', listed }, trx);
        await services.jobs.enqueue({ jobType: 'never', listed }, trx);
      }
    });
    const ended = { status: 'succeeded', completed_at: clock.now() } as const;
    await metadata.db.updateTable('jobs').set(ended).where('job_type', '=', 'done').execute();
    clock.advance(dayMs - 1);
    expect(await removeEndedJobs(services, never)).toBe(0);
    clock.advance(1);
    expect(await removeEndedJobs(services, never)).toBe(600);
    clock.advance(29 * dayMs - 1);
    expect(await removeEndedJobs(services, never)).toBe(0);
    clock.advance(1);
    expect(await removeEndedJobs(services, never)).toBe(600);
    expect(await count('jobs')).toBe(2);
  });

  test('lets the event loop turn between the chunks of a long sweep', async () => {
    const { services, clock } = fixture;
    await fixture.databases(workspaceId, 700, clock.now());
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    let immediates = 0;
    const watch = () => {
      immediates += 1;
      pending = setImmediate(watch);
    };
    let pending = setImmediate(watch);
    expect(await expireDatabases(services, never)).toBe(700);
    expect(await count('databases')).toBe(0);
    expect(await count('lakes')).toBe(700);
    clearInterval(timer);
    clearImmediate(pending);
    expect(immediates).toBeGreaterThan(2);
  });
});
