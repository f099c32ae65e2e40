import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command, CommandCall } from './command.ts';
import { openFileSource } from './file-source.ts';
import type { ImportedTable } from './imported-table.ts';
import { contentOf } from './load-command.ts';
import { progressOf } from './progress.ts';
import { isSqliteFile, openSqliteTables } from './sqlite-tables.ts';
import { identifierOf, tableNameOf } from './table-name.ts';
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
  -d, --database NAME    load into this one instead; tables of the same names are replaced

  Names become ASCII letters, digits and _, in lower case.`,
  options: { name: { type: 'string' } },
  async run(call) {
    const [path, ...rest] = call.positionals;
    if (path === undefined || rest.length > 0)
      throw new UsageError('name one folder or file: quern import ./exports');
    if (call.values.text('name') !== undefined && call.choice.database !== undefined) {
      throw new UsageError(
        '--name is of a new database and --database of one that is there: give one of them',
      );
    }
    const source = await openImport(path);
    try {
      if (source.tables.length === 0)
        throw new UsageError(
          `'${path}' holds no tables: no CSV, TSV, JSON or Parquet file is in it`,
        );
      assertApart(source.tables);
      return await importTables(call, path, source.tables);
    } finally {
      source.close();
    }
  },
};

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

const dataFile = /\.(csv|tsv|json|jsonl|ndjson|parquet)(\.gz|\.zst)?$/i;

async function tablesOfFolder(folder: string, schema = 'main'): Promise<ImportedTable[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = await Promise.all(
    entries.map(async (entry) => {
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
 * `COPY main.people FROM '/tmp/out/people.parquet' (FORMAT 'parquet')`; the files lie beside the
 * script, wherever it was made.
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
): Promise<number> {
  const { terminal, choice } = call;
  const session = call.session();
  const name = call.values.text('name') ?? basename(resolve(path)).replace(/\.(sqlite3?|db)$/i, '');
  const made =
    choice.database === undefined
      ? await session.client.databases.create({ name }, { signal: terminal.signal })
      : null;
  const database =
    made === null ? await session.database() : { ...session.client.database(made.id), name };
  const loaded: { readonly schema: string; readonly table: string; readonly rows: number }[] = [];
  for (const { schema, table, key, source } of tables) {
    const label = schema === 'main' ? table : `${schema}.${table}`;
    const progress = progressOf(terminal, label);
    // A key has to be declared before the first rows come.
    if (key !== undefined && key.length > 0 && made !== null) {
      await session.client.databases.addTable({
        database_id: database.id,
        schema,
        name: table,
        key: [...key],
      });
    }
    const options = {
      mode: 'replace',
      schema,
      signal: terminal.signal,
      onProgress: progress.show,
    } as const;
    try {
      const rows = await loadOne(database, table, source, options);
      loaded.push({ schema, table, rows });
      progress.end();
      terminal.say(`  ${label}: ${rows} rows`);
    } catch (error) {
      progress.end();
      const left = `${loaded.length} of ${tables.length} tables are loaded into '${shown(database.name)}' (${database.id})`;
      throw new Error(`${label}: ${error instanceof Error ? error.message : error}; ${left}`, {
        cause: error,
      });
    }
  }
  terminal.say(
    `'${shown(database.name)}' (${database.id}) has ${loaded.length === 1 ? '1 table' : `${loaded.length} tables`} of it`,
  );
  if (call.values.flag('json'))
    await terminal.write(`${JSON.stringify({ database_id: database.id, tables: loaded })}\n`);
  return 0;
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
