import { describe, expect, test } from 'vitest';
import { type MetadataTable, ownership } from '../../src/maintenance/ownership.ts';
import { createMigratedBackend } from '../metadata/metadata-backends.ts';

/** The owners of a table's rows, the nearest first. */
function ownersOf(table: MetadataTable): MetadataTable[] {
  const { owner } = ownership[table];
  return owner === null ? [] : [owner, ...ownersOf(owner)];
}

/** Notes that outlive their object, and go by age. */
const outlive: ReadonlySet<string> = new Set(['lake_compactions', 'database_lineage']);

describe('who owns what', () => {
  test('is said of every table, and agrees with the ids that its rows have', async () => {
    const backend = await createMigratedBackend('sqlite');
    const { db } = await backend.openMigrated();
    const tables = (await db.introspection.getTables()).filter(({ name }) => name in ownership);
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(ownership).sort());
    for (const { name, columns } of tables.filter((table) => !outlive.has(table.name))) {
      const owners = ownersOf(name as MetadataTable);
      const ids = columns.map((column) => column.name);
      const named: (MetadataTable | null)[] = [
        ids.includes('workspace_id') ? 'workspaces' : null,
        ids.includes('lake_id') ? 'lakes' : null,
        ids.includes('query_run_id') && name !== 'results' ? 'query_runs' : null,
      ];
      expect([name, named.filter((owner) => owner !== null && !owners.includes(owner))]).toEqual([
        name,
        [],
      ]);
    }
    await backend.remove();
  });
});
