import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { type LakeFile, liveRowCount, type Manifest, type PartitionKey } from './model.ts';

/** Neighbours in row order, of one partition, that are to become one file. */
export interface FileRun {
  readonly files: readonly PlacedFile[];
}

/** A file of a table with the manifest that it is in. */
export interface PlacedFile {
  readonly file: LakeFile;
  readonly manifest: Manifest;
}

export interface CompactionLimits {
  /** New files grow to about this size. */
  readonly targetFileBytes: number;
  /** Of the files read in one step, unless a single one is larger. */
  readonly stepBytes: number;
  readonly stepFiles: number;
}

interface TableShape {
  readonly manifests: readonly Manifest[];
  /** Of the present version. */
  readonly columns: readonly LakeColumn[];
  readonly partitionBy: readonly PartitionKey[];
  /**
   * Nobody has loaded it for a while: what is left over of it is worth some work now, and not again
   * for each load.
   */
  readonly isQuiet: boolean;
}

/** What opening a file costs, as bytes that could be read in that time. */
const openingBytes = 64 * 1024;
/**
 * A table that is loaded often: so many files together, the largest of them a quarter of all, so
 * that a row is seldom rewritten.
 */
const busyFiles = 8;
const growthPerLevel = 4;
/** A quiet one: fewer, and with no regard to the largest while all are as small as this. */
const quietFiles = 4;
const smallBytes = 32 * 2 ** 20;
/**
 * Rows of a file that are gone, as a share: from here on it is rewritten though it has no
 * neighbours. A scan of it takes eight times as long whatever their number (ADR 11), so a quiet
 * table waits for few, and a small file for none.
 */
const busyGone = 0.2;
const quietGone = 0.01;

/**
 * Whether a table may be worth a compaction, by what a commit knows of it: what it leaves out is
 * never picked. Pure.
 */
export function mayBeWorthCompaction(fileCount: number, hasLostRows: boolean): boolean {
  return hasLostRows || fileCount >= quietFiles;
}

/**
 * What one step of a table's compaction is to do; nothing when the table is well as it is. Files
 * that no reader of the table gains by are left alone: large ones, and few small ones. Pure.
 */
export function planCompaction(table: TableShape, limits: CompactionLimits): FileRun[] {
  const step: FileRun[] = [];
  let [bytes, files] = [0, 0];
  for (const stretch of stretches(table, limits)) {
    for (const run of runsOf(stretch, table.isQuiet, limits)) {
      const runBytes = sum(run.files, ({ file }) => file.sizeBytes);
      const isOver =
        bytes + runBytes > limits.stepBytes || files + run.files.length > limits.stepFiles;
      if (step.length > 0 && isOver) return step;
      step.push(run);
      bytes += runBytes;
      files += run.files.length;
    }
  }
  return step;
}

/**
 * Neighbours that may be put together: in each partition, what lies between two files that are
 * large and clean.
 */
function stretches(
  { manifests, columns, partitionBy, isQuiet }: TableShape,
  limits: CompactionLimits,
): PlacedFile[][] {
  const open = new Map<string, PlacedFile[]>();
  const found: PlacedFile[][] = [];
  for (const manifest of manifests) {
    // The text of a value depends on its type, so it does not tell whether the partitions are the
    // same.
    const isOlder = partitionBy.some(
      ({ column }) => typeOf(manifest.columns, column) !== typeOf(columns, column),
    );
    for (const file of manifest.files) {
      const partition = JSON.stringify(file.partition ?? []);
      const isLeft =
        isOlder || (liveBytes(file) > limits.targetFileBytes / 2 && !isWorn(file, isQuiet));
      const stretch = open.get(partition);
      if (isLeft) open.delete(partition);
      else if (stretch) stretch.push({ file, manifest });
      else {
        const begun = [{ file, manifest }];
        open.set(partition, begun);
        found.push(begun);
      }
    }
  }
  return found;
}

function typeOf(columns: readonly LakeColumn[], name: string): string | undefined {
  return columns.find((column) => column.name === name)?.type;
}

/**
 * Runs of a stretch that are worth their work, none of which becomes more than one file. The last
 * files come first.
 */
function runsOf(
  stretch: readonly PlacedFile[],
  isQuiet: boolean,
  limits: CompactionLimits,
): FileRun[] {
  const runs: FileRun[] = [];
  for (let end = stretch.length; end > 0; ) {
    const start = startOfRun(stretch, end, isQuiet, limits);
    if (start !== null) runs.push({ files: stretch.slice(start, end) });
    end = start ?? end - 1;
  }
  return runs;
}

/**
 * Where the longest run begins that ends before `end` and is worth its work; null where none is.
 */
function startOfRun(
  stretch: readonly PlacedFile[],
  end: number,
  isQuiet: boolean,
  limits: CompactionLimits,
): number | null {
  let [live, stored, total, largest] = [0, 0, 0, 0];
  let isAllWorn = true;
  let found: number | null = null;
  for (let start = end - 1; start >= 0 && end - start <= limits.stepFiles; start -= 1) {
    const file = stretch[start]?.file;
    if (!file) break;
    const count = end - start;
    live += liveBytes(file);
    stored += file.sizeBytes;
    if (count > 1 && (live > limits.targetFileBytes || stored > limits.stepBytes)) break;
    const cost = liveBytes(file) + openingBytes;
    total += cost;
    largest = Math.max(largest, cost);
    isAllWorn &&= isWorn(file, isQuiet);
    const isGrowth = largest * growthPerLevel <= total;
    const isWorth = isQuiet
      ? count >= quietFiles && (isGrowth || live <= smallBytes)
      : count >= busyFiles && isGrowth;
    if (isAllWorn || isWorth) found = start;
  }
  return found;
}

function isWorn(file: LakeFile, isQuiet: boolean): boolean {
  const gone = file.deletes?.rowCount ?? 0;
  if (gone === 0) return false;
  if (isQuiet && file.sizeBytes <= smallBytes) return true;
  return gone >= file.rowCount * (isQuiet ? quietGone : busyGone);
}

function liveBytes(file: LakeFile): number {
  return file.rowCount === 0 ? 0 : (file.sizeBytes * liveRowCount(file)) / file.rowCount;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
