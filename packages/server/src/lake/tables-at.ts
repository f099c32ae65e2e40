import type { MetadataHandle } from '../metadata/open-metadata.ts';

const tableColumns = ['id', 'schema_name', 'name', 'key_columns', 'constant_per_key'] as const;
const layoutColumns = ['partition_by', 'sorted_by'] as const;

/**
 * The tables of a lake at a snapshot, including tables dropped later, each with its version at the
 * time (null: unloaded).
 */
export function tablesAt(db: MetadataHandle, lakeId: string, snapshot: number) {
  const present = db
    .selectFrom('lake_tables')
    .select([...tableColumns, ...layoutColumns])
    .where('lake_id', '=', lakeId)
    .where('from_snapshot', '<=', snapshot);
  const past = db
    .selectFrom('lake_past_tables')
    .select([...tableColumns, ...layoutColumns])
    .where('lake_id', '=', lakeId)
    .where('until_snapshot', '>', snapshot)
    .where('from_snapshot', '<=', snapshot);
  return db
    .selectFrom(present.unionAll(past).as('t'))
    .leftJoin('lake_table_states as s', (join) =>
      join
        .onRef('s.table_id', '=', 't.id')
        .on('s.lake_id', '=', lakeId)
        .on('s.from_snapshot', '<=', snapshot)
        .on((eb) =>
          eb.or([eb('s.until_snapshot', 'is', null), eb('s.until_snapshot', '>', snapshot)]),
        ),
    )
    .leftJoin('lake_versions as v', 'v.id', 's.version_id');
}

/** The schemas of a lake as of a snapshot. */
export function schemasAt(db: MetadataHandle, lakeId: string, snapshot: number) {
  const present = db
    .selectFrom('lake_schemas')
    .select('name')
    .where('lake_id', '=', lakeId)
    .where('from_snapshot', '<=', snapshot);
  const past = db
    .selectFrom('lake_past_schemas')
    .select('name')
    .where('lake_id', '=', lakeId)
    .where('until_snapshot', '>', snapshot)
    .where('from_snapshot', '<=', snapshot);
  return db.selectFrom(present.unionAll(past).as('s'));
}
