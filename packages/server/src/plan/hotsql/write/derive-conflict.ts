/** The rows of INSERT with ON CONFLICT. */
import { type Derivation, placeColumn } from '../../statements/derivation.ts';
import { type Fields, textOf } from '../read/tree.ts';
import { assignments } from './derive-assignments.ts';
import { withGenerated } from './derive-generated.ts';
import { aliasOf, targetRelation } from './derive-target.ts';
import {
  both,
  column,
  defaults,
  integer,
  isNullTest,
  item,
  operation,
  subquery,
  text,
} from './nodes.ts';

/** The name of the rows that an INSERT brings, inside of the derived SELECT. */
export const broughtAlias = '@brought';

export function onConflict(
  fields: Fields,
  conflict: Fields,
  rows: Fields,
  asked: Derivation,
): Fields {
  const alias = aliasOf(fields, asked.table);
  const key = asked.conflictKey ?? [];
  const isUpdate = textOf(conflict, 'action') === 'ONCONFLICT_UPDATE';
  const excluded = isUpdate ? 'excluded' : broughtAlias;
  const same = both(key.map((name) => operation('=', column(alias, name), column(excluded, name))));
  const place = column(alias, placeColumn);
  const fromClause = [
    {
      JoinExpr: {
        jointype: 'JOIN_LEFT',
        larg: subquery(rows, excluded),
        rarg: targetRelation(asked, alias),
        quals: same,
      },
    },
  ];
  if (!isUpdate) {
    const targetList = [
      item(place, placeColumn),
      ...asked.columns.map(({ name }) => item(column(excluded, name), name)),
    ];
    const select = { targetList, fromClause, whereClause: isNullTest(place), ...defaults };
    return firstOfKey(select, key, asked);
  }
  const values = assignments(conflict, asked);
  const targetList = [
    item(place, placeColumn),
    ...asked.columns
      .filter(({ generated }) => generated === null)
      .map(({ name }) =>
        item(whenNew(place, column(excluded, name), values.get(name) ?? column(alias, name)), name),
      ),
  ];
  const where = conflict.whereClause;
  const wanted =
    where === undefined
      ? undefined
      : { BoolExpr: { boolop: 'OR_EXPR', args: [isNullTest(place), where] } };
  const select = {
    targetList,
    fromClause,
    ...(wanted !== undefined && { whereClause: wanted }),
    ...defaults,
  };
  return withGenerated(select, asked, [placeColumn]);
}

const whenNew = (place: unknown, fresh: unknown, changed: unknown) => ({
  CaseExpr: {
    args: [{ CaseWhen: { expr: isNullTest(place), result: fresh } }],
    defresult: changed,
  },
});

/** Of rows with one key the first; rows with a null in the key meet no other. */
function firstOfKey(select: Fields, key: readonly string[], asked: Derivation): Fields {
  const numbered = '@numbered';
  const partition = {
    FuncCall: {
      funcname: [text('row_number')],
      over: { partitionClause: key.map((name) => column(numbered, name)), frameOptions: 1058 },
      funcformat: 'COERCE_EXPLICIT_CALL',
    },
  };
  const names = [placeColumn, ...asked.columns.map(({ name }) => name)];
  const counted = {
    targetList: [
      ...names.map((name) => item(column(numbered, name), name)),
      item(partition, '@number'),
    ],
    fromClause: [subquery(select, numbered)],
    ...defaults,
  };
  const free = key.map((name) => isNullTest(column(numbered, name)));
  const first = operation('=', column(numbered, '@number'), integer(1));
  return {
    targetList: names.map((name) => item(column(numbered, name), name)),
    fromClause: [subquery(counted, numbered)],
    whereClause: { BoolExpr: { boolop: 'OR_EXPR', args: [first, ...free] } },
    ...defaults,
  };
}
