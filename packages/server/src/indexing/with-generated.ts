import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { GeneratedColumn, LakeCatalog, LakeTable } from '../lake/model.ts';
import { tablesById } from '../lake/tables-by-id.ts';
import { indexesOfLake } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { generatedColumns } from './generated-column.ts';

type Generated = ReadonlyMap<string, readonly GeneratedColumn[]>;

/** Catalogs are compared by identity by what is remembered of them: each is made once. */
const made = new WeakMap<LakeCatalog, { readonly of: string; readonly lake: LakeCatalog }>();

/**
 * The catalog with the columns that indexes on texts give to its tables. A stored column goes
 * before a generated one of its name, and one whose texts the version does not have is not there.
 */
export function withGenerated(lake: LakeCatalog, generated: Generated): LakeCatalog {
  if (generated.size === 0) return lake;
  const changed = new Map<string, LakeTable>();
  const tables = tablesById(lake);
  for (const [id, columns] of generated) {
    const table = tables.get(id);
    const shown = table ? columnsGenerated(table, columns) : [];
    if (table && shown.length > 0) changed.set(id, { ...table, generated: shown });
  }
  if (changed.size === 0) return lake;
  const of = JSON.stringify([...changed.values()].map(({ id, generated: own }) => [id, own]));
  const known = made.get(lake);
  if (known?.of === of) return known.lake;
  const schemas = [...lake.schemas].map(([name, present]) => {
    const own = [...present].map(([key, table]) => [key, changed.get(table.id) ?? table] as const);
    return [name, new Map(own)] as const;
  });
  const shown = { ...lake, schemas: new Map(schemas) };
  made.set(lake, { of, lake: shown });
  return shown;
}

/** The present catalog of a lake, with these columns; null where the lake is gone. */
export async function readWithGenerated(
  { lakes, metadata }: HasLakes & HasMetadata,
  lakeId: string,
): Promise<LakeCatalog | null> {
  const stored = await lakes.read(lakeId);
  if (!stored) return null;
  return withGenerated(stored, generatedColumns(await indexesOfLake(metadata.db, lakeId)));
}

/** Those of the columns that the table has for a query. */
export function columnsGenerated(
  { version }: LakeTable,
  generated: readonly GeneratedColumn[],
): readonly GeneratedColumn[] {
  if (version === null) return [];
  const names = new Set(version.columns.map(({ name }) => name.toLowerCase()));
  return generated.filter(({ name, sourceId }) => {
    const isShown =
      !names.has(name.toLowerCase()) && version.columns.some(({ id }) => id === sourceId);
    names.add(name.toLowerCase());
    return isShown;
  });
}
