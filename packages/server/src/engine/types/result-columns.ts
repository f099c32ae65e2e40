/**
 * The columns of a result, with the query's names and types, and as stored. The query task uses the
 * module as follows:
 *
 *   const conversion = convertResult(columns, sources)
 *   no overflowSql:  CREATE TEMP TABLE r AS SELECT <conversion.select> FROM (<query>) AS
 *                    q(<sources>)
 *   overflowSql:     CREATE TEMP TABLE r AS SELECT * FROM (<query>) AS q(<sources>);
 *                    SELECT <conversion.overflowSql> FROM r   -> one row of booleans, one per
 *                    column
 *                    final = convertResult(columns, sources, booleans); the relation is (SELECT
 *                    <final.select> FROM r)
 */
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { arrowTypeName } from './arrow-type.ts';
import { parseType, printType } from './duckdb-type.ts';
import { exactDepth, exactFinding, exactStorage } from './exact-numeric.ts';
import {
  overflowCheck,
  type ResultExpression,
  resultExpression,
  textExpression,
} from './result-expression.ts';
import type { TypedColumn } from './typed-column.ts';
import { heldType, vectorType } from './vector-type.ts';

/** A column of a result, stored as JSON in the result record. */
export interface ResultColumn {
  /** The name on the wire. Two columns may share a name. */
  readonly name: string;
  /** The type in the query. */
  readonly duckdbType: string;
  /** The column's name in the Parquet object, where names are unique without regard to case. */
  readonly storedName: string;
  /** The column's type in the Parquet object, as DuckDB reads it back. */
  readonly storedType: string;
  /** The Arrow name of the stored type (docs/contract/connections.md#arrow-type-names). */
  readonly arrowType: string;
  /** False where the plan of the query proves that the column has no null. */
  readonly nullable: boolean;
}

/** The type of a table with a result's column, including the length of vectors. */
export function tableType({ duckdbType, storedType }: ResultColumn): string {
  const hasLength = vectorType(duckdbType)?.length != null;
  return hasLength && heldType(duckdbType) === storedType ? duckdbType : storedType;
}

export interface ResultConversion {
  readonly columns: readonly ResultColumn[];
  /** The select list from the sources to the stored names. */
  readonly select: string;
  /**
   * A select list with one boolean per column, "a value does not fit its stored type", or a finding
   * (`exactFinding`). Absent when every value fits.
   */
  readonly overflowSql: string | undefined;
}

/**
 * Plans the storage of a query's columns.
 * @param columns the query's names and DuckDB types, in order
 * @param sources SQL of each column in the relation with the rows (`c0`, `"c1"`)
 * @param findings the result of `overflowSql`; a true column is stored whole as text, a column of
 * exact numerics as `exactStorage` says
 */
export function convertResult(
  columns: readonly TypedColumn[],
  sources: readonly string[],
  findings: readonly (boolean | string)[] = [],
): ResultConversion {
  const storedNames = uniqueNames(columns.map((column) => column.name));
  const planned = columns.map((column, index) => {
    const source = sources[index] ?? quoteIdentifier(column.name);
    const depth = exactDepth(column.type);
    const isExact = depth !== undefined;
    const expression = isExact
      ? exactExpression(source, depth, findings[index])
      : expressionOf(source, column, findings[index]);
    const storedName = storedNames[index] ?? column.name;
    const result: ResultColumn = {
      name: column.name,
      duckdbType: isExact ? printType(expression.type) : column.type,
      storedName,
      storedType: printType(expression.type),
      arrowType: arrowTypeName(expression.type),
      nullable: true,
    };
    const overflow = expression.mayOverflow ? overflowOf(source, column) : undefined;
    return { result, select: `${expression.sql} AS ${quoteIdentifier(storedName)}`, overflow };
  });
  const mayOverflow = planned.some((column) => column.overflow !== undefined);
  return {
    columns: planned.map((column) => column.result),
    select: planned.map((column) => column.select).join(', '),
    overflowSql: mayOverflow
      ? planned.map((column) => column.overflow ?? 'false').join(', ')
      : undefined,
  };
}

function expressionOf(
  source: string,
  column: TypedColumn,
  finding: boolean | string | undefined,
): ResultExpression {
  const type = parseType(column.type);
  return finding === true ? textExpression(source, type) : resultExpression(source, type);
}

function exactExpression(
  source: string,
  depth: number,
  finding: boolean | string | undefined,
): ResultExpression {
  const { sql, type } = exactStorage(source, typeof finding === 'string' ? finding : 'text', depth);
  return { sql, type, mayOverflow: true };
}

function overflowOf(source: string, { type }: TypedColumn): string {
  const depth = exactDepth(type);
  return depth !== undefined
    ? exactFinding(source, depth)
    : `coalesce(bool_or(${overflowCheck(source, parseType(type))}), false)`;
}

/**
 * The names, with `_1`, `_2`, ... after repeated names. A stored name is never shorter than the
 * true name, because the Arrow encoder writes the true name over the stored name in place.
 */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names.map(foldName));
  const seen = new Set<string>();
  const nextNumber = new Map<string, number>();
  return names.map((name) => {
    const folded = foldName(name);
    if (name !== '' && !seen.has(folded)) {
      seen.add(folded);
      return name;
    }
    let number = nextNumber.get(folded) ?? 1;
    while (taken.has(`${folded}_${number}`)) number += 1;
    nextNumber.set(folded, number + 1);
    taken.add(`${folded}_${number}`);
    return `${name}_${number}`;
  });
}

/** DuckDB compares names without regard to case. */
function foldName(name: string): string {
  return name.toLowerCase();
}
