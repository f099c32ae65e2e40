import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { readAlias } from '../read/alias.ts';
import { nameParts } from '../read/name-parts.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { catalogTable } from '../resolve/catalog-tables.ts';
import { columnTypeOf, isReadFromText } from '../resolve/column-type.ts';
import { expr } from '../resolve/expr.ts';
import {
  type CommonTable,
  engineNames,
  type FromItem,
  type Namespace,
} from '../resolve/namespace.ts';
import { settle } from '../resolve/query.ts';
import { systemTable } from '../resolve/system-tables.ts';
import { typeNamed, typeOfEngine } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { printJoin } from './print-join.ts';
import { printJsonTable } from './print-json-table.ts';
import { printSample, sampledTable } from './print-sample.ts';
import { printTableFunction } from './print-table-function.ts';
import type { Printing } from './printing.ts';
import { type RelationParts, relationItem } from './relation-item.ts';

const rangeVarFields = fieldSet(
  'catalogname',
  'schemaname',
  'relname',
  'inh',
  'relpersistence',
  'alias',
);
const subselectFields = fieldSet('lateral', 'subquery', 'alias');

/**
 * An item of FROM: a table, subquery, function or join. `lateral` has the items before it in scope.
 */
export function printFromItem(
  printing: Printing,
  item: unknown,
  namespace: Namespace,
  lateral: Namespace,
): FromItem {
  const { kind, fields } = openNode(item);
  switch (kind) {
    case 'RangeVar':
      return printTable(printing, fields, namespace, lateral);
    case 'RangeSubselect':
      return printSubselect(printing, fields, namespace, lateral);
    case 'RangeFunction':
      return printTableFunction(printing, fields, lateral);
    case 'JoinExpr':
      return printJoin(printing, fields, lateral, (side, seen) =>
        printFromItem(printing, side, namespace, seen),
      );
    case 'JsonTable':
      return printJsonTable(printing, fields, lateral);
    case 'RangeTableSample':
      return printSample(
        printing,
        fields,
        printTable(printing, sampledTable(fields), namespace, lateral),
        lateral,
      );
    default:
      return refuse(`${describeKind(kind)} in FROM`, locationOf(fields));
  }
}

function printTable(
  printing: Printing,
  table: Fields,
  namespace: Namespace,
  lateral: Namespace,
): FromItem {
  expectFields('a table', table, rangeVarFields);
  const location = locationOf(table);
  // ONLY and * mean nothing for tables without children.
  const written = [
    textOf(table, 'catalogname'),
    textOf(table, 'schemaname'),
    textOf(table, 'relname'),
  ];
  const alias = readAlias(fieldsOf(table, 'alias'));
  const schema = textOf(table, 'schemaname');
  const name = textOf(table, 'relname');
  if (schema === 'information_schema') {
    const parts = systemTable(name, textOf(table, 'catalogname'), location);
    return relationItem(printing, { ...parts, isDerived: true }, alias, lateral, location);
  }
  // DuckDB's own information_schema would show the worker's catalogs.
  if (schema.toLowerCase() === 'information_schema')
    refuse(`the schema '${schema}'`, location, 'write information_schema in lower case');
  const common = schema === '' ? namespace.commonTable(name) : undefined;
  if (common !== undefined)
    return relationItem(
      printing,
      commonTableParts(printing, common, lateral, location),
      alias ?? { name, columns: [] },
      lateral,
      location,
    );
  if (schema === '' || schema === 'pg_catalog') {
    const parts = catalogTableParts(table, name, location);
    if (parts) return relationItem(printing, parts, alias, lateral, location);
  }
  const parts = nameParts(printing, written, location);
  const shape = printing.shapeOf(parts, location);
  const columns = shape.columns.map((column) => ({
    name: column.name,
    type: columnTypeOf(column),
    isLiteralInteger: false,
    ...(isReadFromText(column) && {
      read: (text: string) =>
        coerce(printing, expr(text, typeOfEngine(column.type)), column.sqlType ?? '', 'e', location)
          .text,
    }),
  }));
  const text = printing.tableName(parts);
  return relationItem(
    printing,
    {
      text,
      name,
      qualifiers: shape.qualifiers,
      columns,
      isTable: true,
      isStored: true,
      ...(shape.key && { key: shape.key }),
    },
    alias,
    lateral,
    location,
  );
}

function commonTableParts(
  printing: Printing,
  common: CommonTable,
  reader: Namespace,
  location: number | undefined,
): RelationParts {
  const inlined = printing.readCommon(common, reader, location);
  const columns = common.columns.map((column) => ({ isLiteralInteger: false, ...column }));
  if (inlined !== undefined)
    return {
      text: `(${inlined})`,
      name: common.engineName,
      qualifiers: [],
      columns,
      isTable: false,
      isDerived: true,
    };
  const named = engineNames(columns.map((column) => column.name));
  return {
    text: quoteIdentifier(common.engineName),
    name: common.engineName,
    qualifiers: [],
    columns,
    isTable: named.every((column, index) => column === columns[index]?.name),
  };
}

/** A table of pg_catalog; without a schema, another table may have the same name. */
function catalogTableParts(
  table: Fields,
  name: string,
  location: number | undefined,
): RelationParts | undefined {
  const catalog = catalogTable(name);
  if (catalog === undefined) {
    if (textOf(table, 'schemaname') === '') return undefined;
    throw new Refusal(`relation 'pg_catalog.${name}' does not exist`, location, '42P01');
  }
  if (textOf(table, 'catalogname') !== '')
    refuse('pg_catalog within a catalog', location, `write pg_catalog.${name}`);
  return {
    text: catalog.text,
    name,
    qualifiers: ['pg_catalog'],
    columns: catalog.columns.map((column) => ({
      name: column.name,
      type: typeNamed(column.type),
      isLiteralInteger: false,
    })),
    isTable: true,
    isStored: true,
    isDerived: true,
  };
}

function printSubselect(
  printing: Printing,
  item: Fields,
  namespace: Namespace,
  lateral: Namespace,
): FromItem {
  expectFields('a subquery', item, subselectFields);
  const isLateral = flagOf(item, 'lateral');
  const outer = isLateral ? lateral : outerOf(namespace);
  const query = settle(printing.query(openNode(item.subquery).fields, outer));
  const alias = readAlias(fieldsOf(item, 'alias'));
  const unnamed =
    alias === undefined ? { name: printing.freshName('subquery'), columns: [] } : alias;
  const parts = {
    text: `(${query.render()})`,
    name: unnamed.name,
    qualifiers: [],
    columns: query.columns,
    isTable: false,
    isLateral,
  };
  return relationItem(printing, parts, unnamed, lateral, locationOf(item));
}

/** The scope of a subquery in FROM: columns of outer queries, and WITH queries of its own query. */
const outerOf = (namespace: Namespace): Namespace => namespace.withoutItems();

/** The condition of LIMIT and OFFSET, a count. */
export function printCount(printing: Printing, node: unknown, namespace: Namespace): string {
  return coerce(
    printing,
    printing.expression(node, namespace),
    'int8',
    'a',
    locationOf(openNode(node).fields),
  ).text;
}
