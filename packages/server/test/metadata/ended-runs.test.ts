import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { finishRun, insertRun, type RunOutcome } from '../../src/metadata/query-run-store.ts';
import { EndedRuns } from '../../src/querying/keep/ended-runs.ts';
import { createMigratedBackend, type MetadataBackend } from './metadata-backends.ts';

const outcome: RunOutcome = {
  ...{ status: 'succeeded', resultId: null, rowCount: 1, rowsScanned: null, bytesScanned: null },
  ...{ executionTimeMs: 1, serverProcessingMs: 1, errorMessage: null, warningMessage: null },
  databaseSnapshots: null,
};

describe('what lists remember of runs that have ended', () => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  const workspace = { id: 'w', name: 'w', active: 1, favorite: 0, provision_status: 'p' } as const;

  beforeAll(async () => {
    backend = await createMigratedBackend('sqlite');
    metadata = await backend.openMigrated();
    const organization = { id: 'orgn', name: 'o', created_at: 0 };
    await metadata.db.insertInto('organizations').values(organization).execute();
    const row = { ...workspace, organization_id: 'orgn', created_at: 0, deleted_at: null };
    await metadata.db.insertInto('workspaces').values(row).execute();
  });
  afterAll(() => backend.remove());

  const run = async (id: string, sql: string) => {
    const asked = { id, sql, workspaceId: 'w', databaseId: 'db', dialect: 'hotsql' } as const;
    const by = { nodeId: 'node', userId: 'user', traceId: null, savedQuery: null, now: 0 };
    await insertRun(metadata, { ...asked, ...by });
    await finishRun(metadata.db, id, outcome, 1);
  };

  test('is bounded in characters, however many are listed and however long their texts', async () => {
    const runs = new EndedRuns();
    const list = (id: string) => runs.list(metadata.db, 'db', [{ id, created_at: 0 }]);
    const text = (index: number) => `SELECT ${index} -- ${'x'.repeat(50_000)}`;
    for (let index = 0; index < 100; index += 1) {
      await run(`run ${index}`, text(index));
      const [listed] = await list(`run ${index}`);
      expect(listed?.textSize).toBe(text(index).length);
    }
    expect(runs.heldCharacters).toBeLessThanOrEqual(4 * 2 ** 20);
    expect(runs.heldCharacters).toBeGreaterThan(3 * 2 ** 20);
    const held = runs.heldCharacters;
    // A text longer than the cache allows is shown, and evicts nothing.
    await run('long', `SELECT 1 -- ${'x'.repeat(100_000)}`);
    expect((await list('long'))[0]?.textSize).toBeGreaterThan(100_000);
    expect(runs.heldCharacters).toBe(held);
  });
});
