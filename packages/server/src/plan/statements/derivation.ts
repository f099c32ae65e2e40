/** What a SELECT is derived of a statement that writes from: plain data. */

/** The column of a row's place; no caller's column is called so. */
export const placeColumn = '@place';

/** The catalog that stands for the target, whose table has the column of places. */
export const targetMark = '@target';

/** A column of the target, as values are made for it. */
export interface AssignedColumn {
  readonly name: string;
  /** DuckDB's spelling of how it is stored. */
  readonly type: string;
  /** HotSQL's name of the type, where `type` does not say it. */
  readonly sqlType?: string;
  readonly modifiers: readonly number[];
  readonly default: string | null;
  readonly generated: string | null;
  /** The next value, and the step to the one behind it. */
  readonly identity: {
    readonly isAlways: boolean;
    readonly next: number;
    readonly increment: number;
  } | null;
}

/** What is derived of a statement's text. */
export interface Derivation {
  readonly part: 'rows' | 'returning' | 'source';
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly AssignedColumn[];
  /** Of an INSERT with ON CONFLICT: the key that rows are compared by. */
  readonly conflictKey?: readonly string[];
}
