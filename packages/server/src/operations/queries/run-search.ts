import { forgetSegments, type SegmentRow, segmentsOf } from '../../metadata/index-store.ts';
import type { LocalFile } from '../../objects/object-store.ts';
import { ObjectMissingError } from '../../objects/object-store.ts';
import type { Hits } from '../../search/hits.ts';
import type {
  SearchedFile,
  SearchReply,
  StoredSegment,
} from '../../search/worker/search-segments.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { Services } from '../services.ts';
import { definitionOf } from '../stored-definition.ts';
import type { PlannedSearch } from './planned-search.ts';
import { type SelectedFile, selectFiles } from './select-files.ts';

/** What a search found: hits by their places among `files`, which are all files of the version. */
export interface FoundRows {
  readonly files: readonly SelectedFile[];
  readonly hits: Hits;
  /** Files that had no segment, or a damaged one, and were read row by row. */
  readonly scannedFiles: number;
}

export interface SearchOptions {
  readonly workspaceId: string;
  /** The best so many; null: all. */
  readonly limit: number | null;
  /** A bit for each row of each of the version's files that is asked for; absent: all are. */
  readonly only?: readonly Uint8Array[] | undefined;
  readonly signal: AbortSignal;
  /** Holds what is read until the search has ended. */
  readonly pinned: PinnedObjects;
}

/**
 * Searches the version, whatever has been built of it: what has no segment is read, and what has a
 * damaged one too, and that is built again.
 */
export async function runSearch(
  services: Services,
  search: PlannedSearch,
  options: SearchOptions,
): Promise<FoundRows> {
  const { version, index } = search;
  const files = await selectFiles(services, version, undefined);
  const rows = await segmentsOf(services.metadata.db, index.definition_id);
  const byFile = new Map(rows.map((row) => [row.file_key, row]));
  const opened: LocalFile[] = [];
  try {
    const segments = files.map(({ file }) => byFile.get(file.key));
    const stored = await Promise.all(
      segments.map((row) => (row ? openSegment(services, row, opened) : null)),
    );
    const missing = segments.flatMap((row, place) =>
      row && stored[place] === null ? [row.object_key] : [],
    );
    const reply = await searchFiles(services, search, { ...options, files, stored });
    await forgetDamaged(services, index.definition_id, [...missing, ...reply.damaged]);
    if (reply.hits === undefined) throw new Error('a search has hits');
    return { files, hits: reply.hits, scannedFiles: reply.scannedFiles };
  } finally {
    for (const file of opened) file.release();
  }
}

interface OpenedFiles extends SearchOptions {
  readonly files: readonly SelectedFile[];
  /** Beside `files`. */
  readonly stored: readonly (StoredSegment | null)[];
}

/** Data files are fetched only where they have to be read: with S3 that is a download. */
async function searchFiles(
  services: Services,
  search: PlannedSearch,
  opened: OpenedFiles,
): Promise<SearchReply> {
  const needed = new Set(
    opened.stored.flatMap((segment, place) => (segment === null ? [place] : [])),
  );
  const reply = await askWorker(services, search, opened, needed);
  if (reply.needed.length === 0) return reply;
  const again = await askWorker(services, search, opened, new Set([...needed, ...reply.needed]));
  return { ...again, damaged: [...new Set([...reply.damaged, ...again.damaged])] };
}

async function askWorker(
  { search: workers }: Services,
  { index, query, version, shown }: PlannedSearch,
  { files, stored, pinned, workspaceId, limit, only, signal }: OpenedFiles,
  needed: ReadonlySet<number>,
): Promise<SearchReply> {
  const subject = `table '${shown}'`;
  const searched = files.map(async ({ file, written }, place): Promise<SearchedFile> => {
    const { key, rowCount, deletes } = file;
    const path =
      deletes &&
      (await pinned.pin({
        key: deletes.key,
        subject,
        sizeBytes: deletes.sizeBytes,
        checksum: deletes.checksum,
      }));
    const isNeeded = needed.has(place);
    const { deletes: _own, ...whole } = file;
    return {
      key,
      rowCount,
      segment: stored[place] ?? null,
      only: only?.[place] ?? null,
      deletes:
        deletes && path !== undefined ? { key: deletes.key, path, part: deletes.part } : null,
      file: isNeeded
        ? {
            ...(await pinned.pinFile(whole, subject)),
            ...(written === null ? { isCurrent: true } : { written }),
          }
        : null,
    };
  });
  const request = {
    definitionId: index.definition_id,
    definition: definitionOf(index),
    query,
    limit,
    columns: version.columns.map(({ id, name, type }) => ({ name, type, stored: id })),
    files: await Promise.all(searched),
  };
  return workers.run('searchSegments', request, {
    workspaceId,
    signal,
    affinity: index.definition_id,
    subject: 'search',
    diesOf: 'text',
  });
}

/** null where it is missing. */
async function openSegment(
  { objects }: Services,
  { object_key: key, size_bytes: sizeBytes, sha256 }: SegmentRow,
  opened: LocalFile[],
): Promise<StoredSegment | null> {
  try {
    const file = await objects.localFile(key);
    opened.push(file);
    return { key, path: file.path, sizeBytes, sha256 };
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}

/** Upkeep builds them again. */
async function forgetDamaged(
  { metadata, objects, damage, log }: Services,
  definitionId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  for (const key of keys) damage.note(key);
  log.error({ objects: keys }, 'segments of an index are damaged or missing; they are built again');
  await Promise.all(keys.map((key) => objects.forget(key)));
  await metadata.transaction((trx) => forgetSegments(trx, definitionId, keys));
}
