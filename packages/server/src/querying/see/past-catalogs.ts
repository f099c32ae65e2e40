import type { HasSettings } from '../../config/settings.ts';
import { generatedColumns } from '../../indexing/generated-column.ts';
import { withGenerated } from '../../indexing/with-generated.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { GeneratedColumn, LakeCatalog } from '../../lake/model.ts';
import { indexesDroppedAfter } from '../../metadata/dropped-index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { catalogNames } from '../../plan/catalog-names.ts';
import type { BindOptions, TimeTravel, VisibleCatalog } from '../../plan/types.ts';
import { readableSince } from '../../reading/snapshot-retention.ts';
import type { DatabaseView } from './database-view.ts';
import { visibleSchemas } from './read-database-view.ts';

/**
 * Adds to the view the catalogs of AT clauses, each at its snapshot. The binder refuses an unknown
 * catalog. 400 for a snapshot that cannot be read.
 */
export async function addPastCatalogs(
  services: HasClock & HasLakes & HasMetadata & HasSettings,
  view: DatabaseView,
  travels: readonly TimeTravel[],
  { defaultCatalog }: BindOptions,
): Promise<DatabaseView> {
  const names = catalogNames(view.snapshot);
  const catalogs: VisibleCatalog[] = [...view.snapshot.catalogs];
  const lakes = [...view.lakes];
  for (const { mark, catalog, point } of travels) {
    const written = catalog?.name ?? defaultCatalog ?? null;
    const index =
      written === null
        ? view.snapshot.defaultCatalogIndex
        : names.find(written, catalog?.quoted === true)?.index;
    const present = view.snapshot.catalogs[index ?? -1];
    const lakeId = view.lakes[index ?? -1]?.lakeId;
    if (present === undefined || lakeId === undefined) continue;
    const name = present.names[0] ?? '';
    const kind = (await services.lakes.isFetched(lakeId)) ? 'fetched' : 'managed';
    const since = readableSince(services, kind);
    const readability = { subject: `catalog '${name}'`, since, now: services.clock.now() };
    const stored = await services.lakes.readPast(lakeId, point, readability);
    const lake = withGenerated(stored, await generatedAt(services, view, stored));
    const past = { mark, name, snapshot: lake.snapshot };
    catalogs.push({
      names: [mark],
      defaultSchema: present.defaultSchema,
      schemas: visibleSchemas(lake),
      past,
    });
    lakes.push(lake);
  }
  return { ...view, snapshot: { ...view.snapshot, catalogs }, lakes };
}

/** The generated columns of tables, with those of indexes dropped since the snapshot. */
async function generatedAt(
  { metadata }: HasMetadata,
  { generated = new Map() }: DatabaseView,
  { lakeId, snapshot }: LakeCatalog,
): Promise<ReadonlyMap<string, readonly GeneratedColumn[]>> {
  const gone = generatedColumns(await indexesDroppedAfter(metadata.db, lakeId, snapshot));
  const all = new Map(generated);
  for (const [table, columns] of gone) all.set(table, [...columns, ...(all.get(table) ?? [])]);
  return all;
}
