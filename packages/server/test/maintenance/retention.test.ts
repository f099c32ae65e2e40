import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { expireRuns, removeUnnamedTexts } from '../../src/maintenance/expire-runs.ts';
import { removeDeadTokens, removeOldReceipts } from '../../src/maintenance/remove-old-records.ts';
import { insertRun } from '../../src/metadata/query-run-store.ts';
import { insertResult, markResultReady } from '../../src/metadata/result-store.ts';
import { insertSavedQuery } from '../../src/metadata/saved-query-store.ts';
import { resultKey } from '../../src/objects/keys.ts';
import { createToken } from '../../src/scope/token-store.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, dayMs, never, type SweepFixture } from './sweep-fixture.ts';

describe.each(metadataKinds)('retention on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

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

  test('removes runs after their retention, those that run or have a result excepted, and usage still counts them', async () => {
    const { services, metadata, clock } = fixture;
    const { id } = await fixture.database(workspaceId);
    const { db } = metadata;
    await result(id, null);
    const [withResult] = await db.selectFrom('query_runs').select('id').execute();
    const running = await run(id, services.nodeId);
    for (let index = 0; index < 1100; index += 1) await run(id, 'ended', `SELECT ${index % 3}`);
    await db
      .updateTable('query_runs')
      .set({ status: 'succeeded', bytes_scanned: 7 })
      .where('node_id', '=', 'ended')
      .execute();
    clock.advance(90 * dayMs - 1);
    const young = await run(id, services.nodeId);
    expect(await expireRuns(services, never)).toBe(0);
    clock.advance(1);
    expect(
      await expireRuns(
        { ...services, settings: { ...services.settings, runRetentionDays: 0 } },
        never,
      ),
    ).toBe(0);
    expect(await expireRuns(services, never)).toBe(1100);
    const left = await db.selectFrom('query_runs').select('id').execute();
    expect(left.map((row) => row.id).sort()).toEqual([withResult?.id, running, young].sort());
    const usage = await db
      .selectFrom('removed_run_usage')
      .select(['query_count', 'bytes_scanned'])
      .execute();
    expect(usage.reduce((sum, row) => sum + row.query_count, 0)).toBe(1100);
    expect(usage.reduce((sum, row) => sum + row.bytes_scanned, 0)).toBe(7700);
  });

  test('removes a text a day after nothing named it any more, and not one that is named again', async () => {
    const { services, metadata, clock } = fixture;
    const { id } = await fixture.database(workspaceId);
    const { db } = metadata;
    const texts = async () =>
      (await db.selectFrom('sql_texts').select('sql_text').execute())
        .map((row) => row.sql_text)
        .sort();
    for (const sql of ['SELECT gone', 'SELECT again', 'SELECT kept', 'SELECT cached'])
      await run(id, services.nodeId, sql);
    await metadata.transaction((trx) =>
      insertSavedQuery(trx, savedQueryRow(), { sql: 'SELECT saved', classification: null }),
    );
    const remove = async (sql: string) =>
      db
        .deleteFrom('query_runs')
        .where(
          'sql_text_id',
          'in',
          db.selectFrom('sql_texts').select('id').where('sql_text', '=', sql),
        )
        .execute();
    for (const sql of ['SELECT gone', 'SELECT again', 'SELECT cached']) await remove(sql);
    expect(await removeUnnamedTexts(services, never)).toBe(0);
    clock.advance(1_800_000);
    await run(id, services.nodeId, 'SELECT cached');
    clock.advance(dayMs - 1_800_001);
    expect(await removeUnnamedTexts(services, never)).toBe(0);
    // Named, and the run gone again: the note was taken off, and another day begins.
    await run(id, services.nodeId, 'SELECT again');
    await remove('SELECT again');
    clock.advance(1);
    expect(await removeUnnamedTexts(services, never)).toBe(1);
    expect(await texts()).toEqual(['SELECT again', 'SELECT cached', 'SELECT kept', 'SELECT saved']);
    await run(id, services.nodeId, 'SELECT gone');
    expect(await texts()).toContain('SELECT gone');
  });

  test('removes receipts of loads and dead tokens 30 days later, and tokens of databases that are gone', async () => {
    const { services, metadata, clock } = fixture;
    const { id, lakeId } = await fixture.database(workspaceId);
    const { db } = metadata;
    const now = clock.now();
    const receipt = {
      lake_id: lakeId,
      schema_name: 'main',
      table_name: 't',
      fingerprint: 'f',
      response: '{}',
    };
    for (const [key, at] of [
      ['old', now],
      ['young', now + 1],
    ] as const) {
      await db
        .insertInto('load_receipts')
        .values({ ...receipt, idempotency_key: key, created_at: at })
        .execute();
    }
    const { id: organizationId } = await db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    const token = async (
      name: string,
      expiresAt: number | null,
      databaseId: string | null = null,
    ) => {
      const kind = databaseId === null ? 'workspace' : 'database';
      const made = {
        kind,
        organizationId,
        workspaceId,
        databaseId,
        name,
        readOnly: false,
        expiresAt,
      } as const;
      return (await createToken(db, made, now)).id;
    };
    await token('expired', now);
    await token('expires later', now + 1);
    await token('of the database', null, id);
    await token('of none', null, 'dbgone');
    const revoked = await token('revoked', null);
    await db.updateTable('tokens').set({ revoked_at: now }).where('id', '=', revoked).execute();
    clock.advance(30 * dayMs - 1);
    expect([
      await removeOldReceipts(services, never),
      await removeDeadTokens(services, never),
    ]).toEqual([0, 1]);
    clock.advance(1);
    expect([
      await removeOldReceipts(services, never),
      await removeDeadTokens(services, never),
    ]).toEqual([1, 2]);
    const names = await db.selectFrom('tokens').select('name').execute();
    expect(names.map(({ name }) => name).sort()).toEqual(['expires later', 'of the database']);
    expect(await db.selectFrom('load_receipts').select('idempotency_key').execute()).toEqual([
      { idempotency_key: 'young' },
    ]);
  });
});
