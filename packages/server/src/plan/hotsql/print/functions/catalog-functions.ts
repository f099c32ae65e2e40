/**
 * What PostgreSQL tells of itself, its session and its catalog, within what HotSQL shows of them.
 */

import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { refuse, reject } from '../../read/refusal.ts';
import { constantSettings, versionText } from '../../read/session-constants.ts';
import { typeInfo } from '../../resolve/catalog/postgres-catalog.ts';
import { catalogOids, catalogTable, ownerName, tableOid } from '../../resolve/catalog-tables.ts';
import { type Expr, expr, isNull, textConstant } from '../../resolve/expr.ts';
import { typeNamed } from '../../resolve/type.ts';
import { collationFor } from '../collation.ts';
import type { Call, Implementation, Implementations } from '../implementation.ts';

const nothing = (engine: string): Implementation => `CAST(NULL AS ${engine})`;
const argument = ({ args }: Call, index: number): Expr => args[index] ?? expr('NULL', 'unknown');

const ownTables =
  'SELECT * FROM information_schema.tables WHERE table_catalog = current_database()';
const visibleOids = `SELECT ${tableOid('table_schema', 'table_name')} FROM (${ownTables} AND table_schema = current_schema()) AS t`;

const catalogNames = Object.entries(catalogOids)
  .map(([name, oid]) => `WHEN ${oid} THEN ${quoteLiteral(name)}`)
  .join(' ');

/** The name of a table by its oid, as regclass shows it. */
export const tableNameOf = (
  oid: string,
) => `coalesce((SELECT CASE WHEN table_schema = current_schema() THEN hotsql_quote_name(table_name)
  ELSE hotsql_quote_name(table_schema) || '.' || hotsql_quote_name(table_name) END FROM (${ownTables}) AS t
  WHERE ${tableOid('table_schema', 'table_name')} = ${oid}), CASE ${oid} WHEN 0 THEN '-' ${catalogNames} ELSE CAST(${oid} AS VARCHAR) END)`;

/** The oid of the table that a text names; null where there is none. */
export function tableOidOf(name: Expr): string {
  const known = textConstant(name)?.replace(/^pg_catalog\./, '');
  if (known !== undefined && Object.hasOwn(catalogOids, known)) return String(catalogOids[known]);
  return `(SELECT ${tableOid('table_schema', 'table_name')} FROM (${ownTables}) AS t, (SELECT hotsql_name_parts(${name.text}) AS parts) AS n
    WHERE table_name = parts[-1] AND table_schema = CASE WHEN len(parts) > 1 THEN parts[-2] ELSE current_schema() END)`;
}

function setting(call: Call): string {
  const name = textConstant(argument(call, 0))?.toLowerCase();
  if (name === undefined)
    return reject('unrecognized configuration parameter', call.location, '42704');
  if (name === 'search_path') return 'current_schema()';
  const value = Object.hasOwn(constantSettings, name) ? constantSettings[name] : undefined;
  if (value !== undefined) return quoteLiteral(value);
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
  const oid =
    isNull(argument(call, 0)) || type.name === 'unknown'
      ? typeInfo('unknown')?.oid
      : typeInfo(type.name)?.oid;
  const shown = `CAST(${oid ?? typeInfo('text')?.oid ?? 25} AS BIGINT)`;
  // The argument stays: an aggregate makes one row of many.
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

export const catalogFunctions: Implementations<Implementation> = {
  ...privileges,
  'col_description(oid,int4)': nothing('VARCHAR'),
  'current_database()': 'current_database()',
  'current_schema()': 'current_schema()',
  'current_schemas(bool)':
    "CASE WHEN $1 THEN ['pg_catalog', current_schema()] ELSE [current_schema()] END",
  'current_setting(text)': setting,
  'current_setting(text,bool)': setting,
  'format_type(oid,int4)': 'hotsql_format_type($1, $2)',
  'obj_description(oid)': nothing('VARCHAR'),
  'obj_description(oid,name)': nothing('VARCHAR'),
  'pg_backend_pid()': '1',
  'pg_function_is_visible(oid)': 'CASE WHEN $1 IS NOT NULL THEN true END',
  'pg_get_constraintdef(oid)': nothing('VARCHAR'),
  'pg_get_constraintdef(oid,bool)': nothing('VARCHAR'),
  'pg_get_expr(pg_node_tree,oid)': nothing('VARCHAR'),
  'pg_get_expr(pg_node_tree,oid,bool)': nothing('VARCHAR'),
  'pg_get_indexdef(oid)': nothing('VARCHAR'),
  'pg_get_indexdef(oid,int4,bool)': nothing('VARCHAR'),
  'pg_get_userbyid(oid)': `CASE WHEN $1 = 10 THEN '${ownerName}' ELSE 'unknown (OID=' || CAST($1 AS VARCHAR) || ')' END`,
  'pg_get_viewdef(oid)': nothing('VARCHAR'),
  'pg_get_viewdef(oid,bool)': nothing('VARCHAR'),
  'pg_is_in_recovery()': 'false',
  'pg_table_is_visible(oid)': `($1 IN (${visibleOids}))`,
  'pg_type_is_visible(oid)': 'CASE WHEN $1 IS NOT NULL THEN true END',
  'pg_typeof(any)': typeOf,
  'shobj_description(oid,name)': nothing('VARCHAR'),
  'to_regclass(text)': (call) => expr(tableOidOf(argument(call, 0)), 'regclass'),
  'pg_collation_for(any)': collationFor,
  'version()': quoteLiteral(versionText),
};

/**
 * `pg_catalog.name` as a subquery of exactly its columns; undefined where there is no such table.
 */
export function catalogTableText(
  name: string,
):
  | { readonly text: string; readonly columns: readonly (readonly [name: string, type: string])[] }
  | undefined {
  const table = catalogTable(name);
  if (table === undefined) return undefined;
  const columns = table.columns
    .trim()
    .split(/\s+/)
    .map((column) => {
      const [written = '', type = 'text'] = column.split('/');
      return [written, type] as const;
    });
  const cast = (value: string, [column, type]: readonly [string, string]) =>
    `CAST(${value} AS ${typeNamed(type).engine || 'VARCHAR'}) AS "${column}"`;
  if (table.rows === undefined) {
    return {
      text: `(SELECT ${columns.map((column) => cast('NULL', column)).join(', ')} WHERE false)`,
      columns,
    };
  }
  const names = columns.map((_column, index) => `c${index}`);
  const select = columns.map((column, index) => cast(`c${index}`, column)).join(', ');
  return { text: `(SELECT ${select} FROM (${table.rows}) AS r(${names.join(', ')}))`, columns };
}
