import type { HasFiles, StoredFile } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import { forgetSegments, type SegmentRow } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from './damage-tally.ts';

/** A Parquet file of an index for a data file. */
export interface IndexFile {
  readonly file: StoredFile;
  /** Undefined before the first check. */
  readonly isWhole: boolean | undefined;
  /** Compares the file with its size and SHA-256. A damaged file is rebuilt. */
  check(): Promise<boolean>;
}

/**
 * Finds the file. Undefined for a missing file, which is then rebuilt with the other `parts` of its
 * data file.
 */
export async function findIndexFile(
  services: HasClock & HasDamage & HasFiles & HasLog & HasMetadata & HasObjects,
  segment: SegmentRow,
  parts: readonly SegmentRow[],
): Promise<IndexFile | undefined> {
  const { object_key: key, size_bytes: sizeBytes, sha256 } = segment;
  const looked = await services.files.look({ key, sizeBytes, sha256 });
  if (looked === undefined) {
    await forget(services, segment, parts);
    return undefined;
  }
  return {
    file: { key, subject: 'an index', sizeBytes },
    isWhole: looked.isWhole,
    async check() {
      const isWhole = await looked.check();
      if (!isWhole) await forget(services, segment, parts);
      return isWhole;
    },
  };
}

/** Upkeep rebuilds the segment with the other parts of its data file. */
async function forget(
  services: HasClock & HasDamage & HasLog & HasMetadata & HasObjects,
  segment: SegmentRow,
  parts: readonly SegmentRow[],
): Promise<void> {
  const { metadata, objects, damage, log, clock } = services;
  const { object_key: key, definition_id: definitionId } = segment;
  damage.note(key);
  log.error({ object: key }, 'a file of an index is damaged or missing; it is built again');
  await objects.forget(key);
  const objectKeys = parts.map((part) => part.object_key);
  const damaged = { definitionId, objectKeys };
  await metadata.transaction((trx) => forgetSegments(trx, damaged, clock.now()));
}
