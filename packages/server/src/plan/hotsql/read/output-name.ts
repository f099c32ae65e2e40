import { type Fields, fieldsOf, listOf, nameList, openNode, stringValue, textOf } from './tree.ts';

interface NameChoice {
  readonly name: string;
  /** 0 none, 1 a last resort (the name of a type, `case`), 2 good. */
  readonly strength: 0 | 1 | 2;
}

const nothing: NameChoice = { name: '?column?', strength: 0 };
const good = (name: string | undefined): NameChoice => (name ? { name, strength: 2 } : nothing);

/**
 * PostgreSQL's name for a select item without an alias: FigureColname of
 * src/backend/parser/parse_target.c.
 */
export function outputName(node: unknown): string {
  return chooseName(node).name;
}

const fixedNames: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
  JsonArrayAgg: 'json_arrayagg',
  JsonArrayConstructor: 'json_array',
  JsonArrayQueryConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonObjectConstructor: 'json_object',
  JsonParseExpr: 'json',
  JsonScalarExpr: 'json_scalar',
  JsonSerializeExpr: 'json_serialize',
};

function chooseName(node: unknown): NameChoice {
  const { kind, fields } = openNode(node);
  switch (kind) {
    case 'ColumnRef':
      return lastString(listOf(fields, 'fields'));
    case 'A_Indirection': {
      const choice = lastString(listOf(fields, 'indirection'));
      return choice.strength > 0 ? choice : chooseName(fields.arg);
    }
    case 'FuncCall':
      return good(nameList(fields, 'funcname').at(-1));
    case 'A_Expr':
      return textOf(fields, 'kind') === 'AEXPR_NULLIF' ? good('nullif') : nothing;
    case 'TypeCast': {
      const choice = chooseName(fields.arg);
      const typeName = nameList(fieldsOf(fields, 'typeName') ?? {}, 'names').at(-1);
      return choice.strength > 1 || typeName === undefined
        ? choice
        : { name: typeName, strength: 1 };
    }
    case 'CollateClause':
      return chooseName(fields.arg);
    case 'CaseExpr': {
      const choice = fields.defresult === undefined ? nothing : chooseName(fields.defresult);
      return choice.strength > 1 ? choice : { name: 'case', strength: 1 };
    }
    case 'MinMaxExpr':
      return good(textOf(fields, 'op') === 'IS_LEAST' ? 'least' : 'greatest');
    case 'JsonFuncExpr':
      return good(textOf(fields, 'op').replace(/_OP$/, '').toLowerCase());
    case 'SQLValueFunction':
      return good(valueFunctionName(textOf(fields, 'op')));
    case 'SubLink':
      return subqueryName(fields);
    default:
      return good(fixedNames[kind]);
  }
}

function lastString(parts: readonly unknown[]): NameChoice {
  const names = parts.map(stringValue).filter((name) => name !== undefined);
  return good(names.at(-1));
}

/** SVFOP_CURRENT_TIMESTAMP_N -> current_timestamp */
export function valueFunctionName(op: string): string {
  return op
    .replace(/^SVFOP_/, '')
    .replace(/_N$/, '')
    .toLowerCase();
}

function subqueryName(link: Fields): NameChoice {
  switch (textOf(link, 'subLinkType')) {
    case 'EXISTS_SUBLINK':
      return good('exists');
    case 'ARRAY_SUBLINK':
      return good('array');
    case 'EXPR_SUBLINK':
      return firstColumnName(openNode(link.subselect).fields);
    default:
      return nothing;
  }
}

function firstColumnName(select: Fields): NameChoice {
  let leftmost = select;
  for (let left = fieldsOf(leftmost, 'larg'); left !== undefined; left = fieldsOf(leftmost, 'larg'))
    leftmost = left;
  if (listOf(leftmost, 'valuesLists').length > 0) return good('column1');
  const [first] = listOf(leftmost, 'targetList');
  if (first === undefined) return nothing;
  const { fields } = openNode(first);
  return textOf(fields, 'name') === ''
    ? good(outputName(fields.val))
    : good(textOf(fields, 'name'));
}
