import { newId } from '../kernel/ids.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { tablesAt } from './tables-at.ts';

/**
 * Gives the tables of a new fork the indexes that their source's tables have now, of the same
 * definitions, so that what was built for them serves both. Not those of a table that came later
 * under the name of one that the fork has.
 */
export async function copyIndexes(
  trx: MetadataTransaction,
  {
    id,
    sourceId,
    sourceSnapshot,
    now,
  }: { id: string; sourceId: string; sourceSnapshot: number; now: number },
): Promise<void> {
  const indexes = await trx
    .selectFrom('lake_indexes')
    .selectAll()
    .where('lake_id', '=', sourceId)
    .execute();
  if (indexes.length === 0) return;
  const sources = await tablesAt(trx, sourceId, sourceSnapshot).select('t.id').execute();
  const present = new Set(sources.map((row) => row.id));
  const own = await trx
    .selectFrom('lake_tables')
    .select(['id', 'schema_name', 'name'])
    .where('lake_id', '=', id)
    .execute();
  const tables = new Map(own.map((row) => [`${row.schema_name}.${row.name}`, row.id]));
  for (const index of indexes) {
    const tableId = tables.get(`${index.schema_name}.${index.table_name}`);
    if (tableId === undefined || !present.has(index.table_id)) continue;
    const copy = {
      ...index,
      id: newId('index'),
      lake_id: id,
      table_id: tableId,
      created_at: now,
      updated_at: now,
    };
    // What it lacks is built by upkeep: a fork's index is never half a job of its source's.
    const settled = { status: 'ready' as const, job_id: null };
    await trx
      .insertInto('lake_indexes')
      .values({ ...copy, ...settled })
      .execute();
  }
}
