import { printSeries } from './print-from.ts';
import type { Printing } from './printing.ts';
import { expectFields, fieldSet, listOf, locationOf, nameList, type TreeNode } from './tree.ts';

const callFields = fieldSet('funcname', 'args', 'funcformat');

/**
 * A whole select item that makes rows: generate_series(...) or unnest(...). Several of them advance together and
 * the shorter are filled with nulls, in PostgreSQL and in DuckDB alike. Undefined for any other item.
 */
export function printSetReturning(printing: Printing, { kind, fields }: TreeNode): string | undefined {
  if (kind !== 'FuncCall') return undefined;
  const name = nameList(fields, 'funcname').at(-1);
  if (name !== 'generate_series' && name !== 'unnest') return undefined;
  expectFields(`${name}()`, fields, callFields);
  const args = listOf(fields, 'args');
  if (name === 'generate_series') return `unnest(${printSeries(printing, args, locationOf(fields))})`;
  return args.length === 1 ? `unnest(${printing.expressions(args)})` : undefined;
}
