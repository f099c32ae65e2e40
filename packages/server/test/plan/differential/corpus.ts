import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../corpus/', import.meta.url);

/** The tables that every statement may read; the same text runs in PostgreSQL and in DuckDB. */
export const tablesSql = readFileSync(new URL('tables.sql', folder), 'utf8');

/** Files that are no area: the tables, and statements that are not compared with PostgreSQL. */
const otherFiles = ['tables.sql', 'legitimate.sql'];

/** An area is a file. */
export const areas: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && !otherFiles.includes(name))
  .map((name) => name.slice(0, -'.sql'.length))
  .sort();

/**
 * A statement a line; a line that begins with white space continues the one before, `--` at the
 * start is a comment.
 */
export function readArea(area: string): readonly string[] {
  const statements: string[] = [];
  for (const line of readFileSync(new URL(`${area}.sql`, folder), 'utf8').split('\n')) {
    if (line.startsWith('--') || line === '') continue;
    if (/^\s/.test(line)) statements.push(`${statements.pop() ?? ''}\n${line}`);
    else statements.push(line);
  }
  return statements;
}
