import { newId } from '../../kernel/ids.ts';
import { invariant } from '../../kernel/invariant.ts';
import { createLakes } from '../../lake/declarations.ts';
import { insertDefaultConnections } from '../../metadata/connection-store.ts';
import { type DatabaseRow, foldName, insertDatabaseRows } from '../../metadata/database-store.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import type { DatabaseTemplate } from './database-template.ts';
import { derivedName } from './derived-name.ts';

export interface NewDatabase {
  readonly workspaceId: string;
  /** Null for a label made from the id. */
  readonly name: string | null;
  readonly template: DatabaseTemplate;
  readonly expiresAt: number | null;
  readonly batchId: string | null;
  readonly createdBy: string;
  readonly now: number;
}

/**
 * Creates a database: its row, the hidden connection of its default catalog, and the connection's
 * lake. Writes metadata only.
 */
export async function insertDatabase(
  trx: MetadataTransaction,
  database: NewDatabase,
): Promise<DatabaseRow> {
  const [row] = await insertDatabases(trx, database, [database.name]);
  invariant(row, 'one name makes one database');
  return row;
}

/**
 * Creates a database for each of `names`, otherwise alike. One statement per table makes many
 * databases cost little more than one. At most 500.
 */
export async function insertDatabases(
  trx: MetadataTransaction,
  alike: Omit<NewDatabase, 'name'>,
  names: readonly (string | null)[],
): Promise<readonly DatabaseRow[]> {
  const { workspaceId, template, now } = alike;
  const rows = names.map((name) => toRow(alike, name));
  const lakes = rows.map(({ default_connection_id: id }) => ({
    id,
    workspaceId,
    schemas: template.schemas,
  }));
  await insertDefaultConnections(trx, rows);
  await createLakes(trx, lakes, now);
  await insertDatabaseRows(trx, rows);
  return rows;
}

function toRow(alike: Omit<NewDatabase, 'name'>, given: string | null): DatabaseRow {
  const id = newId('database');
  const name = given ?? derivedName(id);
  return {
    id,
    workspace_id: alike.workspaceId,
    name,
    name_folded: foldName(name),
    default_catalog: alike.template.defaultCatalog,
    default_schema: alike.template.defaultSchema,
    default_connection_id: newId('connection'),
    created_at: alike.now,
    expires_at: alike.expiresAt,
    batch_id: alike.batchId,
    forked_from: null,
    created_by: alike.createdBy,
  };
}
