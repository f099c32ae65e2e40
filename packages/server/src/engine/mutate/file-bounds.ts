import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../../kernel/quoting.ts';

/**
 * What the values of one column in one file lie between, as texts of `type`; without both, nothing
 * is known.
 */
export interface ValueBounds {
  readonly type: string;
  readonly min?: string;
  readonly max?: string;
  /** Whether the column may hold nulls in the file. */
  readonly hasNull: boolean;
  /** Whether the column holds nothing but null in the file. */
  readonly allNull: boolean;
}

/** The values that a row to be found may have in one column. */
export interface SoughtValues {
  /** A SELECT of one column `x`. */
  readonly select: string;
  /** Of the column. */
  readonly type: string;
  /** What was done to a value of the column to get `x`, as SQL; the same is done to the bounds. */
  transform(value: string): string;
}

/**
 * Above so many values a file is compared with their least and greatest only: sorting them costs
 * more than it saves.
 */
const maxSearched = 200_000;

/**
 * Types whose bounds, as DuckDB gives them, read back as the value they were (measured for each).
 */
const boundedTypes =
  /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG)INT|U?INTEGER|DECIMAL\(\d+,\d+\)|FLOAT|DOUBLE|VARCHAR|DATE|TIME|TIMESTAMP(?:_S|_MS|_NS| WITH TIME ZONE)?|UUID)$/;

/**
 * Indexes of the files that may hold a row with one of the values, by the bounds of the column in
 * each of them.
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

/** By way of each file's own type: the text of a FLOAT read as a DOUBLE would be another number. */
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

/** A bound that cannot be read leaves the file in. */
const unread = 'lo IS NULL OR hi IS NULL';

/** The least value that is not below the file's least: is it above its greatest? */
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
