import type { CompactionServices } from '../loading/load-services.ts';
import { isSmallFileKey } from '../objects/keys.ts';
import {
  type CompactionContext,
  type CompactionJobPayload,
  compactStep,
  findTable,
} from './compact-table.ts';
import type { SweepTally } from './sweep-tally.ts';

/**
 * Puts the small files of a table's present version into the object store, for readers that reach
 * objects and no metadata. Each file is written anew by a compaction that changes no row. Appends
 * that come meanwhile may leave small files again. Gives whether all were flushed that were there.
 */
export async function flushSmallFiles(
  services: CompactionServices,
  tally: SweepTally,
  place: CompactionJobPayload,
  context: Pick<CompactionContext, 'signal' | 'assertOwned'>,
): Promise<boolean> {
  const table = await findTable(services, place);
  const manifests = table ? await services.lakes.manifestsOf(table.version) : [];
  const keys = manifests.flatMap(({ files }) => files.map(({ key }) => key));
  const only = new Set(keys.filter(isSmallFileKey));
  if (only.size === 0) return true;
  for (;;) {
    const step = await compactStep(services, tally, place, { ...context, only });
    if (step !== 'committed') return step === 'nothing';
  }
}
