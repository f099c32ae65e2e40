import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { contentOf, identifierOf, QuernError, tableNameOf } from '@quern/client';
import type { Command, CommandCall } from './command.ts';
import { demandNoRows } from './demand-no-rows.ts';
import { openFileSource } from './file-source.ts';
import type { ImportedTable } from './imported-table.ts';
import { KeptImport } from './kept-import.ts';
import { progressOf } from './progress.ts';
import { isSqliteFile, openSqliteTables } from './sqlite-tables.ts';
import { shown } from './table-text.ts';
import { UsageError } from './usage-error.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'bring a folder of files, a DuckDB export or a SQLite file in as a database',
  usage: `quern import PATH [--name NAME] [-d DATABASE]

  PATH is
    a folder               each CSV, TSV, JSON or Parquet file in it is a table; of a folder in it, a schema
    a DuckDB export        a folder that EXPORT DATABASE made: tables by its load.sql
    a SQLite file          its tables, with their primary keys

  --name NAME            of the database that is made; that of PATH unless given
  -d, --database NAME    load into this one instead
  --mode replace|append  what becomes of tables of the same names that have rows there; without
                         it nothing is loaded where there are any

  Names become ASCII letters, digits and _, in lower case. Files and folders whose names begin with
  a dot are left out. A table that cannot be loaded is told at the end, and the others are loaded;
  the same command given again within a day goes on with what is missing.`,
  options: { name: { type: 'string' }, mode: { type: 'string' } },
  async run(call) {
    const [path, ...rest] = call.positionals;
    if (path === undefined || rest.length > 0)
      throw new UsageError('name one folder or file: quern import ./exports');
    if (call.values.text('name') !== undefined && call.choice.database !== undefined) {
      throw new UsageError(
        '--name is of a new database and --database of one that is there: give one of them',
      );
    }
    const mode = readMode(call.values.text('mode'));
    const source = await openImport(path);
    try {
      if (source.tables.length === 0)
        throw new UsageError(
          `'${path}' holds no tables: no CSV, TSV, JSON or Parquet file is in it`,
        );
      assertApart(source.tables);
      return await importTables(call, path, source.tables, mode);
    } finally {
      source.close();
    }
  },
};

type ImportMode = 'replace' | 'append' | null;

function readMode(text: string | undefined): ImportMode {
  if (text === undefined) return null;
  if (text !== 'replace' && text !== 'append')
    throw new UsageError(`--mode '${text}' is neither replace nor append`);
  return text;
}

interface Import {
  readonly tables: readonly ImportedTable[];
  close(): void;
}

async function openImport(path: string): Promise<Import> {
  const found = await stat(path).catch(() => {
    throw new UsageError(`there is no '${path}'`);
  });
  if (found.isFile()) {
    if (await isSqliteFile(path)) return openSqliteTables(path);
    throw new UsageError(`'${path}' is no SQLite file; 'quern load' loads a single file of rows`);
  }
  const script = await readFile(join(path, 'load.sql'), 'utf8').catch(() => null);
  const tables = script === null ? await tablesOfFolder(path) : tablesOfExport(path, script);
  return { tables, close: () => undefined };
}

/** Files of the system: Finder writes them next to each file, and into each archive. */
const isHidden = (name: string) => name.startsWith('.') || name === '__MACOSX';

const dataFile = /\.(csv|tsv|json|jsonl|ndjson|parquet)(\.gz|\.zst)?$/i;

async function tablesOfFolder(folder: string, schema = 'main'): Promise<ImportedTable[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (isHidden(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory() && schema === 'main')
        return tablesOfFolder(path, identifierOf(entry.name));
      return entry.isFile() && dataFile.test(entry.name)
        ? [{ schema, table: tableNameOf(entry.name), source: { path } }]
        : [];
    }),
  );
  return found.flat();
}

/**
 * `COPY main.people FROM '/tmp/out/people.parquet' (FORMAT 'parquet')`; the files are next to the
 * script, wherever the script was made.
 */
function tablesOfExport(folder: string, script: string): ImportedTable[] {
  const name = '("(?:[^"]|"")+"|\\w+)';
  const copies = script.matchAll(
    new RegExp(
      `COPY\\s+(?:${name}\\.)?${name}\\s*(?:\\([^)]*\\)\\s*)?FROM\\s+'((?:[^']|'')+)'`,
      'gi',
    ),
  );
  const plain = (word: string) =>
    word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word;
  return [...copies].map(([, schema, table = '', file = '']) => ({
    schema: schema === undefined ? 'main' : identifierOf(plain(schema)),
    table: identifierOf(plain(table)),
    source: { path: join(folder, basename(file.replaceAll("''", "'").replaceAll('\\', '/'))) },
  }));
}

function assertApart(tables: readonly ImportedTable[]): void {
  const names = tables.map(({ schema, table }) => `${schema}.${table}`.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new UsageError(`two of the files would be the table ${twice}: rename one of them`);
}

async function importTables(
  call: CommandCall,
  path: string,
  tables: readonly ImportedTable[],
  mode: ImportMode,
): Promise<number> {
  const { terminal } = call;
  const { database, isMade, kept } = await openTarget(call, path);
  if (!isMade && mode === null)
    for (const { schema, table, source } of tables) {
      const isLoaded = kept.find(labelOf({ schema, table }), await stampOf(source, path)) !== null;
      if (!isLoaded) await demandNoRows(database, { schema, table }, 'these rows');
    }
  const loaded: { readonly schema: string; readonly table: string; readonly rows: number }[] = [];
  const failed: { readonly schema: string; readonly table: string; readonly error: string }[] = [];
  for (const { schema, table, key, source } of tables) {
    const label = labelOf({ schema, table });
    const stamp = await stampOf(source, path);
    const before = kept.find(label, stamp);
    const progress = progressOf(terminal, label);
    const options = {
      mode: mode ?? 'replace',
      schema,
      signal: terminal.signal,
      onProgress: progress.show,
    } as const;
    try {
      if (before === null && isMade && key !== undefined && key.length > 0)
        await declareKey(call, database.id, { schema, table, key });
      const rows = before?.rows ?? (await loadOne(database, table, source, options));
      kept.note(label, { stamp, rows });
      loaded.push({ schema, table, rows });
      progress.end();
      terminal.say(`  ${label}: ${rows} rows${before === null ? '' : ', loaded before'}`);
    } catch (error) {
      progress.end();
      const left = `${loaded.length} of ${tables.length} tables are loaded into '${shown(database.name)}' (${database.id})`;
      const said = error instanceof Error ? error.message : String(error);
      if (terminal.signal.aborted || !isOfTable(error))
        throw new Error(`${label}: ${said}; ${left}`, { cause: error });
      failed.push({ schema, table, error: said });
      terminal.say(`  ${label}: ${said}`);
    }
  }
  if (failed.length === 0) kept.forget();
  terminal.say(
    `'${shown(database.name)}' (${database.id}) has ${loaded.length === 1 ? '1 table' : `${loaded.length} tables`} of it`,
  );
  for (const { error, ...table } of failed) terminal.say(`not loaded: ${labelOf(table)}: ${error}`);
  if (failed.length > 0)
    terminal.say('the same command given again within a day loads what is missing');
  const answer = { database_id: database.id, tables: loaded, failed };
  if (call.values.flag('json')) await terminal.write(`${JSON.stringify(answer)}\n`);
  return failed.length === 0 ? 0 : 1;
}

const labelOf = ({ schema, table }: Pick<ImportedTable, 'schema' | 'table'>) =>
  schema === 'main' ? table : `${schema}.${table}`;

/**
 * Database of the import: the named database, the database of an unfinished import, or a new
 * database.
 */
async function openTarget(call: CommandCall, path: string) {
  const { client, url } = call.session();
  const { signal } = call.terminal;
  const { database: chosen } = call.choice;
  const name = call.values.text('name') ?? basename(resolve(path)).replace(/\.(sqlite3?|db)$/i, '');
  const kept = new KeptImport(call.environment.uploadsPath, [url, resolve(path), name, chosen]);
  const begun = kept.read();
  if (chosen !== undefined) {
    const database = await call.session().database();
    if (begun?.databaseId !== database.id) kept.begin(database.id, database.name ?? name);
    return { database, isMade: false, kept };
  }
  const isThere =
    begun !== null &&
    (await client.databases.get({ database_id: begun.databaseId }, { signal }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof QuernError && error.status === 404) return false;
        throw error;
      },
    ));
  if (isThere) {
    const database = { ...client.database(begun.databaseId), name: begun.name };
    return { database, isMade: true, kept };
  }
  const made = await client.databases.create({ name }, { signal });
  kept.begin(made.id, name);
  return { database: { ...client.database(made.id), name }, isMade: true, kept };
}

/** Runs before the first rows are loaded. A continued import may have declared the key already. */
async function declareKey(
  call: CommandCall,
  databaseId: string,
  { schema, table, key }: Required<Omit<ImportedTable, 'source'>>,
): Promise<void> {
  const { databases } = call.session().client;
  try {
    await databases.addTable({ database_id: databaseId, schema, name: table, key: [...key] });
  } catch (error) {
    if (!(error instanceof QuernError && error.code === 'CONFLICT')) throw error;
  }
}

/**
 * A stamp that changes with the rows of a table: the state of its own file, or of the file that
 * contains the table. The newest rows of a SQLite database may be in its log only.
 */
async function stampOf(source: ImportedTable['source'], path: string): Promise<string> {
  const file = 'path' in source ? source.path : path;
  const stamps = await Promise.all([file, `${file}-wal`].map(fileStamp));
  return stamps.join(' ').trim();
}

async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null || found.size === 0 ? '' : `${found.size} ${found.mtimeMs}`;
}

/** The next table may be loaded all the same: nothing is wrong with the service or the token. */
function isOfTable(error: unknown): boolean {
  if (!(error instanceof QuernError)) return error instanceof Error && error.name !== 'AbortError';
  const { code, status = 0, retryAfterMs } = error;
  if (code === 'JOB_FAILED') return true;
  return [400, 404, 409, 413].includes(status) && retryAfterMs === undefined;
}

type Loading = ReturnType<ReturnType<CommandCall['session']>['client']['database']>;

async function loadOne(
  database: Pick<Loading, 'load'>,
  table: string,
  source: ImportedTable['source'],
  options: Parameters<Loading['load']>[2],
): Promise<number> {
  if ('lines' in source) {
    return (await database.load(table, source.lines(), { ...options, format: 'json' })).row_count;
  }
  if ('header' in source) {
    return (
      await database.load(table, new TextEncoder().encode(source.header), {
        ...options,
        format: 'csv',
      })
    ).row_count;
  }
  const file = await openFileSource(source.path);
  try {
    return (await database.load(table, file, { ...options, ...contentOf(source.path) })).row_count;
  } finally {
    await file.close();
  }
}
