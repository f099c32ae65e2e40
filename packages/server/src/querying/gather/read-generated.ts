import type { HasFiles, StoredFile } from '../../engine/engine.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasLog } from '../../kernel/log.ts';
import type { GeneratedColumn, LakeTable } from '../../lake/model.ts';
import { segmentsOf } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { vectorsKeyOf } from '../../metadata/segment-keys.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import type { Plan } from '../../plan/types.ts';
import type { HasDamage } from '../../reading/damage-tally.ts';
import { findIndexFile } from '../../reading/find-index-file.ts';
import type { SelectedFile } from '../../reading/select-files.ts';
import type { ReadGenerated } from '../../reading/table-to-read.ts';

/** Services for reading generated columns of files. */
export type GeneratedServices = HasClock &
  HasDamage &
  HasFiles &
  HasLog &
  HasMetadata &
  HasObjects &
  HasRemembered;

/** A request for a table's generated columns. */
export interface GeneratedReading {
  readonly table: LakeTable;
  readonly files: readonly SelectedFile[];
  readonly plan: Plan;
  /** The query reads an earlier snapshot, whose missing values are never filled in. */
  readonly isPast: boolean;
  /** The table's name in messages. */
  readonly subject: string;
}

/**
 * The generated columns that a text may read, with the values for the given files. Throws 503 for
 * damaged values, and for missing values of a column that must always be complete.
 */
export async function readGenerated(
  services: GeneratedServices,
  { table, files, plan, isPast, subject }: GeneratedReading,
): Promise<readonly ReadGenerated[]> {
  const names = plan.columnNames && new Set(plan.columnNames);
  const read = (table.generated ?? []).filter(({ name }) => names?.has(name.toLowerCase()) ?? true);
  return Promise.all(
    read.map(async (column) => {
      const values = await findValues(services, column, files, subject);
      const isWhole = column.mayWait || isPast || plan.statementKind !== 'select';
      const missing = isWhole ? undefined : files.find(({ file }) => !values.has(file.key));
      if (missing !== undefined)
        throw unavailable(`Column '${column.name}' of ${subject} is being filled; try again`);
      return { column, values };
    }),
  );
}

async function findValues(
  services: GeneratedServices,
  { name, definitionId }: GeneratedColumn,
  files: readonly SelectedFile[],
  subject: string,
): Promise<Map<string, StoredFile>> {
  const segments = await services.remembered.segments.get(definitionId, () =>
    segmentsOf(services.metadata.db, definitionId),
  );
  let byFile = new Map((segments ?? []).map((segment) => [segment.file_key, segment]));
  // Cached segments may be older than files that another node has just published.
  if (files.some(({ file: { key } }) => !byFile.has(vectorsKeyOf(key)))) {
    const now = await segmentsOf(services.metadata.db, definitionId);
    byFile = new Map(now.map((segment) => [segment.file_key, segment]));
  }
  const values = new Map<string, StoredFile>();
  const looking = files.map(async ({ file: { key } }) => {
    const segment = byFile.get(vectorsKeyOf(key));
    // Values and segment are published together: values alone mean a lost segment.
    if (segment === undefined && !byFile.has(key)) return;
    const file = segment && (await findIndexFile(services, segment, [segment]));
    if (file === undefined || !(file.isWhole ?? (await file.check())))
      throw unavailable(
        `The values of column '${name}' of ${subject} are damaged and are being made again; try again`,
      );
    values.set(key, file.file);
  });
  await Promise.all(looking);
  return values;
}

const unavailable = (message: string) =>
  new QuernError('SERVICE_UNAVAILABLE', message, { retryAfterS: 2 });
