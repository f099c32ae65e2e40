import type { HasFiles, StoredFile } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import { forgetSegments, type SegmentRow } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from './damage-tally.ts';

/** A Parquet file that an index has beside a data file. */
export interface IndexFile {
  readonly file: StoredFile;
  /** Undefined where nobody has looked at it yet. */
  readonly isWhole: boolean | undefined;
  /** Holds it against its size and SHA-256; one that is damaged is built again. */
  check(): Promise<boolean>;
}

/**
 * Undefined where it is missing; then it is built again, with the other `parts` of its data file.
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

/** Upkeep builds it again, with the other parts of its data file. */
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
