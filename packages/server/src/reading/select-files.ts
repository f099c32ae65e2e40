import { setImmediate } from 'node:timers/promises';
import type { StoredFile } from '../engine/engine.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import { type LakeFile, sameColumns, type TableVersion } from '../lake/model.ts';
import type { Filter } from '../plan/filters/filter.ts';
import { fileMatcher } from '../plan/filters/match-files.ts';
import { runTimeAt } from '../plan/filters/time-steps.ts';

/**
 * The number of rows from which a query is large. One core aggregates 10M rows in a tenth of a
 * second, so smaller queries delay nobody.
 */
export const largeRows = 10_000_000;

/** A file to read for a query. */
export interface SelectedFile {
  readonly file: LakeFile;
  /** The columns at the time of writing; null where name and type equal the table's. */
  readonly written: readonly LakeColumn[] | null;
  /** Sorted files with the same rows and columns, without files that cannot match. */
  readonly sorted?: readonly { readonly path: StoredFile; readonly rowCount: number }[];
}

/**
 * The files of a table's version, in row order, without files whose statistics rule out every
 * wanted row. Omitted files are neither fetched nor opened.
 */
export async function selectFiles(
  services: HasClock & HasLakes,
  version: TableVersion,
  filters: readonly Filter[] | undefined,
): Promise<readonly SelectedFile[]> {
  const matcher = filters && fileMatcher(filters, version.columns, runTimeAt(services.clock.now()));
  const selected: SelectedFile[] = [];
  let sinceTurn = 0;
  for await (const manifest of services.lakes.eachManifest(version)) {
    const { length } = manifest.files;
    if (matcher !== undefined && sinceTurn > 0 && sinceTurn + length > filesPerTurn) {
      await setImmediate();
      sinceTurn = 0;
    }
    sinceTurn += length;
    const written = sameColumns(manifest.columns, version.columns) ? null : manifest.columns;
    const files = matcher === undefined ? manifest.files : matcher(manifest);
    for (const file of files) selected.push({ file, written });
  }
  return selected;
}

/**
 * The files with the vectors of only the given columns (ids). Vectors that a query does not read
 * may be missing.
 */
export function withBesideOf(
  files: readonly SelectedFile[],
  columns: ReadonlySet<number>,
): readonly SelectedFile[] {
  if (!files.some(({ file }) => file.vectors)) return files;
  return files.map((selected) => {
    const { vectors, ...file } = selected.file;
    if (vectors === undefined) return selected;
    const read = vectors.filter(({ column }) => columns.has(column));
    return { ...selected, file: read.length > 0 ? { ...file, vectors: read } : file };
  });
}

/** The first reading of 1,000 files' statistics takes some milliseconds. */
const filesPerTurn = 1000;
