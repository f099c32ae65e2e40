/** The names of tables, types, schemas and roles, with their oids. */

import { quoteLiteral } from '../../../../kernel/quoting.ts';
import {
  catalogOids,
  indexesByOid,
  ownerName,
  ownerOid,
  schemaOid,
  systemSchemas,
  tableOid,
} from '../../resolve/catalog-tables.ts';
import { type Expr, textConstant } from '../../resolve/expr.ts';

/** Types whose values are oids, shown as names. */
export const objectKinds = ['regclass', 'regtype', 'regnamespace', 'regrole'] as const;
export const isObjectKind = (type: string) => objectKinds.some((kind) => kind === type);

export const ownTables =
  'SELECT * FROM information_schema.tables WHERE table_catalog = current_database()';
const ownSchemas = `SELECT schema_name FROM information_schema.schemata
  WHERE catalog_name = current_database() AND schema_name NOT IN (${Object.keys(systemSchemas).map(quoteLiteral).join(', ')})`;

const catalogNames = Object.entries(catalogOids)
  .map(([name, oid]) => `WHEN ${oid} THEN ${quoteLiteral(name)}`)
  .join(' ');

const tableNameOf = (
  oid: string,
) => `coalesce((SELECT CASE WHEN table_schema = current_schema() THEN hotsql_quote_name(table_name)
  ELSE hotsql_quote_name(table_schema) || '.' || hotsql_quote_name(table_name) END FROM (${ownTables}) AS t
  WHERE ${tableOid('table_schema', 'table_name')} = ${oid}), (SELECT CASE WHEN index_schema = current_schema() THEN hotsql_quote_name(index_name)
  ELSE hotsql_quote_name(index_schema) || '.' || hotsql_quote_name(index_name) END FROM ${indexesByOid} WHERE index_oid = ${oid}), CASE ${oid} WHEN 0 THEN '-' ${catalogNames} ELSE CAST(${oid} AS VARCHAR) END)`;

/** The oid of the named table; null for an unknown name. */
export function tableOidOf(name: Expr): string {
  const known = textConstant(name)?.replace(/^pg_catalog\./, '');
  if (known !== undefined && Object.hasOwn(catalogOids, known)) return String(catalogOids[known]);
  return `(SELECT ${tableOid('table_schema', 'table_name')} FROM (${ownTables}) AS t, (SELECT hotsql_name_parts(${name.text}) AS parts) AS n
    WHERE table_name = parts[-1] AND table_schema = CASE WHEN len(parts) > 1 THEN parts[-2] ELSE current_schema() END)`;
}

const cases = (oids: Readonly<Record<string, number>>, from: 'name' | 'oid') =>
  Object.entries(oids)
    .map(([name, oid]) =>
      from === 'oid'
        ? `WHEN ${oid} THEN ${quoteLiteral(name)}`
        : `WHEN ${quoteLiteral(name)} THEN ${oid}`,
    )
    .join(' ');

const schemaNameOf = (oid: string) =>
  `coalesce((SELECT hotsql_quote_name(schema_name) FROM (${ownSchemas}) AS s WHERE ${schemaOid('schema_name')} = ${oid}),
  CASE ${oid} WHEN 0 THEN '-' ${cases(systemSchemas, 'oid')} ELSE CAST(${oid} AS VARCHAR) END)`;

/** The oid of the named schema; null for an unknown name. */
export const schemaOidOf = ({ text }: Expr) =>
  `coalesce((SELECT ${schemaOid('schema_name')} FROM (${ownSchemas}) AS s WHERE schema_name = hotsql_name_parts(${text})[-1]),
  CASE ${text} ${cases(systemSchemas, 'name')} END)`;

const roles = { [ownerName]: ownerOid };
const roleNameOf = (oid: string) =>
  `CASE ${oid} WHEN 0 THEN '-' ${cases(roles, 'oid')} ELSE CAST(${oid} AS VARCHAR) END`;

/** The oid of the named role; null for an unknown name. */
export const roleOidOf = ({ text }: Expr) =>
  `CASE hotsql_name_parts(${text})[-1] ${cases(roles, 'name')} END`;

/** The oid; raises for an unknown name. */
const existing = (oid: string, name: Expr, state: string, what: string) =>
  `CASE WHEN ${name.text} IS NOT NULL THEN coalesce(CAST(${oid} AS BIGINT), CAST(error('[${state}] ${what} ' || ${name.text} || ' does not exist') AS BIGINT)) END`;

interface ObjectNames {
  /** The name of an oid's object in PostgreSQL's form; the oid itself for an unknown object. */
  readonly nameOf: (oid: string) => string;
  readonly oidOf: (name: Expr) => string;
}

export const objectNames: Readonly<Record<(typeof objectKinds)[number], ObjectNames>> = {
  regclass: {
    nameOf: tableNameOf,
    oidOf: (name) => existing(tableOidOf(name), name, '42P01', 'relation'),
  },
  regtype: {
    nameOf: (oid) =>
      `coalesce(nullif(hotsql_format_type(${oid}, NULL), '???'), CAST(${oid} AS VARCHAR))`,
    oidOf: ({ text }) => `hotsql_type_oid(${text})`,
  },
  regnamespace: {
    nameOf: schemaNameOf,
    oidOf: (name) => existing(schemaOidOf(name), name, '3F000', 'schema'),
  },
  regrole: {
    nameOf: roleNameOf,
    oidOf: (name) => existing(roleOidOf(name), name, '42704', 'role'),
  },
};
