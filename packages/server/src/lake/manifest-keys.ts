import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { pages } from '../metadata/sweep-rows.ts';

/** A manifest has up to 1,000 files with statistics: some 500 kB of text. */
const manifestsPerStep = 20;

export interface ManifestKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

/** All manifests, or the manifests of a tree of forks, with their object keys. */
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
 * The object keys of a manifest's files and delete files, without parsing: 1,000 files take 0.1 ms
 * instead of 4 ms. JSON escapes quotes inside strings, so only a field `key` matches.
 */
export function keysIn(files: string): string[] {
  return Array.from(files.matchAll(/"key":"([^"\\]+)"/g), ([, key]) => key ?? '');
}
