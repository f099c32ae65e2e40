import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { isSmallFileKey } from '../objects/keys.ts';
import { type LakeFile, liveRowCount, type Manifest, type PartitionKey } from './model.ts';

/** Files to be joined: neighbours in row order, in one partition. */
export interface FileRun {
  readonly files: readonly PlacedFile[];
}

/** A file of a table with its manifest. */
export interface PlacedFile {
  readonly file: LakeFile;
  readonly manifest: Manifest;
}

export interface CompactionLimits {
  /** Approximate size limit of new files. */
  readonly targetFileBytes: number;
  /** Limits of the input of one step. A single file may exceed the limits. */
  readonly stepBytes: number;
  readonly stepFiles: number;
}

interface TableShape {
  readonly manifests: readonly Manifest[];
  /** Columns of the present version. */
  readonly columns: readonly LakeColumn[];
  readonly partitionBy: readonly PartitionKey[];
  /**
   * True if the table had no load for a while. The remaining small files are then worth a rewrite,
   * which no further load will repeat.
   */
  readonly isQuiet: boolean;
}

/** Cost of opening a file, as the number of bytes that can be read in the same time. */
const openingBytes = 64 * 1024;
/**
 * A frequently loaded table: minimum number of files, of which the largest has at most a quarter of
 * all bytes, so rows are rewritten seldom.
 */
const busyFiles = 8;
const growthPerLevel = 4;
/**
 * A quiet table: a smaller number of files, in any proportion of sizes, while all files are below
 * this size.
 */
const quietFiles = 4;
const smallBytes = 32 * 2 ** 20;
/**
 * Share of deleted rows above which a file is rewritten even without neighbours. Any deletion makes
 * a scan of the file eight times slower (ADR 11), so a quiet table needs few, and a small file any.
 */
const busyGone = 0.2;
const quietGone = 0.01;

/**
 * True if a table may be worth a compaction, by the facts that a commit knows. A table that this
 * function excludes is never picked. Pure.
 */
export function mayBeWorthCompaction(fileCount: number, hasLostRows: boolean): boolean {
  return hasLostRows || fileCount >= quietFiles;
}

/**
 * The work of one compaction step; empty if the table needs none. Files whose rewriting would not
 * help readers stay: large files, and few small files. Pure.
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
 * Neighbours that may be joined: in each partition, the files between two large files without
 * deletions.
 */
function stretches(
  { manifests, columns, partitionBy, isQuiet }: TableShape,
  limits: CompactionLimits,
): PlacedFile[][] {
  const open = new Map<string, PlacedFile[]>();
  const found: PlacedFile[][] = [];
  for (const manifest of manifests) {
    // The text of a value depends on its type, so equal texts do not prove equal partitions.
    const isOlder = partitionBy.some(
      ({ column }) => typeOf(manifest.columns, column) !== typeOf(columns, column),
    );
    for (const file of manifest.files) {
      const partition = JSON.stringify(file.partition ?? []);
      // The next small append may write it again. Files on its two sides keep their order.
      if (!isQuiet && isSmallFileKey(file.key)) {
        open.delete(partition);
        continue;
      }
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
 * Runs of a stretch that are worth a rewrite; each run becomes one file. The last files come first.
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

/** Start of the longest run before `end` that is worth a rewrite; null if none is. */
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
