import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { engineNames } from './namespace.ts';
import type { Type } from './type.ts';

/** DuckDB's type of an untyped null. */
export const nullEngine = '"NULL"';

/** The type of rows with these columns. */
export function recordOf(fields: readonly { readonly name: string; readonly type: Type }[]): Type {
  const names = engineNames(fields.map(({ name }) => name));
  const members = fields.map(
    ({ type }, index) => `${quoteIdentifier(names[index] ?? '')} ${type.engine}`,
  );
  const isKnown = fields.every(({ type }) => type.engine !== '');
  return {
    name: 'record',
    engine: isKnown ? `STRUCT(${members.join(', ')})` : '',
    fields: fields.map(({ name, type }) => ({ name, type })),
  };
}
