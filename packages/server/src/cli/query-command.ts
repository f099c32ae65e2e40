import { readFile } from 'node:fs/promises';
import type { QueryOptions } from '@quern/client';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';
import { chooseFormat, rowFormats, writeRows } from './write-rows.ts';

export const queryCommand: Command = {
  name: 'query',
  summary: 'run SQL and show its rows',
  usage: `quern query "SELECT ..." [options]        also from standard input, or a file with --file

  -d, --database NAME    name or id; needed where there are several
  -f, --format FORMAT    ${rowFormats.join(', ')}; a table on a terminal, CSV in a pipe
  -o, --output FILE      write there once the rows are complete; its ending says the format, and .gz compresses
  --json                 --format json
  --file FILE            read the SQL from a file
  --dialect DIALECT      hotsql, duckdb, postgres or snowflake
  --max-rows N           most rows of a table, 1000 unless given; 0 for all
  --background           do not tie the query to this connection: for what takes minutes`,
  options: {
    format: { type: 'string', short: 'f' },
    output: { type: 'string', short: 'o' },
    file: { type: 'string' },
    dialect: { type: 'string' },
    'max-rows': { type: 'string' },
    background: { type: 'boolean' },
  },
  async run({ session, values, positionals, terminal }) {
    const options = {
      format: values.text('format'),
      output: values.text('output'),
      json: values.flag('json'),
      maxRows: values.count('max-rows'),
    };
    chooseFormat(terminal, options);
    const sql = await readSql(positionals, values.text('file'), terminal);
    const database = await session().database();
    const began = performance.now();
    const query = database.query(sql, {
      dialect: values.text('dialect') as QueryOptions['dialect'],
      background: values.flag('background'),
      signal: terminal.signal,
    });
    const count = await writeRows(terminal, query, options);
    if (terminal.isTerminal && count !== null) {
      terminal.say(
        `${count === 1 ? '1 row' : `${count} rows`}, ${Math.round(performance.now() - began)} ms`,
      );
    }
    return 0;
  },
};

async function readSql(
  positionals: readonly string[],
  file: string | undefined,
  terminal: { readAll(): Promise<string>; isTyped: boolean },
) {
  const [given, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('give the SQL as one word, in quotes');
  if (given !== undefined && file !== undefined)
    throw new UsageError('give the SQL or --file, not both');
  if (file !== undefined) return readFile(file, 'utf8');
  if (given !== undefined && given !== '-') return given;
  if (terminal.isTyped && given === undefined)
    throw new UsageError('which SQL? quern query "SELECT 1", or quern shell to type');
  return terminal.readAll();
}
