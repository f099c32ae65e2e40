import type { DuckDBConnection } from '@duckdb/node-api';
import { VARCHAR } from '../../engine/duckdb.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { alteredParts, defaultOf } from './file-select.ts';
import type { InlinedRows } from './scan.ts';
import { duckdbTypeName, type LakeColumn } from './type-map.ts';

/**
 * Copies inlined rows of the catalog into tables of the engine. Returns a SELECT of the table's
 * columns for each.
 */
export async function inlinedSelects(
  connection: DuckDBConnection,
  inlined: readonly InlinedRows[],
  columns: readonly LakeColumn[],
): Promise<string[]> {
  const selects: string[] = [];
  for (const [index, rows] of inlined.entries()) {
    const table = `inlined_${index}`;
    await fill(connection, table, rows);
    const list = columns.map(
      (column) => `${valueExpression(column, rows.columns)} AS ${quoteIdentifier(column.name)}`,
    );
    selects.push(`SELECT ${list.join(', ')} FROM ${table}`);
  }
  return selects;
}

async function fill(
  connection: DuckDBConnection,
  table: string,
  { columns, rows }: InlinedRows,
): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE ${table} (${columns.map((_, index) => `c${index} VARCHAR`).join(', ')})`,
  );
  const appender = await connection.createAppender(table, 'main', 'temp');
  try {
    for (const row of rows) {
      for (const value of row) appender.appendValue(value, VARCHAR);
      appender.endRow();
    }
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
}

function valueExpression(column: LakeColumn, written: readonly LakeColumn[]): string {
  const index = written.findIndex(({ id }) => id === column.id);
  const own = written[index];
  if (!own) return defaultOf(column);
  if (!isSame(column, own)) throw alteredParts(column);
  const value = own.lakeType === 'blob' ? `unhex(c${index})` : `c${index}`;
  return `CAST(CAST(${value} AS ${duckdbTypeName(own)}) AS ${duckdbTypeName(column)})`;
}

/** True if nested columns have the same parts. */
function isSame(column: LakeColumn, own: LakeColumn): boolean {
  if (column.children.length !== own.children.length) return false;
  return column.children.every((child, index) => {
    const part = own.children[index];
    return (
      part !== undefined && part.id === child.id && part.name === child.name && isSame(child, part)
    );
  });
}
