/** The constructors and tests of SQL/JSON: JSON_OBJECT, JSON_ARRAY, JSON_SCALAR, IS JSON. */

import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { Namespace } from '../resolve/namespace.ts';
import { boolType, showType } from '../resolve/type.ts';
import { jsonText, keyText, orNull } from './functions/json-values.ts';
import { asReturned, isJson, isText, readsAsJson, returnedType } from './json-format.ts';
import { withinAggregate, withinWindow } from './print-aggregate.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;

const itemTypes: Readonly<Record<string, string>> = {
  JS_TYPE_ANY: 'value',
  JS_TYPE_OBJECT: 'object',
  JS_TYPE_ARRAY: 'array',
  JS_TYPE_SCALAR: 'scalar',
};

export function printIsJson(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const value = printing.expression(fields.expr, namespace);
  const location = locationOf(fields);
  if (!isText(value) && !isJson(value))
    reject(`cannot use type ${showType(value.type)} in IS JSON predicate`, location, '42804');
  const kind = itemTypes[textOf(fields, 'item_type')] ?? 'value';
  return expr(
    `hotsql_json_is(${value.text}, '${kind}', ${flagOf(fields, 'unique_keys')})`,
    boolType,
  );
}

/** A value inside a constructor. */
interface Member {
  /** JSON text; null for a null value. */
  readonly text: string;
  readonly isBinary: boolean;
}

function memberOf(printing: Printing, fields: Fields, namespace: Namespace): Member {
  const value = printing.expression(fields.raw_expr, namespace);
  if (readsAsJson(value, fields)) return { text: `hotsql_json_in(${value.text})`, isBinary: false };
  const { text } = jsonText(printing, value, locationOf(fields));
  return { text, isBinary: value.type.name === 'jsonb' };
}

/** A constructor's default result type: jsonb if any of its values is jsonb. */
const constructed = (text: string, members: readonly Member[], fields: Fields): Expr =>
  asReturned(
    text,
    members.some(({ isBinary }) => isBinary),
    returnedType(fields, true),
    locationOf(fields),
  );

/** The items in brackets; null items are left out. */
const enclosed = (items: readonly string[], open: string, close: string) =>
  items.length === 0
    ? `'${open}${close}'`
    : `('${open}' || substr(${items.map((item) => `coalesce(', ' || ${item}, '')`).join(' || ')}, 3) || '${close}')`;

export function printJsonObject(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const isAbsent = flagOf(fields, 'absent_on_null');
  const pairs = listOf(fields, 'exprs').map((pair) => {
    const { fields: own } = openNode(pair);
    const key = printing.expression(own.key, namespace);
    const name = keyText(printing, key, locationOf(fields));
    const member = memberOf(printing, fieldsOf(own, 'value') ?? {}, namespace);
    return {
      start: `${name} || ' : ' || `,
      ...member,
      isBinary: member.isBinary || key.type.name === 'jsonb',
    };
  });
  const object = (leavesOut: boolean) =>
    enclosed(
      pairs.map(({ start, text }) => start + (leavesOut ? text : orNull(text))),
      '{',
      '}',
    );
  if (!flagOf(fields, 'unique')) return constructed(object(isAbsent), pairs, fields);
  const checked = `hotsql_json_unique(${object(false)})`;
  // The keys of omitted nulls must be unique too.
  const text = isAbsent ? `CASE WHEN ${checked} IS NOT NULL THEN ${object(true)} END` : checked;
  return constructed(text, pairs, fields);
}

export function printJsonArray(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const isAbsent = flagOf(fields, 'absent_on_null');
  const items = listOf(fields, 'exprs').map((item) =>
    memberOf(printing, openNode(item).fields, namespace),
  );
  const texts = items.map(({ text }) => (isAbsent ? text : orNull(text)));
  return constructed(enclosed(texts, '[', ']'), items, fields);
}

/**
 * `JSON_ARRAY(SELECT ...)`: rewritten to JSON_ARRAYAGG of the query's only column, as PostgreSQL
 * does.
 */
export function printJsonArrayQuery(
  printing: Printing,
  fields: Fields,
  namespace: Namespace,
): Expr {
  const location = locationOf(fields);
  expectOneColumn(fields.query, location);
  const column = {
    ColumnRef: { fields: [{ String: { sval: 'q' } }, { String: { sval: 'a' } }], location },
  };
  const { query, format, output, absent_on_null } = fields;
  const aggregate = {
    constructor: { location, ...(output === undefined ? {} : { output }) },
    arg: { raw_expr: column, ...(format === undefined ? {} : { format }) },
    ...(absent_on_null === undefined ? {} : { absent_on_null }),
  };
  const from = {
    RangeSubselect: {
      subquery: query,
      alias: { aliasname: 'q', colnames: [{ String: { sval: 'a' } }] },
    },
  };
  const select = {
    targetList: [{ ResTarget: { val: { JsonArrayAgg: aggregate }, location } }],
    fromClause: [from],
    limitOption: 'LIMIT_OPTION_DEFAULT',
    op: 'SETOP_NONE',
  };
  return printing.expression(
    { SubLink: { subLinkType: 'EXPR_SUBLINK', subselect: { SelectStmt: select }, location } },
    namespace,
  );
}

function expectOneColumn(query: unknown, location: Location): void {
  const { fields } = openNode(query);
  const left = fieldsOf(fields, 'larg');
  if (left !== undefined) {
    expectOneColumn({ SelectStmt: left }, location);
    return;
  }
  const [row] = listOf(fields, 'valuesLists');
  const columns =
    row === undefined ? listOf(fields, 'targetList') : listOf(openNode(row).fields, 'items');
  if (columns.length !== 1) reject('subquery must return only one column', location, '42601');
  const value = openNode(openNode(columns[0]).fields.val ?? columns[0]);
  const isStar = listOf(value.fields, 'fields').some((part) => openNode(part).kind === 'A_Star');
  if (isStar) refuse('JSON_ARRAY of a query with *', location, 'name its column');
}

export function printJsonParse(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const written = fieldsOf(fields, 'expr') ?? {};
  const value = printing.expression(written.raw_expr, namespace);
  readsAsJson(value, written);
  const isUnique = flagOf(fields, 'unique_keys');
  if (isUnique && !isText(value)) {
    reject('cannot use non-string types with WITH UNIQUE KEYS clause', locationOf(fields), '42804');
  }
  if (!isText(value) && !isJson(value))
    reject(`cannot cast type ${showType(value.type)} to json`, locationOf(fields), '42846');
  const checked = `hotsql_json_in(${value.text})`;
  return expr(isUnique ? `hotsql_json_unique(${checked})` : checked, 'json');
}

export function printJsonScalar(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const value = printing.expression(fields.expr, namespace);
  return expr(jsonText(printing, value, locationOf(fields)).text, 'json');
}

export function printJsonSerialize(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const location = locationOf(fields);
  const written = fieldsOf(fields, 'expr') ?? {};
  const value = printing.expression(written.raw_expr, namespace);
  readsAsJson(value, written);
  const type = returnedType(fields, true) ?? {
    name: 'text',
    modifiers: [],
    isArray: false,
    location,
  };
  if (type.name === 'json' || type.name === 'jsonb') {
    reject(
      `cannot use type ${type.name} in RETURNING clause of JSON_SERIALIZE()`,
      location,
      '42804',
    );
  }
  if (value.type.name === 'jsonb') refuse('JSON_SERIALIZE of jsonb', location, 'cast it to text');
  if (!isText(value) && !isJson(value)) {
    reject('cannot use non-string types with implicit FORMAT JSON clause', location, '42804');
  }
  return asReturned(
    isJson(value) ? value.text : `hotsql_json_in(${value.text})`,
    false,
    type,
    location,
  );
}

const castNode = (arg: unknown, type: string) => ({
  TypeCast: { arg, typeName: { names: [{ String: { sval: type } }], typemod: -1 } },
});

/**
 * `JSON_ARRAYAGG(x ORDER BY y)`, `JSON_OBJECTAGG(k: v)`: printed as PostgreSQL's aggregates of
 * other names.
 */
export function printJsonAggregate(printing: Printing, fields: Fields, namespace: Namespace): Expr {
  const built = fieldsOf(fields, 'constructor') ?? {};
  const arg = fieldsOf(fields, 'arg') ?? {};
  const isObject = arg.key !== undefined;
  const written = isObject ? (fieldsOf(arg, 'value') ?? {}) : arg;
  const typeOf = (node: unknown) => {
    const print = () => printing.expression(node, namespace);
    return built.over === undefined
      ? withinAggregate(namespace, 'aggregate', print).printed
      : withinWindow(namespace, print);
  };
  const value = typeOf(written.raw_expr);
  const isFormatted = readsAsJson(value, written);
  const isBinary =
    value.type.name === 'jsonb' || (isObject && typeOf(arg.key).type.name === 'jsonb');
  const returned = returnedType(built, true);
  const type = returned?.name ?? (isBinary ? 'jsonb' : 'json');
  const name = [
    `json${type === 'jsonb' ? 'b' : ''}${isObject ? '_object' : ''}_agg`,
    ...(flagOf(fields, 'unique') ? ['_unique'] : []),
    ...(flagOf(fields, 'absent_on_null') ? ['_strict'] : []),
  ].join('');
  const node = written.raw_expr;
  const item = isFormatted
    ? castNode(node, 'json')
    : value.type.name === 'unknown'
      ? castNode(node, 'text')
      : node;
  const { agg_order, agg_filter, over, location } = built;
  const call = {
    funcname: [{ String: { sval: name } }],
    args: isObject ? [arg.key, item] : [item],
    funcformat: 'COERCE_EXPLICIT_CALL',
    location,
    ...(agg_order === undefined ? {} : { agg_order }),
    ...(agg_filter === undefined ? {} : { agg_filter }),
    ...(over === undefined ? {} : { over }),
  };
  const printed = printing.expression({ FuncCall: call }, namespace);
  return isJson({ type: { name: type, engine: '' }, text: '' })
    ? printed
    : asReturned(printed.text, false, returned, locationOf(built));
}
