import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { dropTable } from '../../src/lake/declarations.ts';
import { removeEndedJobs } from '../../src/maintenance/remove-ended-jobs.ts';
import { removeRowsOfGoneDatabases } from '../../src/maintenance/remove-gone-databases.ts';
import { collect } from '../../src/maintenance/sweeps.ts';
import { insertRun } from '../../src/metadata/query-run-store.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { uploadKey } from '../../src/objects/keys.ts';
import type { OperationRequest } from '../../src/operations/operation.ts';
import { getUsage } from '../../src/operations/usage/get-usage.ts';
import { getUsageDays } from '../../src/operations/usage/get-usage-days.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

/** Size that the fixture states for each committed file. */
const fileBytes = 5;

describe.each(metadataKinds)('usage on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

  async function usage(since?: string, workspace = workspaceId) {
    const request = {
      scope: { workspaceId: workspace },
      query: since === undefined ? {} : { since },
    };
    const reply = await getUsage(
      fixture.services,
      request as unknown as OperationRequest<'usage.get'>,
    );
    if (!('body' in reply)) throw new Error('a body');
    return reply.body;
  }

  async function run(
    databaseId: string,
    status: 'succeeded' | 'failed' | 'cancelled',
    bytes: number | null,
  ) {
    const id = newId('queryRun');
    const { db } = fixture.metadata;
    const origin = {
      workspaceId,
      databaseId,
      nodeId: 'n',
      userId: 'u',
      traceId: null,
      savedQuery: null,
    };
    await insertRun(fixture.metadata, {
      ...origin,
      id,
      sql: 'SELECT 1',
      dialect: 'hotsql',
      now: fixture.clock.now(),
    });
    await db
      .updateTable('query_runs')
      .set({ status, bytes_scanned: bytes })
      .where('id', '=', id)
      .execute();
  }

  const at = (instant: number) => new Date(instant).toISOString();

  test('tells a year by as many statements as its runs take, between which others have their turn', async () => {
    const { services, clock, metadata } = fixture;
    const { id } = await fixture.database(workspaceId);
    await run(id, 'succeeded', 3);
    const first = await metadata.db.selectFrom('query_runs').selectAll().executeTakeFirstOrThrow();
    // Half an hour apart: steps of some thousand runs end within a day.
    const [runs, apartMs, dayRuns] = [4500, 1_800_000, 48];
    const today = clock.now() - (clock.now() % dayMs);
    const rows = Array.from({ length: runs }, (_, index) => ({
      ...first,
      id: newId('queryRun'),
      created_at: today - 1 - index * apartMs,
    }));
    for (let start = 0; start < runs; start += 500)
      await metadata.db
        .insertInto('query_runs')
        .values(rows.slice(start, start + 500))
        .execute();
    let statements = 0;
    const db = metadata.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    let turns = 0;
    const watch = () => {
      turns += 1;
      pending = setImmediate(watch);
    };
    let pending = setImmediate(watch);
    const request = { scope: { workspaceId }, query: { since: at(today - 365 * dayMs) } };
    const reply = await getUsageDays(
      { ...services, metadata: { db } as typeof metadata },
      request as unknown as OperationRequest<'usage.getDays'>,
    );
    clearImmediate(pending);
    if (!('body' in reply) || reply.status !== 200) throw new Error('the days');
    const { days } = reply.body;
    expect(days).toHaveLength(366);
    const whole = Math.floor(runs / dayRuns);
    expect(days.slice(365 - whole, 365).map((day) => day.query_count)).toEqual(
      new Array(whole).fill(dayRuns),
    );
    expect(days.at(-1)).toMatchObject({ query_count: 1, bytes_scanned: 3 });
    expect(days.reduce((sum, day) => sum + day.bytes_scanned, 0)).toBe((runs + 1) * 3);
    expect(statements).toBeLessThan(12);
    expect(turns).toBeGreaterThan(1);
  });

  test('counts runs that succeeded or failed since an instant, and adds up what they read', async () => {
    const { clock } = fixture;
    const { id } = await fixture.database(workspaceId);
    const other = await fixture.workspace();
    await run(id, 'succeeded', 100);
    clock.advance(1000);
    const second = clock.now();
    await run(id, 'failed', null);
    await run(id, 'cancelled', 50);
    await run(id, 'succeeded', 7);
    expect(await usage()).toMatchObject({ query_count: 3, bytes_scanned: 107 });
    expect(await usage(at(second))).toMatchObject({
      since: at(second),
      query_count: 2,
      bytes_scanned: 7,
    });
    expect(await usage(at(second + 1))).toMatchObject({ query_count: 0, bytes_scanned: 0 });
    expect(await usage(undefined, other)).toMatchObject({
      query_count: 0,
      bytes_scanned: 0,
      storage_bytes: 0,
    });
  });

  test('begins with the month, UTC, unless told otherwise', async () => {
    expect((await usage()).since).toBe('2023-11-01T00:00:00.000Z');
    expect((await usage('2023-11-05')).since).toBe('2023-11-05T00:00:00.000Z');
    expect((await usage('2023-11-05T12:00:00+02:00')).since).toBe('2023-11-05T10:00:00.000Z');
    // Python's print of a time without a zone.
    expect((await usage('2023-11-05T12:00:00')).since).toBe('2023-11-05T12:00:00.000Z');
    expect((await usage('2023-11-05 12:00:00.250')).since).toBe('2023-11-05T12:00:00.250Z');
  });

  test('does not shrink when a database is deleted and its runs are removed', async () => {
    const { clock, services, metadata } = fixture;
    const [gone, kept] = [await fixture.database(workspaceId), await fixture.database(workspaceId)];
    const startedAt = clock.now();
    for (let index = 0; index < 3; index++) {
      await run(gone.id, 'succeeded', 10);
      await run(gone.id, 'failed', null);
      await run(gone.id, 'cancelled', 99);
      clock.advance(60_000);
    }
    await run(kept.id, 'succeeded', 1);
    const before = { query_count: 7, bytes_scanned: 31 };
    expect(await usage()).toMatchObject(before);
    const row = { id: gone.id, default_connection_id: gone.lakeId };
    await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
    expect(await usage()).toMatchObject(before);
    expect(await removeRowsOfGoneDatabases(services, never)).toBe(9);
    expect(await metadata.db.selectFrom('query_runs').select('id').execute()).toHaveLength(1);
    expect(await usage()).toMatchObject(before);
    expect(await usage(at(startedAt + 60_000))).toMatchObject({
      query_count: 5,
      bytes_scanned: 21,
    });
    expect(await usage(at(clock.now()))).toMatchObject({ query_count: 1, bytes_scanned: 1 });
    // The second database's runs in the same minutes add to the stored usage.
    clock.advance(-60_000);
    const late = await fixture.database(workspaceId);
    await run(late.id, 'succeeded', 1_000);
    await metadata.transaction((trx) =>
      removeDatabase(trx, { id: late.id, default_connection_id: late.lakeId }, clock.now()),
    );
    await removeRowsOfGoneDatabases(services, never);
    expect(await usage()).toMatchObject({ query_count: 8, bytes_scanned: 1_031 });
    clock.advance(401 * dayMs);
    await removeEndedJobs(services, never);
    expect(await metadata.db.selectFrom('removed_run_usage').selectAll().execute()).toEqual([]);
  });

  test('adds up more runs than one statement takes', async () => {
    const { id } = await fixture.database(workspaceId);
    await run(id, 'succeeded', 1);
    const { db } = fixture.metadata;
    const template = await db.selectFrom('query_runs').selectAll().executeTakeFirstOrThrow();
    const start = fixture.clock.now();
    for (let made = 0; made < 13_000; made += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        ...template,
        id: newId('queryRun'),
        // 11,000 runs share an instant, more than one statement takes.
        created_at: start + (made < 11_000 ? 5 : 10 + made + index),
      }));
      await db.insertInto('query_runs').values(rows).execute();
    }
    expect(await usage()).toMatchObject({ query_count: 13_001, bytes_scanned: 13_001 });
    expect(await usage(at(start + 6))).toMatchObject({ query_count: 2_000, bytes_scanned: 2_000 });
  });

  test('measures files of tables and uploads that were not loaded, and files that are shared once', async () => {
    const { clock, services, metadata } = fixture;
    const [one, two] = [await fixture.database(workspaceId), await fixture.database(workspaceId)];
    const other = await fixture.workspace();
    const elsewhere = await fixture.database(other);
    expect((await usage()).storage_bytes).toBe(0);
    await fixture.load(one.lakeId, 'a');
    await fixture.load(one.lakeId, 'b');
    await fixture.load(one.lakeId, 'b', 'append');
    await fixture.load(two.lakeId, 'a');
    await fixture.load(elsewhere.lakeId, 'a');
    expect(await usage()).toMatchObject({
      storage_bytes: 4 * fileBytes,
      storage_captured_at: at(clock.now()),
    });
    expect((await usage(undefined, other)).storage_bytes).toBe(fileBytes);

    // A fork: the same versions in another lake.
    const states = await metadata.db
      .selectFrom('lake_table_states')
      .selectAll()
      .where('lake_id', '=', one.lakeId)
      .where('until_snapshot', 'is', null)
      .execute();
    const fork = await fixture.database(workspaceId);
    const copies = states.map((state) => ({
      ...state,
      lake_id: fork.lakeId,
      table_id: newId('table'),
      from_snapshot: 1,
    }));
    await metadata.db.insertInto('lake_table_states').values(copies).execute();
    expect((await usage()).storage_bytes).toBe(4 * fileBytes);

    const upload = {
      workspace_id: workspaceId,
      finalize_token_hash: '',
      mode: 'single' as const,
      object_key: '',
    };
    for (const [status, size] of [
      ['ready', 1_000],
      ['consumed', 20_000],
      ['created', null],
    ] as const) {
      const id = newId('upload');
      const row = { ...upload, id, object_key: uploadKey(id), status, size_bytes: size };
      await metadata.db
        .insertInto('uploads')
        .values({ ...row, created_at: 0, expires_at: 9e12 })
        .execute();
    }
    expect((await usage()).storage_bytes).toBe(4 * fileBytes + 1_000);

    // A dropped table counts as long as its snapshot is kept.
    await metadata.transaction((trx) => dropTable(trx, two.lakeId, 'main', 'a', clock.now()));
    expect((await usage()).storage_bytes).toBe(4 * fileBytes + 1_000);
    clock.advance(7 * dayMs + graceMs + 1);
    await collect(services, never);
    expect((await usage()).storage_bytes).toBe(3 * fileBytes + 1_000);
    await metadata.transaction((trx) =>
      removeDatabase(trx, { id: one.id, default_connection_id: one.lakeId }, clock.now()),
    );
    expect((await usage()).storage_bytes).toBe(3 * fileBytes + 1_000);
    await metadata.transaction((trx) =>
      removeDatabase(trx, { id: fork.id, default_connection_id: fork.lakeId }, clock.now()),
    );
    expect((await usage()).storage_bytes).toBe(1_000);
  });

  test('measures a thousand databases in pages, once for callers that come together', async () => {
    await fixture.databases(workspaceId, 1_200, null);
    const lakes = await fixture.metadata.db
      .selectFrom('lakes')
      .select('id')
      .orderBy('id')
      .execute();
    for (const index of [0, 400, 1_199]) await fixture.load(lakes[index]?.id ?? '', 't');
    const answers = await Promise.all([usage(), usage(), usage()]);
    for (const answer of answers) expect(answer.storage_bytes).toBe(3 * fileBytes);
  });
});
