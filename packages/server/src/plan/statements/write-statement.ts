/**
 * Statements that write, as their text alone tells them: plain data that crosses from the planner
 * to the HTTP process. Queries and expressions inside stay in the text; `derive-rows.ts` makes
 * SELECTs of them once the target is known.
 */

/** A table's name as written; `catalog` and `schema` are null where they are left out. */
export interface TargetName {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
}

/** A type of a column: PostgreSQL's internal name (`int4`, `varchar`), its modifiers. */
export interface ColumnType {
  readonly name: string;
  readonly modifiers: readonly number[];
  readonly isArray: boolean;
}

export interface IdentityColumn {
  /** GENERATED ALWAYS: a value is only taken with OVERRIDING SYSTEM VALUE. */
  readonly isAlways: boolean;
  readonly start: number;
  readonly increment: number;
}

/** A column as CREATE TABLE or ALTER TABLE declares it. Expressions are texts of HotSQL. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNotNull: boolean;
  readonly default: string | null;
  readonly generated: string | null;
  readonly identity: IdentityColumn | null;
}

export interface CheckConstraint {
  readonly name: string;
  readonly condition: string;
}

/** A PRIMARY KEY or UNIQUE constraint. */
export interface KeyConstraint {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly isPrimary: boolean;
}

export interface TableDefinition {
  readonly columns: readonly ColumnDefinition[];
  readonly keys: readonly KeyConstraint[];
  readonly checks: readonly CheckConstraint[];
  /** Options of WITH, by name. */
  readonly options: Readonly<Record<string, string>>;
}

interface OfTarget {
  readonly target: TargetName;
}

export interface CreateTable extends OfTarget {
  readonly kind: 'create_table';
  readonly ifNotExists: boolean;
  readonly definition: TableDefinition;
}

/** CREATE TABLE AS and SELECT INTO: the columns are those of the query. */
export interface CreateTableAs extends OfTarget {
  readonly kind: 'create_table_as';
  readonly ifNotExists: boolean;
  readonly columnNames: readonly string[];
  readonly withData: boolean;
}

export interface DropTables {
  readonly kind: 'drop_table';
  readonly targets: readonly TargetName[];
  readonly ifExists: boolean;
}

export interface Truncate {
  readonly kind: 'truncate';
  readonly targets: readonly TargetName[];
}

export interface Insert extends OfTarget {
  readonly kind: 'insert';
  readonly columns: readonly string[] | null;
  /** For each column of VALUES its rows with DEFAULT; null of a query and of DEFAULT VALUES. */
  readonly defaults: readonly number[] | null;
  /** How many columns are given; null of a query with a star. */
  readonly width: number | null;
  /** DEFAULT VALUES: no column is given. */
  readonly isOfDefaults: boolean;
  /** Null: a row that meets another of its key is an error. */
  readonly onConflict: 'nothing' | 'update' | null;
  /** The columns that ON CONFLICT names; empty: any key. */
  readonly conflictColumns: readonly string[];
  readonly hasReturning: boolean;
}

export interface Update extends OfTarget {
  readonly kind: 'update';
  readonly hasReturning: boolean;
}

export interface Delete extends OfTarget {
  readonly kind: 'delete';
  readonly hasReturning: boolean;
}

export interface CreateSchema {
  readonly kind: 'create_schema';
  readonly schema: string;
  readonly ifNotExists: boolean;
}

export interface DropSchemas {
  readonly kind: 'drop_schema';
  readonly schemas: readonly string[];
  readonly ifExists: boolean;
  readonly isCascade: boolean;
}

/** One change of ALTER TABLE; all of a statement are made in their order. */
export type TableAlteration =
  | {
      readonly kind: 'add_column';
      readonly column: ColumnDefinition;
      readonly ifNotExists: boolean;
    }
  | { readonly kind: 'drop_column'; readonly name: string; readonly ifExists: boolean }
  | { readonly kind: 'rename_column'; readonly name: string; readonly to: string }
  | { readonly kind: 'set_default'; readonly name: string; readonly default: string | null }
  | { readonly kind: 'set_not_null'; readonly name: string; readonly isNotNull: boolean };

export interface AlterTable extends OfTarget {
  readonly kind: 'alter_table';
  readonly ifExists: boolean;
  readonly alterations: readonly TableAlteration[];
}

export interface RenameTable extends OfTarget {
  readonly kind: 'rename_table';
  readonly ifExists: boolean;
  readonly to: string;
}

/** BEGIN, COMMIT and ROLLBACK, which stand in a script alone. */
export interface TransactionControl {
  readonly kind: 'begin' | 'commit' | 'rollback';
}

/** A statement that reads, in a script of several. */
export interface ReadStatement {
  readonly kind: 'read';
}

export type WriteStatement =
  | CreateTable
  | CreateTableAs
  | DropTables
  | Truncate
  | Insert
  | Update
  | Delete
  | CreateSchema
  | DropSchemas
  | AlterTable
  | RenameTable
  | TransactionControl
  | ReadStatement;

export type RowWrite = Insert | Update | Delete;

/** What PostgreSQL's command tag calls a statement. */
export const commandOf: Readonly<Record<WriteStatement['kind'], string>> = {
  create_table: 'CREATE TABLE',
  create_table_as: 'SELECT',
  drop_table: 'DROP TABLE',
  truncate: 'TRUNCATE TABLE',
  insert: 'INSERT',
  update: 'UPDATE',
  delete: 'DELETE',
  create_schema: 'CREATE SCHEMA',
  drop_schema: 'DROP SCHEMA',
  alter_table: 'ALTER TABLE',
  rename_table: 'ALTER TABLE',
  begin: 'BEGIN',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  read: 'SELECT',
};
