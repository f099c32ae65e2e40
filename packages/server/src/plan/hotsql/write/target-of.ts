import type { TargetName } from '../../statements/write-statement.ts';
import { refuse } from '../read/refusal.ts';
import { type Fields, textOf } from '../read/tree.ts';

/** The table that a statement names as its target. */
export function targetOf(relation: Fields | undefined): TargetName {
  if (relation === undefined) return refuse('a statement without a table', undefined);
  if (textOf(relation, 'relpersistence') === 't')
    refuse('a temporary table', undefined, 'make a table, or a fork of the database');
  const part = (name: string) => textOf(relation, name) || null;
  return {
    catalog: part('catalogname'),
    schema: part('schemaname'),
    table: textOf(relation, 'relname'),
  };
}
