import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { pages } from '../metadata/sweep-rows.ts';

/** A manifest has up to 1,000 files with their statistics: some 500 kB of text. */
const manifestsPerStep = 20;

export interface ManifestKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

/** All manifests, or those of a tree of forks, with the objects that each names. */
export async function* manifestKeys(
  db: MetadataHandle,
  rootId: string | null,
  signal: AbortSignal,
): AsyncGenerator<ManifestKeys> {
  const manifests = pages(signal, (after: { id: string } | undefined) =>
    db
      .selectFrom('lake_manifests')
      .select(['id', 'files'])
      .where('id', '>', after?.id ?? '')
      .$if(rootId !== null, (query) => query.where('root_id', '=', rootId ?? ''))
      .orderBy('id')
      .limit(manifestsPerStep)
      .execute(),
  );
  for await (const rows of manifests)
    for (const { id, files } of rows) yield { id, keys: keysIn(files) };
}

/**
 * The object keys of a manifest's files, delete files among them, without parsing it: 1,000 files
 * take 0.1 ms instead of 4 ms. A text inside the JSON has its quotes escaped, so nothing but a
 * field `key` looks like one.
 */
export function keysIn(files: string): string[] {
  return Array.from(files.matchAll(/"key":"([^"\\]+)"/g), ([, key]) => key ?? '');
}
