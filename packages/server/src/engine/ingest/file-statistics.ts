/**
 * Statistics of one column of one file. `min` and `max` are DuckDB's texts of the values, absent
 * where unknown.
 */
export interface ColumnStatistics {
  readonly min?: string;
  readonly max?: string;
  readonly nullCount: number;
  /** The column has NaNs, which `min` and `max` exclude. */
  readonly nan?: true;
}

/** One file as `COPY ... (RETURN_STATS)` describes files. */
export interface WrittenFile {
  readonly path: string;
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly footerBytes: number;
  /** CRC-32 of the file's bytes. */
  readonly checksum: number;
  /** Statistics by column id; nested columns have none. */
  readonly columns: Readonly<Record<number, ColumnStatistics>>;
  /** One value per partition key, in order; empty for a table without partitions. */
  readonly partitionValues: readonly (string | null)[];
}

/** Longer bounds would enlarge manifests and hardly prune more. */
const maxBoundChars = 64;

type Entry = { readonly key: string; readonly value: unknown };

/**
 * Reads one row of RETURN_STATS from `getRowObjectsJson()`: filename, count, file_size_bytes,
 * footer_size_bytes, column_statistics (a map from the quoted column path to a map of texts).
 */
export function writtenFile(
  row: Readonly<Record<string, unknown>>,
  columns: readonly { readonly id: number; readonly name: string; readonly type: string }[],
): Omit<WrittenFile, 'checksum'> {
  const byPath = new Map(entries(row.column_statistics).map(({ key, value }) => [key, value]));
  const statistics: Record<number, ColumnStatistics> = {};
  for (const { id, name, type } of columns) {
    const found = byPath.get(`"${name.replaceAll('"', '""')}"`);
    if (found !== undefined) statistics[id] = columnStatistics(entries(found), type);
  }
  return {
    path: String(row.filename),
    rowCount: Number(row.count),
    sizeBytes: Number(row.file_size_bytes),
    footerBytes: Number(row.footer_size_bytes),
    columns: statistics,
    partitionValues: [],
  };
}

function columnStatistics(found: readonly Entry[], type: string): ColumnStatistics {
  const texts = new Map(found.map(({ key, value }) => [key, String(value)]));
  const min = bound(texts.get('min'), type, 'min');
  const max = bound(texts.get('max'), type, 'max');
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    nullCount: Number(texts.get('null_count') ?? 0),
    ...(texts.get('has_nan') === 'true' ? { nan: true as const } : {}),
  };
}

/**
 * A text's prefix is a lower bound of the text. No short text is an upper bound, so a long maximum
 * is omitted.
 */
function bound(text: string | undefined, type: string, side: 'min' | 'max'): string | undefined {
  if (text === undefined || text.length <= maxBoundChars) return text;
  return side === 'min' && type === 'VARCHAR'
    ? [...text.slice(0, maxBoundChars)].slice(0, -1).join('')
    : undefined;
}

function entries(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'key' in value && 'value' in value;
}
