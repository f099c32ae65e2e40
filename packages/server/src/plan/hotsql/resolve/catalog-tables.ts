/**
 * pg_catalog as queries see it: the default catalog's schemas, tables, columns and indexes under
 * PostgreSQL's names and types, and nothing of the engine. Tables of absent kinds of object
 * (sequences, constraints) are empty.
 *
 * Object ids are made from names, so an id stays the same as long as the name does.
 */

import { catalogIndexRows, ownIndexes } from '../../shown-indexes.ts';
import { shownSettings } from '../read/session-constants.ts';
import { typeInfo } from './catalog/postgres-catalog.ts';
import { catalogColumns, type RelationColumn } from './catalog/relation-columns.ts';
import { offeredTypes } from './offered-types.ts';
import { typeNamed } from './type.ts';

/** A table with rows. */
interface FilledTable {
  /** The columns with values. */
  readonly columns: string;
  /** A SELECT of exactly `columns`. */
  readonly rows: string;
}

export const ownerOid = 10;
export const ownerName = 'quern';
const catalogSchemaOid = 11;
/** The schemas of every database, with PostgreSQL's own oids. */
export const systemSchemas = { pg_catalog: catalogSchemaOid, information_schema: 13000 };

const oidOf = (text: string) => `(16384 + CAST(md5_number_lower(${text}) % 2000000000 AS BIGINT))`;
export const schemaOid = (schema: string) => oidOf(`'schema ' || ${schema}`);
export const tableOid = (schema: string, table: string) =>
  oidOf(`'table ' || ${schema} || ' ' || ${table}`);

const indexOid = oidOf("'index ' || index_schema || ' ' || index_table || ' ' || index_name");

/** The default catalog's indexes by oid, for lookups by clients of PostgreSQL. */
export const indexesByOid = `(SELECT ${indexOid} AS index_oid, * FROM ${ownIndexes})`;

/** True if the table `t` has an index. */
const hasIndexes = `(t.table_schema, t.table_name) IN (SELECT index_schema, index_table FROM ${ownIndexes})`;

/** Access methods of indexes. Their oids lie below the oids made from names. */
const indexMethods = { sorted: 15001, bm25: 15002, vector: 15003 };
const methodOid = `CASE method ${Object.entries(indexMethods)
  .map(([name, oid]) => `WHEN '${name}' THEN ${oid}`)
  .join(' ')} END`;
/** A zero for each column of an index, in place of PostgreSQL's collation or operator class. */
const zeroes = 'list_transform(places, lambda p: 0)';

const inDatabase = 'table_catalog = current_database()';

/** A property of PostgreSQL's type for DuckDB's `data_type`, or of the type's array. */
function typeSaid(column: string, said: (name: string, isArray: boolean) => string): string {
  const element = `regexp_replace(${column}, '(\\[\\d*\\])+$', '')`;
  const either = (name: string) =>
    `CASE WHEN ${column} LIKE '%]' THEN ${said(name, true)} ELSE ${said(name, false)} END`;
  const branches = offeredTypes.flatMap(({ engine, name }) =>
    engine.map((spelt) => `WHEN '${spelt}' THEN ${either(name)}`),
  );
  return `CASE regexp_replace(${element}, '\\(.*', '') ${branches.join(' ')} WHEN 'STRUCT' THEN ${either('record')} ELSE
    ${either('text')} END`;
}

const typeOidOf = (column: string) =>
  typeSaid(column, (name, isArray) => {
    const { oid = 0, arrayOid = 0 } = typeInfo(name) ?? {};
    return String(isArray ? arrayOid : oid);
  });

/** PostgreSQL's own name of the type: `_int4` of an array. */
export const typeNameOf = (column: string) =>
  typeSaid(column, (name, isArray) => `'${isArray ? '_' : ''}${name}'`);

const typeRows = offeredTypes
  .flatMap(({ name, length }) => {
    const { oid = 0, arrayOid = 0, category = 'U', isPreferred = false } = typeInfo(name) ?? {};
    const isPassedByValue = length > 0 && length <= 8;
    return [
      `(${oid}, '${name}', ${length}, ${isPassedByValue}, '${category}', ${isPreferred}, 0, ${arrayOid})`,
      `(${arrayOid}, '_${name}', -1, false, 'A', false, ${oid}, 0)`,
    ];
  })
  .join(', ');

/** The oid of pg_class, where PostgreSQL stores the objects of comments. */
const classOid = 1259;

/** Sources' comments on tables (`objsubid` 0) and columns (ordinal positions). */
export const commentRows = `SELECT ${tableOid('table_schema', 'table_name')} AS objoid, 0 AS objsubid, "TABLE_COMMENT" AS description
  FROM information_schema.tables WHERE ${inDatabase} AND "TABLE_COMMENT" IS NOT NULL
  UNION ALL SELECT ${tableOid('table_schema', 'table_name')}, ordinal_position, "COLUMN_COMMENT"
  FROM information_schema.columns WHERE ${inDatabase} AND "COLUMN_COMMENT" IS NOT NULL`;

/** Quern counts nothing about tables, so only their names have values. */
const tableStatistics = `SELECT ${tableOid('table_schema', 'table_name')}, table_schema, table_name
  FROM information_schema.tables WHERE ${inDatabase}`;

const relations: Readonly<Record<string, FilledTable>> = {
  pg_namespace: {
    columns: 'oid nspname nspowner nspacl',
    rows: `SELECT ${schemaOid('schema_name')}, schema_name, ${ownerOid}, NULL FROM information_schema.schemata
      WHERE catalog_name = current_database() AND schema_name NOT IN ('information_schema', 'pg_catalog')
      UNION ALL VALUES (${catalogSchemaOid}, 'pg_catalog', ${ownerOid}, NULL), (${systemSchemas.information_schema}, 'information_schema', ${ownerOid}, NULL)`,
  },
  pg_class: {
    columns: `oid relname relnamespace reltype reloftype relowner relam relfilenode
      reltablespace relpages reltuples relallvisible reltoastrelid relhasindex
      relisshared relpersistence relkind relnatts relchecks relhasrules relhastriggers
      relhassubclass relrowsecurity relforcerowsecurity relispopulated relreplident
      relispartition relrewrite relacl reloptions relpartbound`,
    rows: `SELECT ${tableOid('table_schema', 'table_name')}, table_name, ${schemaOid('table_schema')}, 0, 0, ${ownerOid}, 2, 0,
      0, 0, -1, 0, 0, ${hasIndexes},
      false, 'p', 'r', (SELECT count(*) FROM information_schema.columns c WHERE c.${inDatabase} AND c.table_schema = t.table_schema
        AND c.table_name = t.table_name), 0, false, false,
      false, false, false, true, 'd', false, 0, NULL, NULL, NULL
      FROM information_schema.tables t WHERE ${inDatabase}
      UNION ALL SELECT index_oid, index_name, ${schemaOid('index_schema')}, 0, 0, ${ownerOid}, ${methodOid}, 0,
      0, 0, -1, 0, 0, false,
      false, 'p', 'i', len(places), 0, false, false,
      false, false, false, true, 'n', false, 0, NULL, NULL, NULL
      FROM ${indexesByOid}`,
  },
  pg_attribute: {
    columns: `attrelid attname atttypid attlen attnum atttypmod attndims attbyval
      attalign attstorage attcompression attnotnull atthasdef atthasmissing
      attidentity attgenerated attisdropped attislocal attinhcount attcollation
      attstattarget attacl attoptions attfdwoptions attmissingval`,
    rows: `SELECT ${tableOid('table_schema', 'table_name')}, column_name, ${typeOidOf('data_type')}, -1, ordinal_position,
      CASE WHEN data_type LIKE 'DECIMAL(%' THEN numeric_precision * 65536 + numeric_scale + 4 ELSE -1 END,
      CASE WHEN data_type LIKE '%]' THEN 1 ELSE 0 END, false,
      'i', 'x', '', is_nullable = 'NO', false, false,
      '', '', false, true, 0, CASE WHEN data_type IN ('VARCHAR', 'VARCHAR[]') THEN 100 ELSE 0 END,
      NULL, NULL, NULL, NULL, NULL
      FROM information_schema.columns WHERE ${inDatabase}`,
  },
  pg_description: {
    columns: 'objoid classoid objsubid description',
    rows: `SELECT objoid, ${classOid}, objsubid, description FROM (${commentRows})`,
  },
  pg_type: {
    columns: `oid typname typnamespace typowner typlen typbyval typtype typcategory
      typispreferred typisdefined typdelim typrelid typelem typarray typinput
      typoutput typnotnull typbasetype typtypmod typndims typcollation typdefault`,
    rows: `SELECT oid, name, ${catalogSchemaOid}, ${ownerOid}, len, byval, 'b', category,
      preferred, true, ',', 0, elem, arr, CASE WHEN elem > 0 THEN 'array_in' ELSE name || 'in' END,
      CASE WHEN elem > 0 THEN 'array_out' ELSE name || 'out' END, false, 0, -1, 0,
      CASE WHEN name IN ('text', 'varchar', 'bpchar', '_text', '_varchar', '_bpchar') THEN 100 ELSE 0 END, NULL
      FROM (VALUES ${typeRows}) AS t(oid, name, len, byval, category, preferred, elem, arr)`,
  },
  pg_database: {
    columns: `oid datname datdba encoding datlocprovider datistemplate datallowconn
      datconnlimit dattablespace datcollate datctype datlocale dathasloginevt`,
    rows: `SELECT ${oidOf(`'database ' || current_database()`)}, current_database(), ${ownerOid}, 6, 'b', false, true,
      -1, 1663, 'C', 'C.UTF-8', 'C.UTF-8', false`,
  },
  pg_tables: {
    columns: `schemaname tablename tableowner tablespace hasindexes hasrules hastriggers
      rowsecurity`,
    rows: `SELECT table_schema, table_name, '${ownerName}', NULL, ${hasIndexes}, false, false, false FROM information_schema.tables t
      WHERE ${inDatabase}`,
  },
  pg_index: {
    columns: `indexrelid indrelid indnatts indnkeyatts indisunique indnullsnotdistinct indisprimary
      indisexclusion indimmediate indisclustered indisvalid indcheckxmin indisready indislive
      indisreplident indkey indcollation indclass indoption`,
    rows: `SELECT index_oid, ${tableOid('index_schema', 'index_table')}, len(places), len(places), false, false, false,
      false, true, false, status = 'ready', false, true, true,
      false, places, ${zeroes}, ${zeroes}, ${zeroes} FROM ${indexesByOid}`,
  },
  pg_indexes: {
    columns: 'schemaname tablename indexname tablespace indexdef',
    rows: catalogIndexRows,
  },
  pg_roles: {
    columns: `oid rolname rolsuper rolinherit rolcreaterole rolcreatedb rolcanlogin
      rolreplication rolconnlimit rolpassword rolvaliduntil rolbypassrls rolconfig`,
    rows: `SELECT ${ownerOid}, '${ownerName}', false, true, false, false, true, false, -1, NULL, NULL, false, NULL`,
  },
  pg_user: {
    columns: `usename usesysid usecreatedb usesuper userepl usebypassrls passwd
      valuntil useconfig`,
    rows: `SELECT '${ownerName}', ${ownerOid}, false, false, false, false, NULL, NULL, NULL`,
  },
  pg_settings: {
    columns:
      'name setting unit category short_desc context vartype source boot_val reset_val pending_restart',
    rows: `VALUES ${shownSettings
      .map(
        ({ name, value }) =>
          `('${name}', ${value}, NULL, 'Preset Options', NULL, 'internal', 'string', 'default', ${value}, ${value}, false)`,
      )
      .join(', ')}`,
  },
  pg_am: {
    columns: 'oid amname amhandler amtype',
    rows: `VALUES (2, 'heap', 'heap_tableam_handler', 't'), (403, 'btree', 'bthandler', 'i'), ${Object.entries(
      indexMethods,
    )
      .map(([name, oid]) => `(${oid}, '${name}', '${name}handler', 'i')`)
      .join(', ')}`,
  },
  pg_tablespace: {
    columns: 'oid spcname spcowner spcacl spcoptions',
    rows: `VALUES (1663, 'pg_default', ${ownerOid}, NULL, NULL)`,
  },
  pg_collation: {
    columns: 'oid collname collnamespace collowner collprovider collisdeterministic',
    rows: `VALUES (100, 'default', ${catalogSchemaOid}, ${ownerOid}, 'd', true), (950, 'C', ${catalogSchemaOid}, ${ownerOid}, 'c', true)`,
  },
  pg_stat_activity: {
    columns:
      'datid datname pid usesysid usename application_name backend_start state query backend_type',
    rows: `SELECT ${oidOf(`'database ' || current_database()`)}, current_database(), 1, ${ownerOid}, '${ownerName}', '', now(),
      'active', '', 'client backend'`,
  },
  pg_stat_all_tables: { columns: 'relid schemaname relname', rows: tableStatistics },
  pg_stat_user_tables: { columns: 'relid schemaname relname', rows: tableStatistics },
};

/**
 * `pg_catalog.name` as a subquery with PostgreSQL's columns, and with rows if there are any;
 * undefined unless PostgreSQL shows the table to every user.
 */
export function catalogTable(
  name: string,
): { readonly text: string; readonly columns: readonly RelationColumn[] } | undefined {
  const columns = catalogColumns(name);
  if (columns === undefined) return undefined;
  const filled = Object.hasOwn(relations, name) ? relations[name] : undefined;
  const given = filled?.columns.trim().split(/\s+/) ?? [];
  const select = columns.map((column) => {
    const value = given.includes(column.name) ? `r."${column.name}"` : 'NULL';
    return `CAST(${value} AS ${typeNamed(column.type).engine || 'VARCHAR'}) AS "${column.name}"`;
  });
  const names = given.map((column) => `"${column}"`).join(', ');
  const rows = filled === undefined ? 'WHERE false' : `FROM (${filled.rows}) AS r(${names})`;
  return { text: `(SELECT ${select.join(', ')} ${rows})`, columns };
}

/** PostgreSQL's own oids of the tables, for clients that compare `classoid`. */
export const catalogOids: Readonly<Record<string, number>> = {
  pg_type: 1247,
  pg_attribute: 1249,
  pg_proc: 1255,
  pg_class: 1259,
  pg_authid: 1260,
  pg_database: 1262,
  pg_am: 2601,
  pg_attrdef: 2604,
  pg_constraint: 2606,
  pg_description: 2609,
  pg_index: 2610,
  pg_inherits: 2611,
  pg_language: 2612,
  pg_namespace: 2615,
  pg_trigger: 2620,
  pg_collation: 3456,
  pg_enum: 3501,
};
