import { basename, extname } from 'node:path';
import type { Slice } from '@quern/client';
import { gzipped, OutputFile } from './output-file.ts';
import { tableText } from './table-text.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export const rowFormats = ['table', 'csv', 'json', 'ndjson', 'md', 'parquet', 'arrow'] as const;
export type RowFormat = (typeof rowFormats)[number];

/** Rows to write: of a query, or of a stored result. */
export interface Rows {
  slices(): AsyncIterable<Slice>;
  stream(format: 'csv' | 'md' | 'parquet' | 'arrow'): Promise<ReadableStream<Uint8Array>>;
}

export interface RowsOptions {
  readonly format?: string | undefined;
  readonly json?: boolean | undefined;
  /** A file instead of standard output. */
  readonly output?: string | undefined;
  /** Most rows of a table; 0 for all. */
  readonly maxRows?: number | undefined;
}

/** A table for a person, CSV for a pipe or a file, unless another format is requested. */
export function chooseFormat(terminal: Terminal, { format, json, output }: RowsOptions): RowFormat {
  if (json && format !== undefined && format !== 'json')
    throw new UsageError("'--json' and '--format' say different things");
  const asked = json ? 'json' : (format ?? formatOfName(output));
  const chosen = asked ?? (terminal.isTerminal && output === undefined ? 'table' : 'csv');
  const known = rowFormats.find((one) => one === chosen);
  if (known === undefined)
    throw new UsageError(`--format '${chosen}' is none of ${rowFormats.join(', ')}`);
  const isBinary = known === 'parquet' || known === 'arrow';
  if (isBinary && output === undefined && terminal.isTerminal) {
    throw new UsageError(`${known} is nothing for a terminal: name a file with --output`);
  }
  if (isBinary && isPacked(output))
    throw new UsageError(`${known} files are compressed inside: name the file without '.gz'`);
  return known;
}

const isPacked = (output: string | undefined) => /\.gz$/i.test(output ?? '');

const formatsByEnding: Readonly<Record<string, RowFormat>> = {
  '': 'csv',
  '.csv': 'csv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.md': 'md',
  '.parquet': 'parquet',
  '.arrow': 'arrow',
};

/** The format by the ending of a file name. An ending of a different format is refused. */
function formatOfName(output: string | undefined): RowFormat | undefined {
  if (output === undefined) return undefined;
  const ending = extname(basename(output).replace(/\.gz$/i, '')).toLowerCase();
  const format = Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
  if (format !== undefined) return format;
  const known = Object.keys(formatsByEnding).filter((name) => name !== '');
  throw new UsageError(
    `no format is written to '${ending}': end the name of --output in ${known.join(', ')} (text also in .gz), or say --format`,
  );
}

/** Writes the rows and returns their number, if known. */
export async function writeRows(
  terminal: Terminal,
  rows: Rows,
  options: RowsOptions,
): Promise<number | null> {
  const format = chooseFormat(terminal, options);
  const { output } = options;
  if (output === undefined)
    return writeAs(format, rows, options, (bytes) => terminal.write(bytes), terminal);
  const file = await OutputFile.open(output);
  try {
    const packed = isPacked(output) ? gzipped(file.write) : null;
    const count = await writeAs(format, rows, options, packed?.write ?? file.write, terminal);
    await packed?.end();
    await file.keep();
    return count;
  } catch (error) {
    await file.drop();
    throw error;
  }
}

type Write = (bytes: string | Uint8Array) => Promise<void>;

async function writeAs(
  format: RowFormat,
  rows: Rows,
  options: RowsOptions,
  write: Write,
  terminal: Terminal,
) {
  if (format === 'table') return writeTable(rows, options.maxRows ?? 1000, write, terminal);
  if (format === 'json') return writeJson(rows, write);
  if (format === 'ndjson') return writeLines(rows, write);
  for await (const chunk of await rows.stream(format)) await write(chunk);
  return null;
}

async function writeTable(
  rows: Rows,
  most: number,
  write: Write,
  terminal: Terminal,
): Promise<number> {
  let table: ReturnType<typeof tableText> | null = null;
  let count = 0;
  let written = 0;
  for await (const slice of rows.slices()) {
    if (table === null) {
      const look = { hasColours: terminal.hasColours, cellWidth: terminal.isTerminal ? 60 : 1000 };
      table = tableText(slice.columns, slice.rows.slice(0, 1000), look);
      await write(`${table.head}\n`);
    }
    const room = most === 0 ? slice.rows.length : Math.max(0, most - written);
    const lines = slice.rows.slice(0, room).map((row) => `${table?.line(row)}\n`);
    await write(lines.join(''));
    written += lines.length;
    count += slice.rows.length;
    if (written < count) {
      const total = Number.isNaN(slice.totalRows) ? `more than ${count}` : slice.totalRows;
      terminal.say(`${written} of ${total} rows: --max-rows 0 shows all, --output FILE keeps them`);
      return count;
    }
  }
  return count;
}

/** One list of objects, a row a line. */
async function writeJson(rows: Rows, write: Write): Promise<number> {
  let count = 0;
  await write('[');
  for await (const objects of objectsOf(rows)) {
    await write(
      objects.map((text, index) => `${count + index === 0 ? '' : ','}\n${text}`).join(''),
    );
    count += objects.length;
  }
  await write(count === 0 ? ']\n' : '\n]\n');
  return count;
}

/** An object a line, and no separators. */
async function writeLines(rows: Rows, write: Write): Promise<number> {
  let count = 0;
  for await (const objects of objectsOf(rows)) {
    await write(objects.map((text) => `${text}\n`).join(''));
    count += objects.length;
  }
  return count;
}

/**
 * The rows as JSON objects, a slice at a time; the second of two columns with one name gets `_1`,
 * as in Parquet.
 */
async function* objectsOf(rows: Rows): AsyncGenerator<string[], void, undefined> {
  let keys: readonly string[] | null = null;
  for await (const slice of rows.slices()) {
    keys ??= apart(slice.columns).map((name) => JSON.stringify(name));
    const names = keys;
    yield slice.rows.map(
      (row) => `{${names.map((name, column) => `${name}:${exactJson(row[column])}`).join(',')}}`,
    );
  }
}

function apart(columns: readonly string[]): string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let n = 1; taken.has(name); n += 1) name = `${column}_${n}`;
    taken.add(name);
    return name;
  });
}

/** Bigints as integers. */
export function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, field]) => `${JSON.stringify(name)}:${exactJson(field)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
