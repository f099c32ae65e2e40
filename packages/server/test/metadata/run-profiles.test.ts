import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import {
  findProfile,
  finishRun,
  insertRun,
  type RunOutcome,
} from '../../src/metadata/query-run-store.ts';
import { removeRuns } from '../../src/metadata/removed-run-usage.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

const outcome: RunOutcome = {
  status: 'succeeded',
  resultId: null,
  rowCount: 1,
  rowsScanned: null,
  bytesScanned: null,
  executionTimeMs: 1,
  serverProcessingMs: 1,
  errorMessage: null,
  warningMessage: null,
  databaseSnapshots: null,
};

describe.each(metadataKinds)('profiles of runs on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  const workspaceId = `profiles-${kind}`;

  beforeAll(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    await metadata.db
      .insertInto('organizations')
      .values({ id: 'orgn', name: 'o', created_at: 0 })
      .execute();
    const row = {
      id: workspaceId,
      organization_id: 'orgn',
      name: 'w',
      active: 1,
      favorite: 0,
    } as const;
    await metadata.db
      .insertInto('workspaces')
      .values({ ...row, provision_status: 'p', created_at: 0, deleted_at: null })
      .execute();
  });
  afterAll(() => backend.remove());

  const insert = (id: string) =>
    insertRun(metadata, {
      id,
      workspaceId,
      databaseId: 'db',
      sql: 'SELECT 1',
      dialect: 'hotsql',
      nodeId: 'node',
      userId: 'user',
      traceId: null,
      savedQuery: null,
      now: 0,
    });

  test('are kept by the end that holds, and go with their run', async () => {
    for (const id of ['with', 'without', 'late']) await insert(id);
    expect(await finishRun(metadata.db, 'with', { ...outcome, profile: '{"a":1}' }, 2)).toBe(true);
    expect(await finishRun(metadata.db, 'without', outcome, 2)).toBe(true);
    await finishRun(metadata.db, 'late', { ...outcome, status: 'cancelled' }, 2);
    expect(await finishRun(metadata.db, 'late', { ...outcome, profile: '{"b":2}' }, 3)).toBe(false);
    const found = await Promise.all(
      ['with', 'without', 'late'].map((id) => findProfile(metadata.db, id)),
    );
    expect(found).toEqual(['{"a":1}', null, null]);
    await metadata.transaction((trx) => removeRuns(trx, ['with', 'late']));
    expect(await metadata.db.selectFrom('query_run_profiles').selectAll().execute()).toEqual([]);
    expect(await metadata.db.selectFrom('query_runs').select('id').execute()).toEqual([
      { id: 'without' },
    ]);
  });
});
