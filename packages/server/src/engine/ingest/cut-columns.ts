import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { castBetween } from '../types/cast-between.ts';
import type { InspectedColumn, ParquetSource } from './file-source.ts';
import { sourceRelation } from './source-relation.ts';

const nanoseconds = /\b(TIME|TIMESTAMP)_NS\b/g;

export const hasNanoseconds = (type: string) => type.search(nanoseconds) >= 0;

/** SQL that is true where some value has nanoseconds beyond its microseconds. */
export function cutQuestion(value: string, type: string): string {
  if (/^TIME(?:STAMP)?_NS$/.test(type)) return `bool_or(epoch_ns(${value}) % 1000 <> 0)`;
  const micro = type.replace(nanoseconds, '$1');
  const kept = castBetween(castBetween(value, type, micro), micro, type);
  return `bool_or(${value} IS DISTINCT FROM ${kept})`;
}

/**
 * Marks columns with nanoseconds in their values, among the columns whose type allows nanoseconds.
 */
export async function withCuts(
  connection: DuckDBConnection,
  source: ParquetSource,
  columns: readonly InspectedColumn[],
): Promise<readonly InspectedColumn[]> {
  const asked = columns.filter(({ fileType = '' }) => hasNanoseconds(fileType));
  if (asked.length === 0) return columns;
  const questions = asked.map(({ name, type, fileType = type }) =>
    cutQuestion(quoteIdentifier(name), fileType),
  );
  const answers = await connection.runAndReadAll(
    `SELECT ${questions.join(', ')} FROM ${sourceRelation(source)}`,
  );
  const [row = []] = answers.getRows();
  return markCut(
    columns,
    new Set(asked.flatMap(({ name }, at) => (row[at] === true ? [name] : []))),
  );
}

export function markCut(
  columns: readonly InspectedColumn[],
  cut: ReadonlySet<string>,
): readonly InspectedColumn[] {
  if (cut.size === 0) return columns;
  return columns.map((column) => (cut.has(column.name) ? { ...column, isCut: true } : column));
}
