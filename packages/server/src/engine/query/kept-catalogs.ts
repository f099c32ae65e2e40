import { statSync } from 'node:fs';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import { foldName } from '../../plan/duckdb/read-tree.ts';
import { readsIndexes, shownIndexesStatement } from '../../plan/shown-indexes.ts';
import { hitRows, isVectorOf, maxWritten, storedColumns } from './hit-rows.ts';
import { hitsInText, namedBare, type RowsInText } from './hits-in-text.ts';
import { liveRows } from './live-rows.ts';
import { LookedUpTable } from './looked-up-table.ts';
import {
  attachStatement,
  closeQueryCatalogs,
  columnsOffered,
  tableStatement,
  useStatement,
} from './query-catalog.ts';
import type {
  ExecuteQueryRequest,
  QueryCatalog,
  QueryColumn,
  QueryTable,
} from './query-request.ts';
import { type FileOfHits, RowsOfHits } from './rows-of-hits.ts';
import { addServiceFunctions, mayCallService } from './service-macros.ts';
import { ShownColumns } from './shown-columns.ts';
import { isPlainTable, type TablesNamed } from './sole-table.ts';

/** A table within both limits is read into memory at its second use in the scope. */
const residentRows = 20_000;
const residentFileBytes = 2 ** 20;
/**
 * A table within both limits is read into memory at once: binding a view twice and reading the file
 * takes longer.
 */
const atOnceRows = 2048;
const atOnceFileBytes = 64 * 2 ** 10;
/** The limits of a scope. A scope beyond a limit starts anew. */
const maxTables = 1000;
const maxResidentRows = 200_000;
const maxPrepared = 100;

interface KeptTable {
  /** The statement that created the table, to recognise the same table later. */
  readonly definition: string;
  /** The statement to drop the table; null where the rows were part of a text. */
  readonly drop: string | null;
  /** The table is read into memory at its second use. */
  readonly becomesResident: boolean;
  /** The view of a larger table, which is read into memory after many lookups. */
  readonly lookedUp?: LookedUpTable | null;
  readonly isResident: boolean;
}

/**
 * The catalog that a worker made for small queries, kept while the next query has the same scope.
 * Creating and removing a catalog costs three times the query. A worker has one such catalog, and
 * removes the catalog before a text of another scope is bound. The catalog may contain tables of
 * the scope that a text does not name. The plan has already bound every name. Where extra tables
 * confuse the engine, which only shows at binding, the text runs in a catalog of its own.
 */
export class KeptCatalogs {
  readonly #connect: () => Promise<DuckDBConnection>;
  readonly #maker: DuckDBConnection;
  #key: string | undefined;
  #connection: DuckDBConnection | undefined;
  readonly #catalogs = new Map<string, string>();
  readonly #schemas = new Set<string>();
  readonly #tables = new Map<string, KeptTable>();
  #residentRows = 0;
  /** The counted size of each table that was read into memory after lookups. */
  readonly #readTables = new Map<string, number>();
  readonly #rowsOfHits = new RowsOfHits();
  /** Files of the last request's hits. */
  #readOfHits: readonly FileOfHits[] = [];
  readonly #shown: ShownColumns;
  #hasServiceFunctions = false;
  #hasNoIndexes = false;
  #used = '';
  /** The catalogs of the last request. The same object needs no more work. */
  #made: readonly QueryCatalog[] | undefined;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();

  /** `maker` runs the statements that create and drop tables, which need no optimizer. */
  constructor(connect: () => Promise<DuckDBConnection>, maker: DuckDBConnection) {
    this.#connect = connect;
    this.#maker = maker;
    this.#shown = new ShownColumns(maker);
  }

  get connection(): DuckDBConnection | undefined {
    return this.#connection;
  }

  /**
   * Creates the catalogs of a request, or finds them created. A search's table has the columns in
   * `named` (without case), or all. Returns the connection with the request's names, the bytes of
   * files that are new in the scope, and the CTE before the text. The CTE has the rows of the
   * `sole` table, where the table is small and the scope new, or the rows of a search. When scopes
   * alternate, a table would serve one text only, at 0.8 ms of CPU with the text, against 0.5 as a
   * CTE.
   */
  async enter(
    request: ExecuteQueryRequest,
    key: string,
    { named = null, sole = null, bare = null }: TextNames = {},
    text = '',
  ): Promise<Entered> {
    this.#readOfHits = [];
    const connectionNow = this.#connection;
    if (this.#key === key && connectionNow && this.#made === request.catalogs) {
      await this.#use(connectionNow, request);
      return { connection: connectionNow, newBytes: 0, inText: null };
    }
    this.#made = undefined;
    await this.#shown.drop();
    const tables = tablesOf(request);
    const newTables = tables.filter(({ path }) => !this.#tables.has(path)).length;
    const isFull =
      this.#tables.size + newTables > maxTables || this.#residentRows > maxResidentRows;
    const statements: string[] = [];
    const old = new Map<string, string>();
    const isNew = this.#key !== key;
    const soleInText = tableInText(request, tables, sole, isNew ? undefined : this.#tables);
    if (isNew && !isFull && this.#servesNext(request)) this.#emptied(old);
    else if (isNew || isFull) await this.leave();
    this.#key = key;
    this.#connection ??= await this.#connect();
    const connection = this.#connection;
    let inText: RowsInText | null = null;
    let newBytes = 0;
    for (const { name, schemas } of request.catalogs) {
      for (const schema of ['main', ...schemas.map((each) => each.name)])
        this.#place(statements, name, schema);
    }
    if (soleInText) {
      newBytes = this.#noteInText(statements, soleInText);
      const before = withTable(soleInText.table);
      inText = { before, text, parameterCount: 0, bind() {} };
    } else {
      const searched = await this.#hitsInText(request, tables, { named, sole, bare }, text);
      inText = searched?.inText ?? null;
      newBytes = searched?.newBytes ?? 0;
      for (const table of tables) {
        if (table !== searched?.placed)
          newBytes += this.#tableStatements(statements, table, named, old);
      }
    }
    statements.unshift(...old.values());
    if (statements.length > 0) {
      this.#forgetPrepared();
      await this.#maker.run(statements.join(';\n'));
    }
    await this.#use(connection, request);
    if (tables.every(({ table }) => table.files.length === 0)) this.#made = request.catalogs;
    return { connection, newBytes, inText };
  }

  /** The text to run when the shown columns of the catalogs are in memory. */
  async showing(text: string, { catalogs }: ExecuteQueryRequest): Promise<string> {
    return this.#made === catalogs ? this.#shown.in(text, catalogs) : text;
  }

  /** True where all tables of the entered request are in memory. */
  isResident(request: ExecuteQueryRequest): boolean {
    return tablesOf(request).every(({ path }) => this.#tables.get(path)?.isResident);
  }

  /**
   * Records the time of a lookup in a table of the request.
   * @returns the work that reads the table into memory, once reading pays. The work runs after the
   * reply, and leaves memory for tasks of `taskBytes`.
   */
  noteLookup(
    request: ExecuteQueryRequest,
    ms: number,
    taskBytes: number,
  ): (() => Promise<void>) | undefined {
    const [path] = tablesOf(request).map((table) => table.path);
    const kept = path === undefined ? undefined : this.#tables.get(path);
    const lookedUp = kept?.lookedUp;
    if (path === undefined || !kept || !lookedUp?.pays(ms)) return undefined;
    return () => this.#readTable(path, kept, lookedUp, taskBytes);
  }

  /**
   * Records the time of reading the last searches' rows, as `noteLookup` does.
   * @returns the work that reads columns of a file into memory, once reading pays.
   */
  noteHits(ms: number, taskBytes: number): (() => Promise<void>) | undefined {
    const files = this.#readOfHits;
    for (const file of files) {
      const read = this.#rowsOfHits.note(file, ms / files.length, taskBytes);
      if (read) return () => read(this.#maker);
    }
    return undefined;
  }

  async #readTable(
    path: string,
    kept: KeptTable,
    table: LookedUpTable,
    taskBytes: number,
  ): Promise<void> {
    if (this.#tables.get(path) !== kept) return;
    this.#forgetPrepared();
    const others = [...this.#readTables.values()].reduce((sum, bytes) => sum + bytes, 0);
    const bytes = await table.read(this.#maker, taskBytes, others);
    const isResident = bytes !== null;
    if (isResident) this.#readTables.set(path, bytes);
    const drop = isResident ? `DROP TABLE ${table.name}` : kept.drop;
    this.#tables.set(path, { ...kept, drop, lookedUp: null, isResident });
  }

  /** A statement that was prepared in the present scope. */
  async prepare(sql: string): Promise<DuckDBPreparedStatement> {
    const name = `${this.#used}\n${sql}`;
    const known = this.#prepared.get(name);
    if (known) return known;
    if (this.#connection === undefined) throw new Error('no scope was entered');
    const prepared = await this.#connection.prepare(sql);
    if (this.#prepared.size >= maxPrepared) this.#forgetPrepared();
    this.#prepared.set(name, prepared);
    return prepared;
  }

  /** Destroys the catalog with its content. */
  async leave(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#key = undefined;
    this.#made = undefined;
    this.#connection = undefined;
    this.#hasServiceFunctions = false;
    this.#hasNoIndexes = false;
    this.#forgetPrepared();
    connection.closeSync();
    await this.#shown.drop();
    const catalogs = [...this.#catalogs.values()].map((name) => ({ name }));
    this.#catalogs.clear();
    this.#schemas.clear();
    this.#tables.clear();
    this.#readTables.clear();
    this.#rowsOfHits.clear();
    this.#residentRows = 0;
    this.#used = '';
    if (catalogs.length === 0) return;
    const fresh = await this.#connect();
    try {
      await closeQueryCatalogs(fresh, catalogs);
    } finally {
      fresh.closeSync();
    }
  }

  /**
   * True where the catalog without its tables equals the start of another scope's request: empty
   * catalogs of the same names.
   */
  #servesNext({ catalogs }: ExecuteQueryRequest): boolean {
    const names = new Set(catalogs.map(({ name }) => name));
    if (
      this.#connection === undefined ||
      this.#schemas.size > 0 ||
      this.#catalogs.size !== names.size
    )
      return false;
    return names.size > 0 && [...this.#catalogs.values()].every((name) => names.has(name));
  }

  /**
   * Removes all tables, which costs a third of a new catalog. Adds the drop statements to `old`, by
   * path.
   */
  #emptied(old: Map<string, string>): void {
    this.#forgetPrepared();
    for (const [path, { drop }] of this.#tables) if (drop !== null) old.set(path, drop);
    this.#rowsOfHits.clear();
    this.#tables.clear();
    this.#readTables.clear();
    this.#residentRows = 0;
  }

  #forgetPrepared(): void {
    for (const prepared of this.#prepared.values()) prepared.destroySync();
    this.#prepared.clear();
  }

  /** Adds statements for a missing catalog or schema. */
  #place(statements: string[], catalog: string, schema: string): void {
    const place = foldName(catalog);
    if (!this.#catalogs.has(place)) {
      this.#catalogs.set(place, catalog);
      statements.push(attachStatement(catalog));
    }
    const path = `${place}\n${foldName(schema)}`;
    if (foldName(schema) === 'main' || this.#schemas.has(path)) return;
    this.#schemas.add(path);
    statements.push(`CREATE SCHEMA ${quoteName(catalog, schema)}`);
  }

  /**
   * Notes a table that is part of the text. The second text with the table creates a table. Returns
   * the bytes of the table's files.
   */
  #noteInText(statements: string[], { table, path }: PlacedTable): number {
    const definition = definitionOf(table.columns, table);
    const [bytes, made] = [fileBytes(table), this.#tables.get(path)?.drop];
    if (made) statements.push(made);
    this.#readTables.delete(path);
    const becomesResident = isReadAtOnce(rowCountOf(table), bytes);
    this.#tables.set(path, { definition, drop: null, becomesResident, isResident: false });
    return bytes;
  }

  /**
   * Adds statements for a table. Returns the bytes of the table's files, or 0 for an existing
   * table. A replaced table is removed from `old`: CREATE OR REPLACE takes 0.45 ms of CPU, and a
   * drop before 0.54.
   */
  #tableStatements(
    statements: string[],
    { catalog, schema, table, path }: PlacedTable,
    named: ReadonlySet<string> | null,
    old: Map<string, string>,
  ): number {
    const { hits } = table;
    const columns = hits ? columnsOffered(table.columns, named) : table.columns;
    const isEmpty = table.files.length === 0;
    const found = hits && !isEmpty ? hitRows(catalog, { ...table, hits }, columns) : undefined;
    const definition = definitionOf(columns, table, found);
    const name = quoteName(catalog, schema, table.name);
    const kept = this.#tables.get(path);
    const isKept = kept?.definition === definition;
    if (isKept && !kept.becomesResident && kept.drop !== null) return 0;
    if (kept && kept.drop !== null) statements.push(kept.drop);
    this.#readTables.delete(path);
    const [rows, bytes] = [rowCountOf(table), fileBytes(table)];
    const newBytes = isKept ? 0 : bytes;
    const isAtOnce = isReadAtOnce(rows, bytes);
    const names = columns.map((column) => quoteIdentifier(column.name)).join(', ');
    if (!isEmpty && ((isKept && kept.becomesResident) || isAtOnce)) {
      const read = found ?? liveRows(table.files, table.columns);
      const replaces = old.get(path)?.startsWith('DROP TABLE') && old.delete(path);
      statements.push(`CREATE ${replaces ? 'OR REPLACE ' : ''}TABLE ${name} (${names}) AS ${read}`);
      this.#residentRows += rows;
      this.#tables.set(path, {
        definition,
        drop: `DROP TABLE ${name}`,
        becomesResident: false,
        isResident: true,
      });
      return newBytes;
    }
    statements.push(
      found !== undefined
        ? `CREATE VIEW ${name} (${names}) AS ${found}`
        : tableStatement(catalog, schema, table),
    );
    const staysView = isEmpty || rows > residentRows || bytes > residentFileBytes;
    this.#tables.set(path, {
      definition,
      drop: `DROP ${isEmpty ? 'TABLE' : 'VIEW'} ${name}`,
      becomesResident: !staysView,
      lookedUp: staysView ? LookedUpTable.of(table, name, bytes) : null,
      isResident: isEmpty,
    });
    return newBytes;
  }

  /**
   * The CTE for the only search of a text, where the text names the search's table once and uses
   * the name for nothing else.
   */
  async #hitsInText(
    { defaultCatalog, defaultSchema }: ExecuteQueryRequest,
    tables: readonly PlacedTable[],
    { named, sole, bare }: Required<TextNames>,
    text: string,
  ): Promise<{ placed: PlacedTable; inText: RowsInText; newBytes: number } | null> {
    const [placed, ...others] = tables.filter(({ table }) => table.hits !== undefined);
    if (placed === undefined || others.length > 0 || bare === null) return null;
    const { catalog, schema, table } = placed;
    const { hits, files } = table;
    if (hits === undefined || hits.rowCount > maxWritten || files.length === 0) return null;
    const read = columnsOffered(table.columns, named);
    const columns = storedColumns(read).filter((column) => !isVectorOf(hits, column));
    const wanted = files.map((file) => ({ file, columns }));
    await this.#rowsOfHits.readFew(wanted, this.#maker);
    const rows = wanted.map((file) => this.#rowsOfHits.rowsOf(file));
    const isInMemory = hits.files.every((file) => rows[file] !== undefined);
    const reading = { catalog, schema, read, inMemory: isInMemory ? rows : null };
    const found = { ...reading, table: { ...table, hits } };
    const isSole = catalog === defaultCatalog && schema === defaultSchema && table.name === sole;
    const own = isSole ? text : namedBare(text, found);
    if (own === null || (!isSole && bare.has(foldName(table.name)))) return null;
    this.#readOfHits = isInMemory ? [] : wanted;
    const newBytes = isInMemory ? 0 : fileBytes(table);
    return { placed, inText: hitsInText(own, found), newBytes };
  }

  async #use(connection: DuckDBConnection, request: ExecuteQueryRequest): Promise<void> {
    if (!this.#hasServiceFunctions && mayCallService(request.sql)) {
      await addServiceFunctions(connection, request.sql);
      this.#hasServiceFunctions = true;
    }
    // The table of indexes is empty: a text with shown indexes does not run here.
    if (!this.#hasNoIndexes && readsIndexes(request.sql)) {
      await connection.run(shownIndexesStatement([]));
      this.#hasNoIndexes = true;
    }
    const use = useStatement(request);
    if (use === null || use === this.#used) return;
    await connection.run(use);
    this.#used = use;
  }
}

/** Names in a text. */
export interface TextNames {
  /** Columns that the text may read; null for all. */
  readonly named?: ReadonlySet<string> | null;
  /** The field of `TablesNamed`. */
  readonly sole?: TablesNamed['sole'];
  readonly bare?: TablesNamed['bare'];
}

interface Entered {
  readonly connection: DuckDBConnection;
  readonly newBytes: number;
  readonly inText: RowsInText | null;
}

/**
 * The request's table, where its rows may be part of the text. The table is the bare name, and
 * either small and the first of its scope, or read by an index. Lookups by an index each read
 * another file: a view and the text take 2.2 ms of CPU, and 1.1 as part of the text. `kept` has the
 * tables of the scope.
 */
function tableInText(
  { defaultCatalog, defaultSchema, fewRowsIf }: ExecuteQueryRequest,
  [placed, ...others]: readonly PlacedTable[],
  sole: string | null,
  kept: ReadonlyMap<string, KeptTable> | undefined,
): PlacedTable | undefined {
  if (placed === undefined || others.length > 0 || sole === null) return undefined;
  const { catalog, schema, table, path } = placed;
  const isNamed = catalog === defaultCatalog && schema === defaultSchema && table.name === sole;
  if (!isNamed || !isPlainTable(table) || table.files.length === 0) return undefined;
  if (table.index !== undefined) {
    const isAgain = kept?.get(path)?.definition === definitionOf(table.columns, table);
    return isAgain ? undefined : placed;
  }
  if (kept !== undefined || fewRowsIf !== undefined) return undefined;
  return isReadAtOnce(rowCountOf(table), fileBytes(table)) ? placed : undefined;
}

function withTable({ name, files, columns }: QueryTable): string {
  const names = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  return `WITH ${quoteIdentifier(name)} (${names}) AS (${liveRows(files, columns)})\n`;
}

const isReadAtOnce = (rows: number, bytes: number) =>
  rows <= atOnceRows && bytes <= atOnceFileBytes;

const definitionOf = (columns: readonly QueryColumn[], { files }: QueryTable, found?: string) =>
  JSON.stringify([columns, files, found]);

/** The number of rows in the files of the request's tables; null without files. */
export function rowsInFiles(request: ExecuteQueryRequest): number | null {
  const tables = tablesOf(request).filter(({ table }) => table.files.length > 0);
  return tables.length === 0 ? null : tables.reduce((sum, { table }) => sum + rowCountOf(table), 0);
}

interface PlacedTable {
  readonly catalog: string;
  readonly schema: string;
  readonly table: QueryTable;
  /** The key of a kept table: its catalog, schema and name. */
  readonly path: string;
}

function tablesOf({ catalogs }: ExecuteQueryRequest): PlacedTable[] {
  return catalogs.flatMap(({ name: catalog, schemas }) =>
    schemas.flatMap(({ name: schema, tables }) =>
      tables.map((table) => ({
        catalog,
        schema,
        table,
        path: [catalog, schema, table.name].map(foldName).join('\n'),
      })),
    ),
  );
}

const rowCountOf = ({ files }: QueryTable) =>
  files.reduce((sum, { rowCount }) => sum + rowCount, 0);
const fileBytes = ({ files }: QueryTable) =>
  files.reduce((sum, { path }) => sum + statSync(path).size, 0);
