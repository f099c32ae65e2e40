import type { Metadata } from '../../src/metadata/open-metadata.ts';

const lakeTables = [
  'lakes',
  'lake_snapshots',
  'lake_schemas',
  'lake_past_schemas',
  'lake_tables',
  'lake_past_tables',
  'lake_table_states',
  'lake_versions',
  'lake_manifests',
  'lake_small_files',
  'lake_garbage',
  'lake_compactions',
  'lake_refreshes',
  'lake_found_tables',
  'lake_indexes',
  'lake_index_objects',
  'lake_dropped_indexes',
] as const;

/** Number of rows of every table of lakes. */
export async function rowsOfLakes({ db }: Metadata): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of lakeTables)
    counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
  return counts;
}
