import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../../kernel/quoting.ts';

/**
 * The bounds of one column's values in one file, as texts of `type`. Without both bounds, nothing
 * is known.
 */
export interface ValueBounds {
  readonly type: string;
  readonly min?: string;
  readonly max?: string;
  /** True where the column may have nulls in the file. */
  readonly hasNull: boolean;
  /** True where the column has only nulls in the file. */
  readonly allNull: boolean;
}

/** The sought values of one column. */
export interface SoughtValues {
  /** A SELECT of one column `x`. */
  readonly select: string;
  /** The column's type. */
  readonly type: string;
  /** The SQL that computes `x` from a value of the column. The bounds are transformed alike. */
  transform(value: string): string;
}

/**
 * A file is compared with only the least and greatest of more values, because sorting the values
 * costs more than the saved reads.
 */
const maxSearched = 200_000;

/** Types whose bounds in DuckDB's text read back as the original value (measured for each). */
const boundedTypes =
  /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG)INT|U?INTEGER|DECIMAL\(\d+,\d+\)|FLOAT|DOUBLE|VARCHAR|DATE|TIME|TIMESTAMP(?:_S|_MS|_NS| WITH TIME ZONE)?|UUID)$/;

/**
 * Indexes of the files that may contain a row with one of the values, by the column's bounds in
 * each file.
 */
export async function filesThatMayHold(
  connection: DuckDBConnection,
  files: readonly ValueBounds[],
  sought: SoughtValues,
): Promise<Set<number>> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE sought AS SELECT DISTINCT x FROM (${sought.select})`,
  );
  const summary = await connection.runAndReadAll(
    'SELECT count(x), count(*) - count(x) FROM sought',
  );
  const [distinct = 0, nulls = 0] = (summary.getRows()[0] ?? []).map(Number);
  const found = new Set<number>();
  const bounded = new Map<string, string[]>();
  for (const [index, { type, min, max, hasNull, allNull }] of files.entries()) {
    if (nulls > 0 && hasNull) found.add(index);
    if (allNull) continue;
    if (min === undefined || max === undefined || !boundedTypes.test(type)) found.add(index);
    else {
      const rows = bounded.get(type) ?? [];
      rows.push(`(${index}, ${quoteLiteral(min)}, ${quoteLiteral(max)})`);
      bounded.set(type, rows);
    }
  }
  if (bounded.size === 0 || distinct === 0) return found;
  const search = distinct <= maxSearched ? searched : compared;
  const reader = await connection.runAndReadAll(search(boundsOf(bounded, sought)));
  for (const [file] of reader.getRows()) found.add(Number(file));
  return found;
}

/**
 * Bounds are read in each file's own type first: the text of a FLOAT read as a DOUBLE would be
 * another number.
 */
function boundsOf(
  bounded: ReadonlyMap<string, readonly string[]>,
  { type, transform }: SoughtValues,
): string {
  const read = (text: string, storedType: string) =>
    transform(`CAST(TRY_CAST(${text} AS ${storedType}) AS ${type})`);
  return [...bounded]
    .map(([storedType, rows]) => {
      const [lo, hi] = [read('lo', storedType), read('hi', storedType)];
      return `SELECT file, ${lo} AS lo, ${hi} AS hi FROM (VALUES ${rows.join(', ')}) AS v(file, lo, hi)`;
    })
    .join(' UNION ALL ');
}

/** A file with an unreadable bound stays included. */
const unread = 'lo IS NULL OR hi IS NULL';

/**
 * The file may contain a value when the least value from the lower bound on is within the upper
 * bound.
 */
function searched(bounds: string): string {
  return (
    `WITH b AS (${bounds}), v AS (SELECT x FROM sought WHERE x IS NOT NULL) ` +
    `SELECT b.file FROM b ASOF JOIN v ON b.lo <= v.x WHERE v.x <= b.hi UNION ALL SELECT file FROM b WHERE ${unread}`
  );
}

function compared(bounds: string): string {
  return (
    `WITH b AS (${bounds}), v AS (SELECT min(x) AS least, max(x) AS greatest FROM sought) ` +
    `SELECT b.file FROM b, v WHERE (b.lo <= v.greatest AND b.hi >= v.least) OR ${unread}`
  );
}
