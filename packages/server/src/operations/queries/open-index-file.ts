import { stat } from 'node:fs/promises';
import { LruCache } from '../../kernel/lru-cache.ts';
import { forgetSegments, type SegmentRow } from '../../metadata/index-store.ts';
import { ObjectMissingError } from '../../objects/object-store.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { Services } from '../services.ts';

/** A Parquet file that an index has beside a data file, on local disk. */
export interface IndexFile {
  readonly path: string;
  /** Undefined where nobody has looked at it yet. */
  readonly isWhole: boolean | undefined;
  /** Holds it against its size and SHA-256; one that is damaged is built again. */
  check(): Promise<boolean>;
}

/** By object and the state of its local file: what was checked is not checked again. */
const checked = new LruCache<boolean>(10_000, Number.POSITIVE_INFINITY);
const checking = new Map<string, Promise<boolean>>();

/**
 * Undefined where it is missing; then it is built again, with the other `parts` of its data file.
 */
export async function openIndexFile(
  services: Services,
  pinned: PinnedObjects,
  segment: SegmentRow,
  parts: readonly SegmentRow[],
): Promise<IndexFile | undefined> {
  const { object_key: key, size_bytes: sizeBytes } = segment;
  try {
    const path = await pinned.hold(services.objects.localFile(key), {
      key,
      subject: 'an index',
      sizeBytes,
    });
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    const state = `${key} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    return {
      path,
      isWhole: checked.get(state),
      check: () => checkOnce(services, segment, { path, state, parts }),
    };
  } catch (error) {
    const isGone =
      error instanceof ObjectMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isGone) throw error;
    await forget(services, segment, parts);
    return undefined;
  }
}

interface LocalState {
  readonly path: string;
  readonly state: string;
  readonly parts: readonly SegmentRow[];
}

function checkOnce(services: Services, segment: SegmentRow, local: LocalState): Promise<boolean> {
  const { state } = local;
  const known = checking.get(state);
  if (known) return known;
  const check = checkFile(services, segment, local)
    .then((isWhole) => {
      checked.set(state, isWhole, 1);
      return isWhole;
    })
    .finally(() => checking.delete(state));
  checking.set(state, check);
  return check;
}

async function checkFile(
  services: Services,
  segment: SegmentRow,
  { path, parts }: LocalState,
): Promise<boolean> {
  const { size_bytes: sizeBytes, sha256 } = segment;
  const options = { workspaceId: 'indexes', waitsForTurn: true, subject: 'check of an index' };
  const isWhole = await services.search.run('checkFile', { path, sizeBytes, sha256 }, options);
  if (!isWhole) await forget(services, segment, parts);
  return isWhole;
}

/** Upkeep builds it again, with the other parts of its data file. */
async function forget(
  { metadata, objects, damage, log }: Services,
  segment: SegmentRow,
  parts: readonly SegmentRow[],
): Promise<void> {
  const { object_key: key, definition_id: definitionId } = segment;
  damage.note(key);
  log.error({ object: key }, 'a file of an index is damaged or missing; it is built again');
  await objects.forget(key);
  const keys = parts.map((part) => part.object_key);
  await metadata.transaction((trx) => forgetSegments(trx, definitionId, keys));
}
