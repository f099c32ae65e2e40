import type { LakeCatalog, LakeTable } from './model.ts';

/** A catalog never changes, and a query looks up each of its tables several times. */
const known = new WeakMap<LakeCatalog, ReadonlyMap<string, LakeTable>>();

/** The tables of a catalog by table id. Each catalog is indexed once. */
export function tablesById(catalog: LakeCatalog): ReadonlyMap<string, LakeTable> {
  const indexed = known.get(catalog);
  if (indexed) return indexed;
  const tables = new Map(
    [...catalog.schemas.values()].flatMap((schema) =>
      [...schema.values()].map((table) => [table.id, table]),
    ),
  );
  known.set(catalog, tables);
  return tables;
}
