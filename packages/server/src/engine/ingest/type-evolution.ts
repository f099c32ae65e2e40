import { badRequest } from '../../kernel/errors.ts';
import { parseType } from '../types/duckdb-type.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import type { DurationUnit, InspectedColumn } from './file-source.ts';
import { joinTypes } from './type-join.ts';
import { isWithoutValue, type KnownType, mergeTypes } from './type-merge.ts';

/** A column of a table version; `id` is the Parquet field id of its files. */
export interface LakeColumn {
  readonly id: number;
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly nullable: true;
  /**
   * No row ever had a value of it, and no file said its type: the first that has one decides.
   */
  readonly isUntyped?: true;
  /** Of a BIGINT whose values are durations: files of another unit are brought to it. */
  readonly durationUnit?: DurationUnit;
  /**
   * HotSQL's name of the type, where values of a source made it another than the source says (ADR
   * 49).
   */
  readonly sqlType?: string;
}

export type CurrentColumn = LakeColumn & Pick<KnownType, 'seen'>;

/** How a column of the new version gets its values from the file. */
export interface ColumnSource {
  readonly column: LakeColumn;
  /** The file's column; null when the file has none, which gives NULL. */
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
 * A column whose type the load would change, or could not: what values the table and the file have
 * may decide otherwise, where that is not known yet (`seen`).
 */
export interface Doubt {
  readonly column: LakeColumn;
  /** The file's column. */
  readonly from: string;
}

/** What `evolve` needs to know of a column of the file; the inspected columns have it. */
export type IncomingColumn = Pick<InspectedColumn, 'name' | 'type'> & Partial<InspectedColumn>;

/**
 * The schema that a table has after a load (docs/contract/loads-and-uploads.md#schema-evolution).
 * Column names are matched without case.
 *
 * - `replace`: the file's columns in its order; a column keeps its id where name and kind of type
 *   stay (either type widens to the other), so indexes and layouts that name it stay meaningful.
 * - `append`: each type widens to hold both old and new values; columns that the table lacks are
 *   added at the end, those that the file lacks are NULL. A column without any value takes the
 *   table's type, one that never had a value takes the file's, and a table's text column takes the
 *   text of a column whose type was only inferred.
 *
 * A type that would narrow, or is of another kind, is a conflict that names column and types (409).
 * Throws BAD_REQUEST when an added column differs from another only by case. Never reorders, drops
 * or renumbers a column on append.
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
    if (added !== undefined && type !== column.type && isDoubted(column, added))
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

/** Where nobody has looked at the values of the table, nor knows the column to be without any. */
const isDoubted = ({ seen, isUntyped }: CurrentColumn, { allNull }: IncomingColumn) =>
  seen === undefined && isUntyped !== true && allNull !== true;

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

/** The type that holds the values of both, or null. */
function widened(current: CurrentColumn, incoming: IncomingColumn): string | null {
  if (incoming.allNull === true || hasNoValue(incoming)) return current.type;
  if (current.isUntyped === true) return incoming.type;
  // A text of CSV, or the whole numbers of a JSON array, may be a vector: looked at one by one.
  const vector = vectorType(current.type);
  if (vector !== undefined) {
    const { type, inferredFrom } = incoming;
    const isText = inferredFrom === 'text' && type === 'VARCHAR';
    if (isText || (inferredFrom === 'json' && type === 'BIGINT[]')) return current.type;
    // Lists for a column of vectors of one length are looked at one by one, too.
    const joined =
      vector.length !== null && type.endsWith('[]') && joinTypes(heldType(current.type), type);
    if (joined) return joined.replace('[]', `[${vector.length}]`);
  }
  const { asObjects } = incoming;
  if (asObjects !== undefined && current.type.startsWith('STRUCT('))
    return mergeTypes(current, asObjects);
  return inferred(current, incoming) ?? merged(current, incoming);
}

const hasNoValue = ({ seen }: Pick<KnownType, 'seen'>) =>
  seen !== undefined && isWithoutValue(parseType(seen));

/** What becomes of a column of the file whose type was only read off its values; null of others. */
function inferred(current: CurrentColumn, incoming: IncomingColumn): string | null {
  const { type, inferredFrom } = incoming;
  if (inferredFrom === null || inferredFrom === undefined) return null;
  // Text stays text, whatever it looks like; a value of JSON becomes its text.
  if (current.type === 'VARCHAR') return 'VARCHAR';
  // Digits for a declared DECIMAL are looked at one by one: the type that was guessed from them
  // says nothing about it.
  const isWider = isDecimal(type) && scaleOf(type) > scaleOf(current.type);
  if (inferredFrom === 'text' && isDecimal(current.type) && isNumber(type) && !isWider)
    return current.type;
  return null;
}

function merged(current: CurrentColumn, incoming: IncomingColumn): string | null {
  const type = mergeTypes(current, incoming);
  // Decimals as text for whole numbers that no double holds: one of them has a point.
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
