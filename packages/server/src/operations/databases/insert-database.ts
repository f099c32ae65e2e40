import { newId } from '../../kernel/ids.ts';
import { createLake } from '../../lake/declarations.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { foldName } from '../../metadata/database-store.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import type { DatabaseTemplate } from './database-template.ts';

export interface NewDatabase {
  readonly workspaceId: string;
  /** null: a label made from the id. */
  readonly name: string | null;
  readonly template: DatabaseTemplate;
  readonly expiresAt: number | null;
  readonly batchId: string | null;
  readonly createdBy: string;
  readonly now: number;
}

/** Makes a database: its row, the hidden connection of its default catalog, and that connection's lake. Metadata only. */
export async function insertDatabase(trx: MetadataTransaction, database: NewDatabase): Promise<DatabaseRow> {
  const id = newId('database');
  const connectionId = newId('connection');
  const name = database.name ?? `database-${id.slice(-8)}`;
  const row: DatabaseRow = {
    id,
    workspace_id: database.workspaceId,
    name,
    name_folded: foldName(name),
    default_catalog: database.template.defaultCatalog,
    default_schema: database.template.defaultSchema,
    default_connection_id: connectionId,
    created_at: database.now,
    expires_at: database.expiresAt,
    batch_id: database.batchId,
    forked_from: null,
    created_by: database.createdBy,
  };
  await trx
    .insertInto('connections')
    .values({
      id: connectionId,
      workspace_id: database.workspaceId,
      name: `__db_${id}`,
      source_type: 'managed',
      config: '{}',
      database_id: id,
      created_at: database.now,
    })
    .execute();
  await createLake(trx, {
    id: connectionId,
    workspaceId: database.workspaceId,
    schemas: database.template.schemas,
    now: database.now,
  });
  await trx.insertInto('databases').values(row).execute();
  return row;
}
