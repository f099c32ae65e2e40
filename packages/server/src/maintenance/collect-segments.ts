import type { HasMetadata } from '../metadata/open-metadata.ts';
import { leftKeyOf, vectorsKeyOf, vectorsMark } from '../metadata/segment-keys.ts';
import { pages, sweepChunk } from '../metadata/sweep-rows.ts';
import type { HasObjects } from '../objects/object-store.ts';

/**
 * Removes segments of deleted indexes in every lake with such indexes. Returns the number of
 * segments.
 */
export async function collectSegments(
  services: HasMetadata & HasObjects,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services.metadata;
  let removed = 0;
  const unnamed = pages(signal, () =>
    db
      .selectFrom('lake_index_objects as s')
      .select('s.object_key')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('lake_indexes as i')
              .select('i.id')
              .whereRef('i.definition_id', '=', 's.definition_id'),
          ),
        ),
      )
      // The values of a column that outlived its index belong to the files.
      .where(({ not, exists, and, eb, selectFrom }) =>
        not(
          and([
            eb('s.file_key', 'like', `%${vectorsMark}`),
            exists(
              selectFrom('lake_dropped_indexes as d')
                .select('d.id')
                .whereRef('d.definition_id', '=', 's.definition_id'),
            ),
          ]),
        ),
      )
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of unnamed) {
    removed += await removeSegments(
      services,
      rows.map((row) => row.object_key),
    );
  }
  return removed;
}

/** Removes segments of deleted data files. */
export async function removeSegmentsOfFiles(
  services: HasMetadata & HasObjects,
  fileKeys: readonly string[],
): Promise<void> {
  const { db } = services.metadata;
  for (let start = 0; start < fileKeys.length; start += sweepChunk) {
    const chunk = fileKeys.slice(start, start + sweepChunk);
    const rows = await db
      .selectFrom('lake_index_objects')
      .select('object_key')
      .where(
        'file_key',
        'in',
        chunk.flatMap((key) => [key, vectorsKeyOf(key), leftKeyOf(key)]),
      )
      .execute();
    await removeSegments(
      services,
      rows.map((row) => row.object_key),
    );
  }
}

/**
 * Objects first, as with data files. A search with an open segment continues; a later search reads
 * the rows.
 */
async function removeSegments(
  { metadata, objects }: HasMetadata & HasObjects,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  await objects.delete(keys);
  await metadata.db.deleteFrom('lake_index_objects').where('object_key', 'in', keys).execute();
  return keys.length;
}
