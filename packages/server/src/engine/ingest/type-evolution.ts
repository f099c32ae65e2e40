import { badRequest } from '../../kernel/errors.ts';
import { heldType, vectorType } from '../types/vector-type.ts';
import type { InspectedColumn } from './file-source.ts';
import { joinTypes } from './type-join.ts';

/** A column of a table version; `id` is the Parquet field id of its files. */
export interface LakeColumn {
  readonly id: number;
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly nullable: true;
  /**
   * HotSQL's name of the type, where values of a source made it another than the source says (ADR
   * 49).
   */
  readonly sqlType?: string;
}

export interface CurrentColumn extends LakeColumn {
  /** File statistics show every value to lie within ±2^53, so that doubles hold them all. */
  readonly withinDouble?: boolean;
}

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
    }
  | {
      readonly kind: 'conflict';
      readonly column: string;
      readonly from: string;
      readonly to: string;
    };

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
 *   table's type, and a table's text column takes the text of a column whose type was only
 *   inferred.
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
  const columns = incoming.map(({ name, type }): LakeColumn => {
    const earlier = byName.get(name.toLowerCase());
    const keepsId = earlier?.name === name && areRelated(earlier.type, type);
    return { id: keepsId ? earlier.id : nextId++, name, type, nullable: true };
  });
  return {
    kind: 'evolved',
    columns,
    sources: columns.map((column) => ({ column, from: column.name })),
    nextColumnId: nextId,
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
  for (const column of current) {
    const added = incomingByName.get(column.name.toLowerCase());
    incomingByName.delete(column.name.toLowerCase());
    const type = added === undefined ? column.type : widened(column, added);
    if (type === null) {
      return {
        kind: 'conflict',
        column: column.name,
        from: column.type,
        to: added?.type ?? column.type,
      };
    }
    const { id, name } = column;
    sources.push({ column: { id, name, type, nullable: true }, from: added?.name ?? null });
  }
  for (const { name, type } of incomingByName.values()) {
    sources.push({ column: { id: nextId++, name, type, nullable: true }, from: name });
  }
  return {
    kind: 'evolved',
    columns: sources.map((source) => source.column),
    sources,
    nextColumnId: nextId,
  };
}

/** The type that holds the values of both, or null. */
function widened(current: CurrentColumn, incoming: IncomingColumn): string | null {
  if (incoming.allNull === true) return current.type;
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
  const isList = incoming.type.endsWith(']');
  if (!isList && (incoming.inferredFrom === 'text' || incoming.inferredFrom === 'json')) {
    // Text stays text, whatever it looks like; a JSON number or boolean becomes its text.
    if (current.type === 'VARCHAR') return 'VARCHAR';
    // Whole numbers for a column of doubles are checked one by one when they are written.
    if (current.type === 'DOUBLE' && incoming.type === 'BIGINT') return 'DOUBLE';
  }
  // Digits for a declared DECIMAL likewise: the type that was guessed from them says nothing about
  // it.
  if (incoming.inferredFrom === 'text' && isDecimal(current.type) && isNumber(incoming.type))
    return current.type;
  if (current.type === 'BIGINT' && incoming.type === 'DOUBLE' && current.withinDouble === true)
    return 'DOUBLE';
  return joinTypes(current.type, incoming.type);
}

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
