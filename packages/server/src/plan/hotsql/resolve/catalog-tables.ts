/**
 * pg_catalog as a query may read it: the default catalog's schemas, tables and columns under
 * PostgreSQL's names and types, and nothing of the engine. What HotSQL has none of (indexes,
 * sequences, constraints, comments) is an empty table.
 *
 * Object ids are made from names, so they stay the same as long as the names do.
 */

import { constantSettings } from '../read/session-constants.ts';
import { typeInfo } from './catalog/postgres-catalog.ts';
import { offeredTypes } from './offered-types.ts';

export interface CatalogTable {
  /** `name/type`, text where no type is written. */
  readonly columns: string;
  /** A SELECT of exactly these columns; absent where there are no rows. */
  readonly rows?: string;
}

const ownerOid = 10;
export const ownerName = 'quern';
const catalogSchemaOid = 11;

const oidOf = (text: string) => `(16384 + CAST(md5_number_lower(${text}) % 2000000000 AS BIGINT))`;
const schemaOid = (schema: string) => oidOf(`'schema ' || ${schema}`);
export const tableOid = (schema: string, table: string) =>
  oidOf(`'table ' || ${schema} || ' ' || ${table}`);

const inDatabase = 'table_catalog = current_database()';

/** The oid of PostgreSQL's type for DuckDB's `data_type`. */
function typeOidOf(column: string): string {
  const element = `regexp_replace(${column}, '(\\[\\d*\\])+$', '')`;
  const branches = offeredTypes.flatMap(({ engine, name }) => {
    const { oid = 0, arrayOid = 0 } = typeInfo(name) ?? {};
    return engine.map(
      (spelt) =>
        `WHEN '${spelt}' THEN CASE WHEN ${column} LIKE '%]' THEN ${arrayOid} ELSE ${oid} END`,
    );
  });
  const text = typeInfo('text');
  return `CASE regexp_replace(${element}, '\\(.*', '') ${branches.join(' ')} WHEN 'STRUCT' THEN 2249 ELSE
    CASE WHEN ${column} LIKE '%]' THEN ${text?.arrayOid} ELSE ${text?.oid} END END`;
}

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

const empty = (columns: string): CatalogTable => ({ columns });

const relations: Readonly<Record<string, CatalogTable>> = {
  pg_namespace: {
    columns: 'oid/oid nspname/name nspowner/oid nspacl/_text',
    rows: `SELECT ${schemaOid('schema_name')}, schema_name, ${ownerOid}, NULL FROM information_schema.schemata
      WHERE catalog_name = current_database() AND schema_name NOT IN ('information_schema', 'pg_catalog')
      UNION ALL VALUES (${catalogSchemaOid}, 'pg_catalog', ${ownerOid}, NULL), (13000, 'information_schema', ${ownerOid}, NULL)`,
  },
  pg_class: {
    columns: `oid/oid relname/name relnamespace/oid reltype/oid reloftype/oid relowner/oid relam/oid relfilenode/oid
      reltablespace/oid relpages/int4 reltuples/float4 relallvisible/int4 reltoastrelid/oid relhasindex/bool
      relisshared/bool relpersistence/char relkind/char relnatts/int2 relchecks/int2 relhasrules/bool relhastriggers/bool
      relhassubclass/bool relrowsecurity/bool relforcerowsecurity/bool relispopulated/bool relreplident/char
      relispartition/bool relrewrite/oid relacl/_text reloptions/_text relpartbound/pg_node_tree`,
    rows: `SELECT ${tableOid('table_schema', 'table_name')}, table_name, ${schemaOid('table_schema')}, 0, 0, ${ownerOid}, 2, 0,
      0, 0, -1, 0, 0, false,
      false, 'p', 'r', (SELECT count(*) FROM information_schema.columns c WHERE c.${inDatabase} AND c.table_schema = t.table_schema
        AND c.table_name = t.table_name), 0, false, false,
      false, false, false, true, 'd', false, 0, NULL, NULL, NULL
      FROM information_schema.tables t WHERE ${inDatabase}`,
  },
  pg_attribute: {
    columns: `attrelid/oid attname/name atttypid/oid attlen/int2 attnum/int2 atttypmod/int4 attndims/int2 attbyval/bool
      attalign/char attstorage/char attcompression/char attnotnull/bool atthasdef/bool atthasmissing/bool
      attidentity/char attgenerated/char attisdropped/bool attislocal/bool attinhcount/int2 attcollation/oid
      attstattarget/int2 attacl/_text attoptions/_text attfdwoptions/_text attmissingval/text`,
    rows: `SELECT ${tableOid('table_schema', 'table_name')}, column_name, ${typeOidOf('data_type')}, -1, ordinal_position,
      CASE WHEN data_type LIKE 'DECIMAL(%' THEN numeric_precision * 65536 + numeric_scale + 4 ELSE -1 END,
      CASE WHEN data_type LIKE '%]' THEN 1 ELSE 0 END, false,
      'i', 'x', '', is_nullable = 'NO', false, false,
      '', '', false, true, 0, CASE WHEN data_type IN ('VARCHAR', 'VARCHAR[]') THEN 100 ELSE 0 END,
      NULL, NULL, NULL, NULL, NULL
      FROM information_schema.columns WHERE ${inDatabase}`,
  },
  pg_type: {
    columns: `oid/oid typname/name typnamespace/oid typowner/oid typlen/int2 typbyval/bool typtype/char typcategory/char
      typispreferred/bool typisdefined/bool typdelim/char typrelid/oid typelem/oid typarray/oid typinput/text
      typoutput/text typnotnull/bool typbasetype/oid typtypmod/int4 typndims/int4 typcollation/oid typdefault/text`,
    rows: `SELECT oid, name, ${catalogSchemaOid}, ${ownerOid}, len, byval, 'b', category,
      preferred, true, ',', 0, elem, arr, CASE WHEN elem > 0 THEN 'array_in' ELSE name || 'in' END,
      CASE WHEN elem > 0 THEN 'array_out' ELSE name || 'out' END, false, 0, -1, 0,
      CASE WHEN name IN ('text', 'varchar', 'bpchar', '_text', '_varchar', '_bpchar') THEN 100 ELSE 0 END, NULL
      FROM (VALUES ${typeRows}) AS t(oid, name, len, byval, category, preferred, elem, arr)`,
  },
  pg_database: {
    columns: `oid/oid datname/name datdba/oid encoding/int4 datlocprovider/char datistemplate/bool datallowconn/bool
      datconnlimit/int4 dattablespace/oid datcollate/text datctype/text datacl/_text`,
    rows: `SELECT ${oidOf(`'database ' || current_database()`)}, current_database(), ${ownerOid}, 6, 'b', false, true,
      -1, 1663, 'C', 'C.UTF-8', NULL`,
  },
  pg_tables: {
    columns: `schemaname/name tablename/name tableowner/name tablespace/name hasindexes/bool hasrules/bool hastriggers/bool
      rowsecurity/bool`,
    rows: `SELECT table_schema, table_name, '${ownerName}', NULL, false, false, false, false FROM information_schema.tables
      WHERE ${inDatabase}`,
  },
  pg_roles: {
    columns: `oid/oid rolname/name rolsuper/bool rolinherit/bool rolcreaterole/bool rolcreatedb/bool rolcanlogin/bool
      rolreplication/bool rolconnlimit/int4 rolpassword/text rolvaliduntil/timestamptz rolbypassrls/bool rolconfig/_text`,
    rows: `SELECT ${ownerOid}, '${ownerName}', false, true, false, false, true, false, -1, NULL, NULL, false, NULL`,
  },
  pg_user: {
    columns: `usename/name usesysid/oid usecreatedb/bool usesuper/bool userepl/bool usebypassrls/bool passwd/text
      valuntil/timestamptz useconfig/_text`,
    rows: `SELECT '${ownerName}', ${ownerOid}, false, false, false, false, NULL, NULL, NULL`,
  },
  pg_settings: {
    columns:
      'name/text setting/text unit/text category/text short_desc/text context/text vartype/text source/text',
    rows: `VALUES ${Object.entries(constantSettings)
      .map(
        ([name, value]) =>
          `('${name}', '${value}', NULL, 'Preset Options', NULL, 'internal', 'string', 'default')`,
      )
      .join(', ')}`,
  },
  pg_am: {
    columns: 'oid/oid amname/name amhandler/text amtype/char',
    rows: "VALUES (2, 'heap', 'heap_tableam_handler', 't'), (403, 'btree', 'bthandler', 'i')",
  },
  pg_tablespace: {
    columns: 'oid/oid spcname/name spcowner/oid spcacl/_text spcoptions/_text',
    rows: `VALUES (1663, 'pg_default', ${ownerOid}, NULL, NULL)`,
  },
  pg_collation: {
    columns:
      'oid/oid collname/name collnamespace/oid collowner/oid collprovider/char collisdeterministic/bool',
    rows: `VALUES (100, 'default', ${catalogSchemaOid}, ${ownerOid}, 'd', true), (950, 'C', ${catalogSchemaOid}, ${ownerOid}, 'c', true)`,
  },
  pg_views: empty('schemaname/name viewname/name viewowner/name definition/text'),
  pg_matviews: empty(
    'schemaname/name matviewname/name matviewowner/name tablespace/name hasindexes/bool ispopulated/bool definition/text',
  ),
  pg_indexes: empty('schemaname/name tablename/name indexname/name tablespace/name indexdef/text'),
  pg_index:
    empty(`indexrelid/oid indrelid/oid indnatts/int2 indnkeyatts/int2 indisunique/bool indnullsnotdistinct/bool
    indisprimary/bool indisexclusion/bool indimmediate/bool indisclustered/bool indisvalid/bool indisready/bool indislive/bool
    indisreplident/bool indkey/_int2 indcollation/_oid indclass/_oid indoption/_int2 indexprs/pg_node_tree indpred/pg_node_tree`),
  pg_constraint:
    empty(`oid/oid conname/name connamespace/oid contype/char condeferrable/bool condeferred/bool
    convalidated/bool conrelid/oid contypid/oid conindid/oid conparentid/oid confrelid/oid confupdtype/char confdeltype/char
    confmatchtype/char conislocal/bool coninhcount/int2 connoinherit/bool conkey/_int2 confkey/_int2 conbin/pg_node_tree`),
  pg_proc:
    empty(`oid/oid proname/name pronamespace/oid proowner/oid prolang/oid prokind/char prosecdef/bool proisstrict/bool
    proretset/bool provolatile/char pronargs/int2 prorettype/oid proargtypes/_oid proargnames/_text prosrc/text`),
  pg_description: empty('objoid/oid classoid/oid objsubid/int4 description/text'),
  pg_shdescription: empty('objoid/oid classoid/oid description/text'),
  pg_attrdef: empty('oid/oid adrelid/oid adnum/int2 adbin/pg_node_tree'),
  pg_enum: empty('oid/oid enumtypid/oid enumsortorder/float4 enumlabel/name'),
  pg_range: empty('rngtypid/oid rngsubtype/oid rngmultitypid/oid rngcollation/oid rngsubopc/oid'),
  pg_inherits: empty('inhrelid/oid inhparent/oid inhseqno/int4 inhdetachpending/bool'),
  pg_trigger: empty(
    'oid/oid tgrelid/oid tgparentid/oid tgname/name tgfoid/oid tgtype/int2 tgenabled/char tgisinternal/bool',
  ),
  pg_sequence: empty(
    'seqrelid/oid seqtypid/oid seqstart/int8 seqincrement/int8 seqmax/int8 seqmin/int8 seqcache/int8 seqcycle/bool',
  ),
  pg_sequences: empty(
    'schemaname/name sequencename/name sequenceowner/name data_type/text start_value/int8 last_value/int8',
  ),
  pg_extension: empty(
    'oid/oid extname/name extowner/oid extnamespace/oid extrelocatable/bool extversion/text',
  ),
  pg_depend: empty(
    'classid/oid objid/oid objsubid/int4 refclassid/oid refobjid/oid refobjsubid/int4 deptype/char',
  ),
  pg_partitioned_table: empty(
    'partrelid/oid partstrat/char partnatts/int2 partdefid/oid partattrs/_int2',
  ),
  pg_foreign_table: empty('ftrelid/oid ftserver/oid ftoptions/_text'),
  pg_foreign_server: empty(
    'oid/oid srvname/name srvowner/oid srvfdw/oid srvtype/text srvversion/text srvoptions/_text',
  ),
  pg_rewrite: empty(
    'oid/oid rulename/name ev_class/oid ev_type/char ev_enabled/char is_instead/bool',
  ),
  pg_policy: empty('oid/oid polname/name polrelid/oid polcmd/char polpermissive/bool'),
  pg_language: empty('oid/oid lanname/name lanowner/oid lanispl/bool lanpltrusted/bool'),
  pg_auth_members: empty('oid/oid roleid/oid member/oid grantor/oid admin_option/bool'),
};

/** A table of pg_catalog by its name. */
export function catalogTable(name: string): CatalogTable | undefined {
  return Object.hasOwn(relations, name) ? relations[name] : undefined;
}

export const catalogTableNames: readonly string[] = Object.keys(relations);

/** Where PostgreSQL itself keeps these tables: clients compare `classoid` with them. */
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
