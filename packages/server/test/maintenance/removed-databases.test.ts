import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { removeRowsOfGoneDatabases } from '../../src/maintenance/remove-gone-databases.ts';
import { insertRun } from '../../src/metadata/query-run-store.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createSweepFixture, graceMs, never } from './sweep-fixture.ts';

test.each(metadataKinds)(
  'what came late to a removed database is found, and then it is forgotten, on %s',
  async (kind) => {
    const fixture = await createSweepFixture(kind);
    const { services, metadata, clock } = fixture;
    try {
      const workspaceId = await fixture.workspace();
      const { id: databaseId, lakeId } = await fixture.database(workspaceId);
      const remembered = () => metadata.db.selectFrom('removed_databases').select('id').execute();
      const sweep = () => removeRowsOfGoneDatabases(services, never);
      const run = {
        sql: 'SELECT 1',
        dialect: 'hotsql',
        traceId: null,
        savedQuery: null,
        userId: 'u',
        workspaceId,
        databaseId,
      };
      const late = newId('queryRun');
      await metadata.transaction((trx) =>
        removeDatabase(trx, { id: databaseId, default_connection_id: lakeId }, clock.now()),
      );
      expect(await sweep()).toBe(0);
      await insertRun(metadata, { ...run, id: late, nodeId: services.nodeId, now: clock.now() });
      clock.advance(graceMs - 1);
      expect(await sweep()).toBe(0);
      clock.advance(1);
      expect(await sweep()).toBe(0);
      expect(await remembered()).toEqual([{ id: databaseId }]);
      await metadata.db
        .updateTable('query_runs')
        .set({ status: 'interrupted' })
        .where('id', '=', late)
        .execute();
      expect(await sweep()).toBe(1);
      expect(await remembered()).toEqual([]);
    } finally {
      await fixture.remove();
    }
  },
);
