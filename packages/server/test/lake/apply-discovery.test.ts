/** What a discovery makes of the tables that a lake has. */
import { expect, test } from 'vitest';
import { applyDiscovery } from '../../src/lake/apply-discovery.ts';
import { createLakes } from '../../src/lake/declarations.ts';
import type { FoundTable } from '../../src/lake/name-found.ts';
import { readSourceTable } from '../../src/lake/source-tables.ts';
import { createMetadataBackend } from '../metadata/metadata-backends.ts';

const column = { name: 'i', type: 'INTEGER', sourceType: 'int', nullable: true };
const described = (name: string): FoundTable => ({
  schema: 'main',
  name,
  kind: 'table',
  columns: [{ ...column, comment: null, note: null }],
  primaryKey: [],
  comment: null,
  rowEstimate: 3,
});
const undescribed = (name: string): FoundTable => ({
  ...described(name),
  columns: [],
  comment: 'is encrypted',
  rowEstimate: null,
  isUndescribed: true,
});

test('a table that cannot be described any more stays as it was known, and a new one is listed', async () => {
  const backend = await createMetadataBackend('sqlite');
  try {
    const metadata = await backend.openMigrated();
    await metadata.transaction((trx) =>
      createLakes(trx, [{ id: 'lake', workspaceId: 'work1', schemas: [] }], 1),
    );
    const apply = (found: readonly FoundTable[], now: number) =>
      metadata.transaction((trx) => applyDiscovery(trx, 'lake', found, true, now));
    await apply([described('kept'), described('gone')], 2);
    const applied = await apply([undescribed('kept'), undescribed('new')], 3);
    expect(applied).toEqual({ discovered: 2, added: 1, modified: 0, removed: 1 });
    const rows = await metadata.db
      .selectFrom('lake_tables')
      .select(['name', 'source'])
      .orderBy('name')
      .execute();
    expect(rows.map(({ name, source }) => [name, readSourceTable(source)])).toEqual([
      ['kept', expect.objectContaining({ columns: described('kept').columns, comment: null })],
      ['new', expect.objectContaining({ columns: [], comment: 'is encrypted' })],
    ]);
  } finally {
    await backend.remove();
  }
});
