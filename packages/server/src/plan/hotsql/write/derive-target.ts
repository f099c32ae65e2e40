import { type AssignedColumn, type Derivation, targetMark } from '../../statements/derivation.ts';
import { reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, textOf } from '../read/tree.ts';

export const aliasOf = (fields: Fields, table: string) =>
  textOf(fieldsOf(fieldsOf(fields, 'relation') ?? {}, 'alias') ?? {}, 'aliasname') || table;

export const targetRelation = ({ schema, table }: Derivation, alias: string) => ({
  RangeVar: {
    catalogname: targetMark,
    schemaname: schema,
    relname: table,
    inh: true,
    relpersistence: 'p',
    alias: { aliasname: alias },
  },
});

export function columnNamed({ columns, table }: Derivation, name: string): AssignedColumn {
  const found = columns.find((one) => one.name === name);
  if (found !== undefined) return found;
  return reject(`column '${name}' of relation '${table}' does not exist`, undefined, '42703');
}
