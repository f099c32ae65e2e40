import type { Lane } from '../../lane.ts';
import type { Api, Json } from '../../service.ts';
import type { DocumentedValue } from '../result-formats.ts';

/** The tables of docs/types.md, by the type of source. Files elsewhere have those of DuckDB. */
export const typeHeadings = {
  postgres: 'Types of PostgreSQL as a source',
  mysql: 'Types of MySQL and MariaDB as a source',
  mysqlAlone: 'Types of MySQL alone as a source',
  mariadbAlone: 'Types of MariaDB alone as a source',
  sqlite: 'Types of an SQLite file as a source',
  duckdb: 'Types of a DuckDB file as a source',
  ducklake: 'Types of a DuckLake as a source',
  iceberg: 'Types of Iceberg as a source',
  snowflake: 'Types of Snowflake as a source',
  bigquery: 'Types of BigQuery as a source',
} as const;

/**
 * A type of source as the conformance suite has it: a real server (or emulator, or files) with the
 * tables that every sentence is about, and how they change and break.
 */
export interface Subject {
  /** Body of POST /v1/connections. */
  readonly type: string;
  /** Location of the data on this machine. */
  readonly server: string;
  /** Reason for a server with types that others lack. */
  readonly ownTypes?: 'mysqlAlone' | 'mariadbAlone';
  /** Without the requirement the tests skip by name. */
  readonly isHere?: boolean;
  readonly lane?: Lane;
  /** Facts about a table besides columns. */
  readonly says: {
    readonly notNull: boolean;
    readonly key: boolean;
    /** Phrases for test names: 'what was ordered' of the table, 'as it is printed' of `label`. */
    readonly comments: readonly ('table' | 'column')[];
  };
  /** The values decide the types, and a refresh accepts any type. */
  readonly isTypedByValues?: boolean;
  /** The configuration names the tables, existing or not. */
  readonly isList?: boolean;
  /** A folder readable for the service. */
  start(folder: string): Promise<RunningSubject>;
}

export interface RunningSubject {
  /** Configuration of a working connection, with credentials. */
  readonly config: Json;
  /** Values of the configuration that are never shown. */
  readonly secrets: readonly string[];
  /** Faults of the configuration, with their sentences. */
  readonly wrong: readonly (readonly [what: string, changes: Json, says: RegExp])[];
  /** The schema of `orders` (id, label, amount): (1, 'ü', 0.5), (2, null, 1.25). */
  readonly schema: string;
  /** `id` is the key, where the source has such. */
  readonly orders: string;
  /** One row, under names of the oddest characters of the source. */
  readonly odd: {
    readonly schema: string;
    readonly table: string;
    readonly row: Readonly<Record<string, unknown>>;
  };
  /** A table of a row of values and one of nulls, maybe of another connection. */
  readonly types: {
    readonly config?: Json;
    readonly schema: string;
    readonly tables: readonly string[];
    readonly documented: readonly DocumentedValue[];
  };
  /** One more row of `orders`: (3, 'c', 2). */
  add(): Promise<void>;
  /** Types with incremental refreshes. */
  readonly changes?: {
    /**
     * A row (4, 'd', 8) comes, and the label of 3 is 'C'; to `stamped`, which has row 1 of midnight
     * and row 2 of an hour later, comes row 3 of another hour later.
     */
    make(): Promise<void>;
    /** Row 4 goes, and the label of 3 is 'c' again. */
    undo(): Promise<void>;
  };
  /** `label` is of another kind from now on: 7 in every row. */
  alter(): Promise<void>;
  drop(): Promise<void>;
  /** Nothing of the source can be reached until `mend`. */
  breakOff(): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
  /** Tests of only this type, on the running servers. */
  readonly own?: Readonly<Record<string, (connected: Connected) => Promise<void>>>;
}

export interface Connected {
  readonly api: Api;
  readonly connectionId: string;
  /** A database with the connection as catalog `src`. */
  readonly databaseId: string;
  /** The rows of a query there. */
  rows(sql: string): Promise<Json>;
}

/** An empty cell of docs/types.md is a null, but for the text that is empty. */
export const withNulls = (
  documented: readonly {
    readonly sourceType: string;
    readonly type: string;
    readonly text: string;
  }[],
  textType: string,
): DocumentedValue[] =>
  documented.map(({ sourceType, type, text }) => ({
    type,
    text: text === '' && sourceType !== textType ? null : text,
  }));

/** Sources with SQL: changes, statement by statement. */
export const changesBy = (
  run: (...statements: string[]) => Promise<void>,
  schema = '',
): NonNullable<RunningSubject['changes']> => ({
  make: () =>
    run(
      `INSERT INTO ${schema}orders VALUES (4, 'd', 8)`,
      `UPDATE ${schema}orders SET label = 'C' WHERE id = 3`,
      `INSERT INTO ${schema}stamped VALUES ${stampOf(3, 2)}`,
    ),
  undo: () =>
    run(
      `DELETE FROM ${schema}orders WHERE id = 4`,
      `UPDATE ${schema}orders SET label = 'c' WHERE id = 3`,
      `DELETE FROM ${schema}stamped WHERE id = 3`,
    ),
});

const stampOf = (id: number, hour: number) => `(${id}, '2024-02-29 0${hour}:00:00')`;

/** The table `stamped` with moments of the type. */
export const stampedTable = (type: string, schema = '', id = 'int'): readonly string[] => [
  `CREATE TABLE ${schema}stamped (id ${id}, moment ${type})`,
  `INSERT INTO ${schema}stamped VALUES ${stampOf(1, 0)}, ${stampOf(2, 1)}`,
];

/** Database servers; the shop's is at 127.0.0.1. */
export const wrongServerSettings: RunningSubject['wrong'] = [
  ['password', { password: 'wrong-password' }, /password/],
  ['user', { user: 'nobody-of-here' }, /user/],
  ['host', { host: 'nowhere.invalid' }, /'nowhere.invalid'/],
  ['port', { port: 1 }, /127\.0\.0\.1/],
  ['database', { database: 'gone' }, /'gone'/],
];
