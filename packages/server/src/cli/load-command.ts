import { basename } from 'node:path';
import type { LoadOptions } from '@quern/client';
import { loadModes } from '@quern/contract';
import type { Command, Values } from './command.ts';
import { openFileSource } from './file-source.ts';
import { bytesText, progressOf } from './progress.ts';
import { tableNameOf } from './table-name.ts';
import { shown } from './table-text.ts';
import { UsageError } from './usage-error.ts';

export const loadCommand: Command = {
  name: 'load',
  summary: 'load a file into a table',
  usage: `quern load FILE [options]                 CSV, TSV, JSON or Parquet, also with .gz or .zst; - is standard input

  -d, --database NAME    name or id; needed where there are several
  -t, --table NAME       schema.table or table; the file's name unless given
  -m, --mode MODE        ${loadModes.join(', ')}; replace unless given
  -k, --key COLUMN       what tells rows apart, for upsert, update and delete; several times for several columns
  --format FORMAT        csv, json or parquet; found out from the file unless given
  --json                 print the answer as JSON`,
  options: {
    table: { type: 'string', short: 't' },
    mode: { type: 'string', short: 'm' },
    key: { type: 'string', short: 'k', multiple: true },
    format: { type: 'string' },
  },
  async run({ session, values, positionals, terminal }) {
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0)
      throw new UsageError('name one file: quern load people.csv --table people');
    const name = values.text('table') ?? (path === '-' ? undefined : tableNameOf(path));
    if (name === undefined) throw new UsageError('name the table with --table');
    const target = splitName(name);
    const options = {
      ...readOptions(values, path),
      schema: target.schema,
      signal: terminal.signal,
    };
    const database = await session().database();
    const progress = progressOf(terminal, basename(path));
    const file = path === '-' ? null : await openFileSource(path);
    try {
      const source = file ?? (process.stdin as AsyncIterable<Uint8Array>);
      const loaded = await database.load(target.table, source, {
        ...options,
        onProgress: progress.show,
      });
      progress.end();
      const { row_count: rows, schema_name: schema, table_name: table } = loaded;
      if (values.flag('json')) await terminal.write(`${JSON.stringify(loaded)}\n`);
      else
        terminal.say(
          `${shown(database.name)}: ${schema}.${table} has ${rows} rows (${options.mode}${file ? `, ${bytesText(file.size)}` : ''})`,
        );
      return 0;
    } finally {
      progress.end();
      await file?.close();
    }
  },
};

function readOptions(values: Values, path: string): LoadOptions {
  const mode = values.text('mode') ?? 'replace';
  const known = loadModes.find((one) => one === mode);
  if (known === undefined)
    throw new UsageError(`--mode '${mode}' is none of ${loadModes.join(', ')}`);
  const key = values.texts('key');
  return {
    mode: known,
    ...(key.length > 0 ? { key } : {}),
    format: values.text('format') as LoadOptions['format'],
    ...contentOf(path),
  };
}

/** What the ending of a file's name says of it. */
export function contentOf(path: string): Pick<LoadOptions, 'contentEncoding' | 'contentType'> {
  const [, inner = '', packed] = /(\.\w+)?(?:\.(gz|zst))?$/i.exec(path.toLowerCase()) ?? [];
  return {
    ...(packed === undefined ? {} : { contentEncoding: packed === 'gz' ? 'gzip' : 'zstd' }),
    ...(inner === '.tsv' ? { contentType: 'text/tab-separated-values' } : {}),
  };
}

function splitName(name: string): { readonly schema: string; readonly table: string } {
  const [first = '', second, ...rest] = name.split('.');
  if (rest.length > 0 || first === '' || second === '')
    throw new UsageError(`'${name}' is no table: say table, or schema.table`);
  return second === undefined ? { schema: 'main', table: first } : { schema: first, table: second };
}
