import { badRequest } from '../../kernel/errors.ts';
import { isNested } from '../types/cast-between.ts';
import { parseType } from '../types/duckdb-type.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import type { DurationUnit, InspectedColumn } from './file-source.ts';
import { joinTypes } from './type-join.ts';
import { isWithoutValue, type KnownType, mergeTypes } from './type-merge.ts';
import { differInShape, hasJson } from './type-shapes.ts';

/** A column of a table version. `id` is the Parquet field id in the files. */
export interface LakeColumn {
  readonly id: number;
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly nullable: true;
  /** No row ever had a value, and no file declared a type. The first file with a value decides. */
  readonly isUntyped?: true;
  /** The unit of a BIGINT column of durations. Files with another unit are converted. */
  readonly durationUnit?: DurationUnit;
  /**
   * HotSQL's name of the type, where values of a source gave the column another type than the
   * source declares (ADR 49).
   */
  readonly sqlType?: string;
  /** What SQL declared of it; absent of a column that a load made. */
  readonly declared?: DeclaredFacts;
}

/** What CREATE TABLE and ALTER TABLE say of a column. Expressions are texts of HotSQL. */
export interface DeclaredFacts {
  /** Of the type: the length of a `varchar`, the precision of a `timestamp`. */
  readonly modifiers?: readonly number[];
  readonly notNull?: true;
  readonly default?: string;
  readonly generated?: string;
  readonly identity?: {
    readonly isAlways: boolean;
    readonly next: number;
    readonly increment: number;
  };
  /** Conditions of the table that are kept with this column. */
  readonly checks?: readonly { readonly name: string; readonly condition: string }[];
}

export type CurrentColumn = LakeColumn & Pick<KnownType, 'seen'>;

/** The origin of a column of the new version. */
export interface ColumnSource {
  readonly column: LakeColumn;
  /** The file's column; null gives NULL in every row. */
  readonly from: string | null;
}

export type Evolution =
  | {
      readonly kind: 'evolved';
      readonly columns: readonly LakeColumn[];
      readonly sources: readonly ColumnSource[];
      readonly nextColumnId: number;
      readonly doubts: readonly Doubt[];
    }
  | {
      readonly kind: 'conflict';
      readonly column: string;
      readonly from: string;
      readonly to: string;
      readonly doubts: readonly Doubt[];
    };

/**
 * A column whose type the load would change, or could not change. The values of the table and the
 * file may decide otherwise, where `seen` and `decimals` do not yet know the values.
 */
export interface Doubt {
  readonly column: LakeColumn;
  /** The file's column. */
  readonly from: string;
}

/** The facts about a file's column that `evolve` needs, all in the inspected columns. */
export type IncomingColumn = Pick<InspectedColumn, 'name' | 'type'> & Partial<InspectedColumn>;

/**
 * The schema of a table after a load (docs/contract/loads-and-uploads.md#schema-evolution). Column
 * names are matched without case.
 *
 * - `replace`: the file's columns in the file's order. A column keeps its id where the name stays
 *   and either type widens to the other, so indexes and layouts of the column stay meaningful.
 * - `append`: each type widens to hold old and new values. New columns are added at the end, and
 *   columns missing from the file are NULL. A column without any value takes the table's type. A
 *   table's column that never had a value takes the file's type. A table's text column takes the
 *   text of a column whose type was only inferred.
 *
 * A narrowing, or a type of another kind, is a conflict with column and types (409). Throws
 * BAD_REQUEST when an added column differs from another only by case. An append never reorders,
 * drops or renumbers a column.
 */
export function evolve(
  current: readonly CurrentColumn[],
  incoming: readonly IncomingColumn[],
  mode: 'replace' | 'append',
  nextColumnId: number,
): Evolution {
  checkNames(incoming);
  const byName = new Map(current.map((column) => [column.name.toLowerCase(), column]));
  return mode === 'replace'
    ? replaced(byName, incoming, nextColumnId)
    : appended(current, incoming, nextColumnId);
}

function replaced(
  byName: ReadonlyMap<string, CurrentColumn>,
  incoming: readonly IncomingColumn[],
  nextColumnId: number,
): Evolution {
  let nextId = nextColumnId;
  const columns = incoming.map((added): LakeColumn => {
    const { name, type } = added;
    const earlier = byName.get(name.toLowerCase());
    const keepsId = earlier?.name === name && areRelated(earlier.type, type);
    return newColumn(keepsId ? earlier.id : nextId++, added);
  });
  return {
    kind: 'evolved',
    columns,
    sources: columns.map((column) => ({ column, from: column.name })),
    nextColumnId: nextId,
    doubts: [],
  };
}

function newColumn(id: number, added: IncomingColumn): LakeColumn {
  const { name, type, allNull, durationUnit } = added;
  return {
    id,
    name,
    type,
    nullable: true,
    ...(allNull === true && { isUntyped: true }),
    ...(durationUnit !== undefined && { durationUnit }),
  };
}

function appended(
  current: readonly CurrentColumn[],
  incoming: readonly IncomingColumn[],
  nextColumnId: number,
): Evolution {
  let nextId = nextColumnId;
  const incomingByName = new Map(incoming.map((column) => [column.name.toLowerCase(), column]));
  const sources: ColumnSource[] = [];
  const doubts: Doubt[] = [];
  let conflict: Pick<Extract<Evolution, { kind: 'conflict' }>, 'column' | 'from' | 'to'> | null =
    null;
  for (const column of current) {
    const added = incomingByName.get(column.name.toLowerCase());
    incomingByName.delete(column.name.toLowerCase());
    const type = added === undefined ? column.type : widened(column, added);
    const { seen: _seen, ...own } = column;
    const isInDoubt = type !== column.type || (added && mayNeedDecimals(column, added));
    if (added !== undefined && isInDoubt && isDoubted(column, added))
      doubts.push({ column: own, from: added.name });
    if (type === null && added !== undefined)
      conflict ??= { column: column.name, from: column.type, to: added.type };
    sources.push({ column: evolvedColumn(own, type, added), from: added?.name ?? null });
  }
  if (conflict !== null) return { kind: 'conflict', ...conflict, doubts };
  for (const added of incomingByName.values())
    sources.push({ column: newColumn(nextId++, added), from: added.name });
  return {
    kind: 'evolved',
    columns: sources.map((source) => source.column),
    sources,
    nextColumnId: nextId,
    doubts,
  };
}

/** True where neither `seen` nor a flag about absent values settles the type. */
const isDoubted = ({ seen, isUntyped }: CurrentColumn, { allNull }: IncomingColumn) =>
  seen === undefined && isUntyped !== true && allNull !== true;

/** Digits that no DECIMAL was declared for, and doubles. */
const mayNeedDecimals = (current: CurrentColumn, incoming: IncomingColumn) =>
  current.type.startsWith('DECIMAL(38,') && incoming.type === 'DOUBLE';

function evolvedColumn(
  { isUntyped, durationUnit, ...column }: LakeColumn,
  type: string | null,
  added: IncomingColumn | undefined,
): LakeColumn {
  const evolved = { ...column, type: type ?? column.type };
  const stays = isUntyped === true && (added === undefined || added.allNull === true);
  if (stays) return { ...evolved, isUntyped };
  const unit = isUntyped === true ? added?.durationUnit : durationUnit;
  return unit !== undefined && type === 'BIGINT' ? { ...evolved, durationUnit: unit } : evolved;
}

/** The type for the values of both sides, or null. */
function widened(current: CurrentColumn, incoming: IncomingColumn): string | null {
  if (incoming.allNull === true || hasNoValue(incoming)) return current.type;
  if (current.isUntyped === true) return incoming.type;
  // A text of CSV, or whole numbers of a JSON array, may be a vector. The write checks each value.
  const vector = vectorType(current.type);
  if (vector !== undefined) {
    const { type, inferredFrom } = incoming;
    const isText = inferredFrom === 'text' && type === 'VARCHAR';
    if (isText || (inferredFrom === 'json' && type === 'BIGINT[]')) return current.type;
    // The write also checks each list for a column of fixed-length vectors.
    const joined =
      vector.length !== null && type.endsWith('[]') && joinTypes(heldType(current.type), type);
    if (joined) return joined.replace('[]', `[${vector.length}]`);
  }
  const { asObjects } = incoming;
  const nested = asObjects && isNested(current.type) ? mergeTypes(current, asObjects) : null;
  return (
    nested ??
    moreDecimals(current, incoming) ??
    inferred(current, incoming) ??
    merged(current, incoming) ??
    textOfShapes(current, incoming)
  );
}

/** More digits after the point for doubles, as far as those before it leave room. */
function moreDecimals(current: CurrentColumn, incoming: IncomingColumn): string | null {
  const { decimals = 0 } = incoming;
  if (!mayNeedDecimals(current, incoming) || decimals <= scaleOf(current.type)) return null;
  return mergeTypes(current, { type: `DECIMAL(38,${decimals})` });
}

/** Text, where a list of a column meets an object of JSON, or anything that is not nested alike. */
function textOfShapes(current: CurrentColumn, incoming: IncomingColumn): 'VARCHAR' | null {
  if (incoming.inferredFrom !== 'json' || !isNested(current.type)) return null;
  if (vectorType(current.type) !== undefined) return null;
  const type = parseType(current.type);
  return differInShape(type, parseType(incoming.type)) && hasJson(type) ? 'VARCHAR' : null;
}

const hasNoValue = ({ seen }: Pick<KnownType, 'seen'>) =>
  seen !== undefined && isWithoutValue(parseType(seen));

/**
 * The type for a file's column whose type was only inferred from values; null for other columns.
 */
function inferred(current: CurrentColumn, incoming: IncomingColumn): string | null {
  const { type, inferredFrom } = incoming;
  if (inferredFrom === null || inferredFrom === undefined) return null;
  // Text stays text, whatever its look. A value of JSON becomes its text.
  if (current.type === 'VARCHAR') return 'VARCHAR';
  // The write checks each number for a declared DECIMAL, because the guessed type does not limit
  // the digits.
  const isWider = isDecimal(type) && scaleOf(type) > scaleOf(current.type);
  if (inferredFrom === 'text' && isDecimal(current.type) && isNumber(type) && !isWider)
    return current.type;
  return null;
}

function merged(current: CurrentColumn, incoming: IncomingColumn): string | null {
  const type = mergeTypes(current, incoming);
  // Decimals as text do not fit a column of whole numbers beyond doubles: one value has a point.
  const isMixed = incoming.inferredFrom === 'text' && incoming.type === 'DOUBLE';
  return isMixed && type !== null && /^U?BIGINT$/.test(type) ? null : type;
}

const scaleOf = (type: string) => Number(/,(\d+)\)$/.exec(type)?.[1] ?? 0);

function isDecimal(type: string): boolean {
  return type.startsWith('DECIMAL(');
}

function isNumber(type: string): boolean {
  return type === 'BIGINT' || type === 'DOUBLE' || isDecimal(type);
}

function areRelated(left: string, right: string): boolean {
  return left === right || joinTypes(left, right) !== null;
}

function checkNames(columns: readonly { name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    const folded = name.toLowerCase();
    if (seen.has(folded))
      throw badRequest(`Two columns are named '${name}' but for case; rename one of them`);
    seen.add(folded);
  }
}
