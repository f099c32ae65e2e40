/** The rows of UPDATE and DELETE. */
import { type Derivation, placeColumn } from '../../statements/derivation.ts';
import { type Fields, fieldsOf, listOf } from '../read/tree.ts';
import { assignments } from './derive-assignments.ts';
import { withGenerated } from './derive-generated.ts';
import { aliasOf, targetRelation } from './derive-target.ts';
import { column, defaults, item } from './nodes.ts';

export function updateRows(fields: Fields, asked: Derivation): Fields {
  const alias = aliasOf(fields, asked.table);
  const values = assignments(fields, asked);
  const targetList = [
    item(column(alias, placeColumn), placeColumn),
    ...asked.columns
      .filter(({ generated }) => generated === null)
      .map((of) => item(values.get(of.name) ?? column(alias, of.name), of.name)),
  ];
  const select = joined(fields, 'fromClause', { asked, alias, targetList });
  return withWith(fields, withGenerated(select, asked, [placeColumn]));
}

export function deleteRows(fields: Fields, asked: Derivation): Fields {
  const alias = aliasOf(fields, asked.table);
  const targetList = [
    item(column(alias, placeColumn), placeColumn),
    ...(fieldsOf(fields, 'returningClause') === undefined
      ? []
      : asked.columns.map(({ name }) => item(column(alias, name), name))),
  ];
  return withWith(fields, joined(fields, 'usingClause', { asked, alias, targetList }));
}

const withWith = (fields: Fields, select: Fields): Fields => {
  const withClause = fieldsOf(fields, 'withClause');
  return withClause === undefined ? select : { ...select, withClause };
};

/** The target beside the other tables; a row of the target counts once. */
function joined(
  fields: Fields,
  others: 'fromClause' | 'usingClause',
  {
    asked,
    alias,
    targetList,
  }: {
    readonly asked: Derivation;
    readonly alias: string;
    readonly targetList: readonly unknown[];
  },
): Fields {
  const more = listOf(fields, others);
  const where = fields.whereClause;
  return {
    ...(more.length > 0 && { distinctClause: [column(alias, placeColumn)] }),
    targetList,
    fromClause: [targetRelation(asked, alias), ...more],
    ...(where !== undefined && { whereClause: where }),
    ...defaults,
  };
}
