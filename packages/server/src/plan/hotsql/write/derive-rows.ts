/**
 * A statement that writes, as one SELECT: the rows of the table afterwards, each with the position
 * of the replaced row. Only this SELECT is executed, so a statement reads one snapshot and never
 * its own rows.
 */
import type { Derivation } from '../../statements/derivation.ts';
import { refuse } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, openNode } from '../read/tree.ts';
import { deleteRows, updateRows } from './derive-change.ts';
import { insertRows, type WidthOf } from './derive-insert.ts';
import { aliasOf, targetRelation } from './derive-target.ts';
import { defaults } from './nodes.ts';
import { parseOne } from './read-write.ts';

/** The derived SELECT of a writing statement's text. Throws Refusal. */
export function deriveSelect(sql: string, asked: Derivation, widthOf: WidthOf): Fields {
  const { kind, fields } = parseOne(sql);
  if (asked.part === 'returning') return returning(kind, fields, asked);
  switch (kind) {
    case 'InsertStmt':
      return insertRows(fields, asked, widthOf);
    case 'UpdateStmt':
      return updateRows(fields, asked);
    case 'DeleteStmt':
      return deleteRows(fields, asked);
    case 'CreateTableAsStmt':
      return openNode(fields.query).fields;
    case 'SelectStmt': {
      const { intoClause: _, ...query } = fields;
      return query;
    }
    default:
      return refuse('this statement', undefined);
  }
}

/** The list of RETURNING over the rows that were written, under the name of the target. */
function returning(kind: string, fields: Fields, asked: Derivation): Fields {
  const clause = fieldsOf(fields, 'returningClause') ?? {};
  if (clause.options !== undefined) refuse('RETURNING WITH', undefined, 'write old and new');
  const alias = aliasOf(fields, asked.table);
  const list = listOf(clause, 'exprs');
  if (kind === 'MergeStmt') refuse('RETURNING of MERGE', undefined);
  return {
    targetList: list,
    fromClause: [targetRelation(asked, alias)],
    ...defaults,
  };
}
