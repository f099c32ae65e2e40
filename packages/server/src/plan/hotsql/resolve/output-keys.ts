import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, locationOf, openNode, stringValue } from '../read/tree.ts';
import type { QueryColumn } from './query.ts';

/**
 * The position of the output column named or numbered by a sort key; undefined for an expression.
 */
export function outputKey(columns: readonly QueryColumn[], node: unknown): number | undefined {
  const { kind, fields } = openNode(node);
  if (kind === 'A_Const') return outputPosition(fields, columns.length, 'ORDER BY') + 1;
  if (kind !== 'ColumnRef') return undefined;
  const parts = listOf(fields, 'fields');
  const name = parts.length === 1 ? stringValue(parts[0]) : undefined;
  if (name === undefined) return undefined;
  const index = columns.findIndex((column) => column.name === name);
  return index < 0 ? undefined : index + 1;
}

/**
 * An output position of ORDER BY or GROUP BY, from 0; PostgreSQL allows no other constant there.
 */
export function outputPosition(constant: Fields, count: number, clause: string): number {
  const integer = fieldsOf(constant, 'ival');
  const location = locationOf(constant);
  if (integer === undefined) return reject(`non-integer constant in ${clause}`, location);
  const value = typeof integer.ival === 'number' ? integer.ival : 0;
  if (value < 1 || value > count)
    return reject(`${clause} position ${value} is not in select list`, location, '42P10');
  return value - 1;
}
