import { invariant } from '../kernel/invariant.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { type LakeFile, liveRowCount, type Manifest } from './model.ts';

/**
 * Files per manifest. More files are split over several manifests, so a later commit can share the
 * untouched manifests.
 */
export const filesPerManifest = 1000;

/** Minimum number of manifests in a fold. */
const leastFolded = 8;
/** A fold has at least four times the files of its largest manifest. */
const growth = 4;
/** Number of manifests at the end of a version that are candidates for a fold. */
const longestTail = 64;

/** A manifest as stored in its row. */
export interface ManifestText {
  readonly columns: string;
  readonly files: string;
  readonly row_count: number;
  readonly size_bytes: number;
  readonly file_count: number;
  readonly refused_files: number | null;
}

export function manifestText({ columns, files }: Manifest): ManifestText {
  const sum = (of: (file: LakeFile) => number) =>
    files.reduce((total, file) => total + of(file), 0);
  return {
    columns: JSON.stringify(columns),
    files: JSON.stringify(files),
    row_count: sum(liveRowCount),
    size_bytes: sum((file) => file.sizeBytes),
    file_count: files.length,
    refused_files: files.every(({ checksum }) => checksum !== undefined) ? 0 : null,
  };
}

/**
 * The manifests of a version, with small manifests at the end joined into one. Each append adds a
 * manifest, and a version lists all of its manifests. A fold is four times as large as its largest
 * part, so a file is written into about six manifests at most, and a table of n appended files has
 * few manifests. After 5,000 appends of one file, 13 manifests remain, each file was written 4.1
 * times on average, and the last append costs as much as the first.
 */
export async function foldManifests(
  trx: MetadataTransaction,
  manifests: readonly (string | ManifestText)[],
): Promise<readonly (string | ManifestText)[]> {
  if (manifests.length < leastFolded) return manifests;
  const tail = manifests.slice(-longestTail);
  const start = startOfFold(await fileCounts(trx, tail));
  if (start === null) return manifests;
  const folded = join(await readAll(trx, tail.slice(start)));
  return folded === null
    ? manifests
    : [...manifests.slice(0, manifests.length - tail.length + start), folded];
}

/** Start of the longest run at the end that is worth a fold; null if none is. Pure. */
export function startOfFold(counts: readonly number[]): number | null {
  let [total, largest] = [0, 0];
  let found: number | null = null;
  for (let start = counts.length - 1; start >= 0; start -= 1) {
    const count = counts[start] ?? 0;
    total += count;
    largest = Math.max(largest, count);
    if (total > filesPerManifest) break;
    if (counts.length - start >= leastFolded && largest * growth <= total) found = start;
  }
  return found;
}

async function fileCounts(
  trx: MetadataTransaction,
  manifests: readonly (string | ManifestText)[],
): Promise<number[]> {
  const ids = manifests.filter((manifest) => typeof manifest === 'string');
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('lake_manifests')
          .select(['id', 'file_count'])
          .where('id', 'in', ids)
          .execute();
  const counts = new Map(rows.map((row) => [row.id, row.file_count]));
  return manifests.map((manifest) =>
    // A missing manifest is not a candidate.
    typeof manifest === 'string'
      ? (counts.get(manifest) ?? filesPerManifest + 1)
      : manifest.file_count,
  );
}

async function readAll(
  trx: MetadataTransaction,
  manifests: readonly (string | ManifestText)[],
): Promise<ManifestText[]> {
  const ids = manifests.filter((manifest) => typeof manifest === 'string');
  const rows = await trx
    .selectFrom('lake_manifests')
    .select(['id', 'columns', 'files', 'row_count', 'size_bytes', 'file_count', 'refused_files'])
    .where('id', 'in', ids.length === 0 ? [''] : ids)
    .execute();
  const byId = new Map(rows.map(({ id, ...text }) => [id, text]));
  return manifests.map((manifest) => {
    const text = typeof manifest === 'string' ? byId.get(manifest) : manifest;
    invariant(text, 'a manifest that a version names is there');
    return text;
  });
}

/** Joins manifests by their texts, without parsing; null if the columns of the files differ. */
function join(manifests: readonly ManifestText[]): ManifestText | null {
  const columns = manifests[0]?.columns ?? '';
  if (manifests.some((manifest) => manifest.columns !== columns)) return null;
  const sum = (of: (manifest: ManifestText) => number) =>
    manifests.reduce((total, one) => total + of(one), 0);
  return {
    columns,
    files: `[${manifests.flatMap(({ files, file_count }) => (file_count > 0 ? files.slice(1, -1) : [])).join(',')}]`,
    row_count: sum(({ row_count }) => row_count),
    size_bytes: sum(({ size_bytes }) => size_bytes),
    file_count: sum(({ file_count }) => file_count),
    // Only the file itself shows a refusal, so a manifest with a refused file is checked again.
    refused_files: manifests.every(({ refused_files }) => refused_files === 0) ? 0 : null,
  };
}
