/**
 * PostgreSQL's functions about server, session and catalog, limited to HotSQL's visible objects.
 */

import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { refuse, reject } from '../../read/refusal.ts';
import { settingNamed, versionText } from '../../read/session-constants.ts';
import { typeInfo } from '../../resolve/catalog/postgres-catalog.ts';
import { commentRows, indexesByOid, ownerName, tableOid } from '../../resolve/catalog-tables.ts';
import { type Expr, expr, textConstant } from '../../resolve/expr.ts';
import { collationFor } from '../collation.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';
import { ownTables, roleOidOf, schemaOidOf, tableOidOf } from './object-names.ts';

const nothing = (engine: string): Implementation => `CAST(NULL AS ${engine})`;
const argument = ({ args }: Call, index: number): Expr => args[index] ?? expr('NULL', 'unknown');

const visibleOids = `SELECT ${tableOid('table_schema', 'table_name')} FROM (${ownTables} AND table_schema = current_schema()) AS t
  UNION ALL SELECT index_oid FROM ${indexesByOid} WHERE index_schema = current_schema()`;

function setting(call: Call): string {
  const name = textConstant(argument(call, 0))?.toLowerCase();
  if (name === undefined)
    return reject('unrecognized configuration parameter', call.location, '42704');
  const value = settingNamed(name)?.value;
  if (value !== undefined) return value;
  const missing = call.args[1]?.constant;
  if (missing?.kind === 'boolean' && missing.value) return 'CAST(NULL AS VARCHAR)';
  return reject(`unrecognized configuration parameter '${name}'`, call.location, '42704');
}

/** Everything visible may be read and nothing may be changed. */
const mayRead =
  (index: number): Implementation =>
  (call) => {
    const privilege = argument(call, index).text;
    return `CASE WHEN ${privilege} IS NOT NULL THEN upper(${privilege}) IN ('SELECT', 'USAGE', 'CONNECT', 'EXECUTE') END`;
  };

function typeOf(call: Call): string {
  const { type } = argument(call, 0);
  if (type.fields?.some(({ name }, index) => name !== `f${index + 1}`)) {
    return refuse("pg_typeof() of a table's row", call.location);
  }
  const { oid } = typeInfo(type.name) ?? {};
  const shown = `CAST(${oid ?? typeInfo('text')?.oid ?? 25} AS BIGINT)`;
  // The argument stays in the text: an aggregate changes the number of rows.
  return `CASE WHEN ${argument(call, 0).text} IS NULL THEN ${shown} ELSE ${shown} END`;
}

const privileges = Object.fromEntries(
  ['table', 'schema', 'database'].flatMap((kind) => [
    ...['text', 'oid'].map(
      (object) => [`has_${kind}_privilege(${object},text)`, mayRead(1)] as const,
    ),
    ...['name', 'oid'].flatMap((user) =>
      ['text', 'oid'].map(
        (object) => [`has_${kind}_privilege(${user},${object},text)`, mayRead(2)] as const,
      ),
    ),
  ]),
);

/** No table has more columns. */
const placesOfTable = 65_536;

/** Looked up by table and position in a map, so that no name of the statement conflicts. */
const comments = `(SELECT map(list(place), list(description)) FROM (SELECT objoid * ${placesOfTable} + objsubid AS place,
  min(description) AS description FROM (${commentRows}) GROUP BY place))`;

const byIndex = (value: string) =>
  `(SELECT map(list(index_oid), list(${value})) FROM ${indexesByOid})`;
const [definitions, indexed] = [byIndex('definition'), byIndex('index_columns')];

export const catalogFunctions: Implementations<Implementation> = {
  ...privileges,
  'col_description(oid,int4)': `${comments}[$1 * ${placesOfTable} + $2]`,
  'current_database()': 'current_database()',
  'current_schema()': 'current_schema()',
  'current_schemas(bool)':
    "CASE WHEN $1 THEN ['pg_catalog', current_schema()] ELSE [current_schema()] END",
  'current_setting(text)': setting,
  'current_setting(text,bool)': setting,
  'format_type(oid,int4)': 'hotsql_format_type($1, $2)',
  'obj_description(oid)': `${comments}[$1 * ${placesOfTable}]`,
  'obj_description(oid,name)': `CASE WHEN $2 = 'pg_class' THEN ${comments}[$1 * ${placesOfTable}] END`,
  'pg_backend_pid()': 'CAST(1 AS INTEGER)',
  'pg_function_is_visible(oid)': 'CASE WHEN $1 IS NOT NULL THEN true END',
  'pg_get_constraintdef(oid)': nothing('VARCHAR'),
  'pg_get_constraintdef(oid,bool)': nothing('VARCHAR'),
  'pg_get_expr(pg_node_tree,oid)': nothing('VARCHAR'),
  'pg_get_expr(pg_node_tree,oid,bool)': nothing('VARCHAR'),
  'pg_get_indexdef(oid)': `${definitions}[$1]`,
  'pg_get_indexdef(oid,int4,bool)': `CASE WHEN $2 = 0 THEN ${definitions}[$1] ELSE hotsql_quote_name(${indexed}[$1][$2]) END`,
  'pg_get_userbyid(oid)': `CASE WHEN $1 = 10 THEN '${ownerName}' ELSE 'unknown (OID=' || CAST($1 AS VARCHAR) || ')' END`,
  'pg_get_viewdef(oid)': nothing('VARCHAR'),
  'pg_get_viewdef(oid,bool)': nothing('VARCHAR'),
  'pg_is_in_recovery()': 'false',
  'pg_table_is_visible(oid)': `($1 IN (${visibleOids}))`,
  'pg_type_is_visible(oid)': 'CASE WHEN $1 IS NOT NULL THEN true END',
  'pg_typeof(any)': typeOf,
  'shobj_description(oid,name)': nothing('VARCHAR'),
  'to_regclass(text)': (call) => expr(tableOidOf(argument(call, 0)), 'regclass'),
  'to_regnamespace(text)': (call) => expr(schemaOidOf(argument(call, 0)), 'regnamespace'),
  'to_regrole(text)': (call) => expr(roleOidOf(argument(call, 0)), 'regrole'),
  'pg_collation_for(any)': collationFor,
  'version()': quoteLiteral(versionText),
};
