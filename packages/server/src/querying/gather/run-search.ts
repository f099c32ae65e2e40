import type { Asked } from '../../engine/engine.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { isEmbedded } from '../../indexing/index-target.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasLog } from '../../kernel/log.ts';
import { deletesToRead, fileToRead } from '../../lake/file-to-read.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import { forgetSegments, type SegmentRow, segmentsOf } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { vectorsKeyOf } from '../../metadata/segment-keys.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import type { HasDamage } from '../../reading/damage-tally.ts';
import { type SelectedFile, selectFiles, withBesideOf } from '../../reading/select-files.ts';
import type { Hits } from '../../search/hits.ts';
import type {
  SearchedFile,
  SearchReply,
  StoredSegment,
} from '../../search/worker/search-segments.ts';
import type { HasSearch } from '../../search/worker/search-tasks.ts';
import type { PlannedSearch } from '../see/planned-search.ts';

/** The hits of a search; file numbers index `files`, which are all files of the version. */
export interface FoundRows {
  readonly files: readonly SelectedFile[];
  readonly hits: Hits;
  /** Number of files scanned because their segment was missing or damaged. */
  readonly scannedFiles: number;
}

export interface SearchOptions {
  readonly workspaceId: string;
  /** Number of best hits; null: all. */
  readonly limit: number | null;
  /** A bit for each row of each file, set if the row may be a hit; absent: all rows. */
  readonly only?: readonly Uint8Array[] | undefined;
  /** Return the vectors of the hits as well. */
  readonly withVectors?: boolean;
  readonly signal: AbortSignal;
}

/**
 * Searches a version with an index in any state. Files without a segment are scanned, and so are
 * files with a damaged segment, which is then built again. Rows without a vector yet are not found;
 * 503 if existing vectors are damaged.
 */
export async function runSearch(
  services: HasClock &
    HasDamage &
    HasLakes &
    HasLog &
    HasMetadata &
    HasObjects &
    HasRemembered &
    HasSearch,
  search: PlannedSearch,
  options: SearchOptions,
): Promise<FoundRows> {
  const { version, index } = search;
  const files = await selectFiles(services, version, undefined);
  const byFile = await segmentsByFile(services, index.definition_id, files);
  const segments = files.map(({ file }) => byFile.get(file.key));
  // Segment and column values are published together: values alone mean a lost segment.
  const isLost = files.some(
    ({ file: { key } }) => !byFile.has(key) && byFile.has(vectorsKeyOf(key)),
  );
  if (isLost) throw beingMade(search);
  const searched = withBesideOf(files, new Set(definitionOf(index).columns.map(({ id }) => id)));
  const reply = await searchFiles(services, search, { ...options, files: searched, segments });
  await forgetDamaged(services, index.definition_id, reply.damaged);
  // The data file has texts, not vectors, so a scan cannot replace the segment.
  if (reply.damaged.length > 0 && isEmbedded(definitionOf(index))) throw beingMade(search);
  if (reply.hits === undefined) throw new Error('a search has hits');
  return { files, hits: reply.hits, scannedFiles: reply.scannedFiles };
}

const beingMade = ({ index, shown }: PlannedSearch) =>
  new QuernError(
    'SERVICE_UNAVAILABLE',
    `Files of index '${index.name}' of table '${shown}' are damaged and are being made again; try again`,
    { retryAfterS: 2 },
  );

/** Cached segments may be older than files that another node has just published. */
async function segmentsByFile(
  { metadata, remembered }: HasMetadata & HasRemembered,
  definitionId: string,
  files: readonly SelectedFile[],
): Promise<Map<string, SegmentRow>> {
  const read = () => segmentsOf(metadata.db, definitionId);
  const byKey = (rows: readonly SegmentRow[]) => new Map(rows.map((row) => [row.file_key, row]));
  const known = byKey((await remembered.segments.get(definitionId, read)) ?? []);
  return files.every(({ file }) => known.has(file.key)) ? known : byKey(await read());
}

interface SearchedFiles extends SearchOptions {
  readonly files: readonly SelectedFile[];
  /** In the order of `files`. */
  readonly segments: readonly (SegmentRow | undefined)[];
}

/** Fetches only the data files to be scanned: on S3 each one is a download. */
async function searchFiles(
  services: HasSearch,
  search: PlannedSearch,
  searched: SearchedFiles,
): Promise<SearchReply> {
  const needed = new Set(
    searched.segments.flatMap((segment, place) => (segment === undefined ? [place] : [])),
  );
  const reply = await askWorker(services, search, searched, needed);
  if (reply.needed.length === 0) return reply;
  const again = await askWorker(services, search, searched, new Set([...needed, ...reply.needed]));
  return { ...again, damaged: [...new Set([...reply.damaged, ...again.damaged])] };
}

function askWorker(
  { search: workers }: HasSearch,
  { index, query, version, shown }: PlannedSearch,
  { files, segments, workspaceId, limit, only, withVectors, signal }: SearchedFiles,
  needed: ReadonlySet<number>,
): Promise<SearchReply> {
  const subject = `table '${shown}'`;
  const searched = files.map(({ file, written }, place): Asked<SearchedFile> => {
    const { deletes, ...whole } = file;
    const { key, rowCount } = whole;
    const segment = segments[place];
    return {
      key,
      rowCount,
      segment: segment === undefined ? null : segmentToRead(segment),
      only: only?.[place] ?? null,
      deletes:
        deletes === undefined
          ? null
          : { key: deletes.key, path: deletesToRead(deletes, subject), part: deletes.part },
      file: needed.has(place)
        ? {
            ...fileToRead(whole, subject),
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
    ...(withVectors && { withVectors }),
    columns: version.columns.map(({ id, name, type }) => ({ name, type, stored: id })),
    files: searched,
  };
  return workers.run('searchSegments', request, {
    workspaceId,
    signal,
    affinity: index.definition_id,
    subject: 'search',
    diesOf: 'text',
  });
}

/** The reader verifies the SHA-256, and reports a missing file. */
function segmentToRead({
  object_key: key,
  size_bytes: sizeBytes,
  sha256,
}: SegmentRow): Asked<StoredSegment> {
  const path = { key, subject: 'an index', isOptional: true, isUnchecked: true } as const;
  return { key, path, sizeBytes, sha256 };
}

/** Upkeep builds the segments again. */
async function forgetDamaged(
  services: HasClock & HasDamage & HasLog & HasMetadata & HasObjects,
  definitionId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const { metadata, objects, damage, log, clock } = services;
  for (const key of keys) damage.note(key);
  log.error({ objects: keys }, 'segments of an index are damaged or missing; they are built again');
  await Promise.all(keys.map((key) => objects.forget(key)));
  const damaged = { definitionId, objectKeys: keys };
  await metadata.transaction((trx) => forgetSegments(trx, damaged, clock.now()));
}
