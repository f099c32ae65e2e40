import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { readSchema } from '../ingest/inspect-parquet.ts';
import { markUntyped, withLeaves } from '../ingest/leaf-types.ts';
import { type ColumnValues, seenLeaf } from '../ingest/seen-leaf.ts';
import { isWithoutValue, noValue } from '../ingest/type-merge.ts';
import type { Task } from '../task.ts';
import { type DuckdbType, parseType, printType } from '../types/duckdb-type.ts';
import { heldType } from '../types/vector-type.ts';

export interface LookAtPartsRequest {
  /** Parquet files with exactly the given columns in the given order. */
  readonly paths: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Names of the columns to examine. */
  readonly wanted: readonly string[];
}

/**
 * The type that each wanted column's values need (`KnownType.seen`), from the footers' statistics
 * of each part. Without statistics, the column's own type.
 */
export const lookAtParts: Task<LookAtPartsRequest, readonly string[]> = async (
  { connection },
  { paths, columns, wanted },
) => {
  const own = columns.map(({ type }) => parseType(heldType(type)));
  const found = (await seenTypes(connection, paths, own)) ?? own;
  const seen: string[] = [];
  for (const name of wanted) {
    const index = columns.findIndex((column) => column.name === name);
    const type = found[index] ?? noValue;
    const isEmpty = hasNoLeafValue(type) && (await hasNoValue(connection, paths, name));
    seen.push(printType(isEmpty ? noValue : type));
  }
  return seen;
};

async function seenTypes(
  connection: DuckDBConnection,
  paths: readonly string[],
  own: readonly DuckdbType[],
): Promise<readonly DuckdbType[] | null> {
  const [first = ''] = paths;
  const { leaves } = await readSchema(connection, first);
  const values = await valuesOfLeaves(connection, paths);
  const typed = markUntyped(own, leaves);
  return withLeaves(typed, leaves.length, (leaf, index) => seenLeaf(leaf, values.get(index)));
}

/** The facts by number of the leaf. Without statistics in some file, a leaf has no facts. */
async function valuesOfLeaves(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<ReadonlyMap<number, ColumnValues>> {
  const list = `[${paths.map(quoteLiteral).join(', ')}]`;
  const [least, greatest] = [
    'coalesce(stats_min_value, stats_min)',
    'coalesce(stats_max_value, stats_max)',
  ];
  const digits = (bound: string) => `max(length(split_part(ltrim(${bound}, '-'), '.', 1)))`;
  const reader = await connection.runAndReadAll(
    `SELECT column_id, bool_and(stats_null_count IS NOT NULL AND stats_null_count >= num_values), ` +
      `min(TRY_CAST(${least} AS HUGEINT)), max(TRY_CAST(${greatest} AS HUGEINT)), ` +
      `greatest(${digits(least)}, ${digits(greatest)}), ` +
      `bool_and((${least} IS NOT NULL AND ${greatest} IS NOT NULL) OR coalesce(stats_null_count >= num_values, false)) ` +
      `FROM parquet_metadata(${list}) GROUP BY column_id`,
  );
  return new Map(
    reader.getRows().map(([leaf, isEmpty, min, max, digitCount, isBounded]) => [
      Number(leaf),
      {
        isEmpty: isEmpty === true,
        ...(isBounded === true &&
          typeof min === 'bigint' &&
          typeof max === 'bigint' && { bounds: { min, max } }),
        ...(isBounded === true && digitCount !== null && { wholeDigits: Number(digitCount) }),
      },
    ]),
  );
}

function hasNoLeafValue(type: DuckdbType): boolean {
  switch (type.kind) {
    case 'list':
      return hasNoLeafValue(type.element);
    case 'map':
      return hasNoLeafValue(type.key) && hasNoLeafValue(type.value);
    case 'struct':
      return type.fields.every((field) => hasNoLeafValue(field.type));
    default:
      return isWithoutValue(type);
  }
}

/** A list or struct may be empty, and an empty list is a value. */
async function hasNoValue(
  connection: DuckDBConnection,
  paths: readonly string[],
  name: string,
): Promise<boolean> {
  const list = `[${paths.map(quoteLiteral).join(', ')}]`;
  const reader = await connection.runAndReadAll(
    `SELECT count(${quoteIdentifier(name)}) = 0 FROM read_parquet(${list}, hive_partitioning = false)`,
  );
  return reader.getRows()[0]?.[0] === true;
}
