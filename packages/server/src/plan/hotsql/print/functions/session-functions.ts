/** Questions of clients about the session, and about kinds of object that HotSQL lacks. */
import type { Implementation, Implementations } from '../implementation.ts';

const nothing = (engine: string): Implementation => `CAST(NULL AS ${engine})`;
const always = (names: string, implementation: Implementation): Implementations<Implementation> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, implementation]),
  );

/**
 * Everything visible may be read and used, and nothing may be changed; the last argument names the
 * privilege.
 */
const mayUse: Implementation = ({ args }) => {
  const privilege = args.at(-1)?.text ?? '';
  return `CASE WHEN ${privilege} IS NOT NULL THEN upper(${privilege}) IN ('SELECT', 'USAGE', 'CONNECT', 'EXECUTE', 'MEMBER') END`;
};

const users = ['name,', 'oid,', ''];
const privileges = Object.fromEntries(
  users.flatMap((user) => [
    ...[
      'function',
      'type',
      'language',
      'sequence',
      'tablespace',
      'server',
      'foreign_data_wrapper',
      'parameter',
    ].flatMap((kind) =>
      ['text', 'oid'].map(
        (object) => [`has_${kind}_privilege(${user}${object},text)`, mayUse] as const,
      ),
    ),
    ...['text', 'oid'].flatMap((table) => [
      [`has_any_column_privilege(${user}${table},text)`, mayUse] as const,
      [`has_column_privilege(${user}${table},text,text)`, mayUse] as const,
      [`has_column_privilege(${user}${table},int2,text)`, mayUse] as const,
      [`pg_has_role(${user}${table === 'text' ? 'name' : 'oid'},text)`, mayUse] as const,
    ]),
  ]),
);

/** PostgreSQL's encodings by number, each with the maximum bytes of a character, by default one. */
const encodings = `[${`SQL_ASCII EUC_JP:3 EUC_CN:3 EUC_KR:3 EUC_TW:4 EUC_JIS_2004:3 UTF8:4 MULE_INTERNAL:4 LATIN1 LATIN2 LATIN3 LATIN4
  LATIN5 LATIN6 LATIN7 LATIN8 LATIN9 LATIN10 WIN1256 WIN1258 WIN866 WIN874 KOI8R WIN1251 WIN1252 ISO_8859_5 ISO_8859_6 ISO_8859_7
  ISO_8859_8 WIN1250 WIN1253 WIN1254 WIN1255 WIN1257 KOI8U SJIS:2 BIG5:2 GBK:2 UHC:2 GB18030:4 JOHAB:3 SHIFT_JIS_2004:2`
  .split(/\s+/)
  .map((item) => `{'name': '${item.split(':')[0]}', 'width': ${item.split(':')[1] ?? 1}}`)
  .join(', ')}]`;

export const sessionFunctions: Implementations<Implementation> = {
  ...privileges,
  ...always(
    `pg_get_functiondef(oid) pg_get_function_arguments(oid) pg_get_function_identity_arguments(oid) pg_get_function_result(oid)
     pg_get_function_sqlbody(oid) pg_get_ruledef(oid) pg_get_ruledef(oid,bool) pg_get_triggerdef(oid) pg_get_triggerdef(oid,bool)
     pg_get_partkeydef(oid) pg_get_partition_constraintdef(oid) pg_get_serial_sequence(text,text) pg_get_statisticsobjdef(oid)
     pg_get_statisticsobjdef_columns(oid) pg_get_viewdef(oid,int4) pg_get_viewdef(text) pg_get_viewdef(text,bool)
     pg_get_function_arg_default(oid,int4) pg_collation_actual_version(oid)
     pg_database_collation_actual_version(oid) pg_describe_object(oid,oid,int4) system_user()`,
    nothing('VARCHAR'),
  ),
  ...always(
    `pg_relation_size(regclass) pg_relation_size(regclass,text) pg_table_size(regclass) pg_indexes_size(regclass)
     pg_total_relation_size(regclass) pg_database_size(name) pg_database_size(oid) pg_tablespace_size(name) pg_tablespace_size(oid)
     pg_sequence_last_value(regclass)`,
    nothing('BIGINT'),
  ),
  ...always(
    'pg_relation_filenode(regclass) pg_get_replica_identity_index(regclass) pg_partition_root(regclass)',
    nothing('BIGINT'),
  ),
  ...always(
    `pg_is_other_temp_schema(oid) row_security_active(oid) row_security_active(text) pg_jit_available() pg_is_wal_replay_paused()`,
    'false',
  ),
  ...always(
    `pg_opclass_is_visible(oid) pg_opfamily_is_visible(oid) pg_operator_is_visible(oid) pg_collation_is_visible(oid)
     pg_conversion_is_visible(oid) pg_statistics_obj_is_visible(oid) pg_ts_config_is_visible(oid) pg_ts_dict_is_visible(oid)
     pg_ts_parser_is_visible(oid) pg_ts_template_is_visible(oid)`,
    'CASE WHEN $1 IS NOT NULL THEN true END',
  ),
  ...always(
    `pg_stat_get_numscans(oid) pg_stat_get_live_tuples(oid) pg_stat_get_dead_tuples(oid) pg_stat_get_tuples_inserted(oid)`,
    nothing('BIGINT'),
  ),
  ...always('pg_relation_is_publishable(regclass)', 'false'),
  ...always('pg_my_temp_schema()', 'CAST(0 AS BIGINT)'),
  ...always('pg_client_encoding() getdatabaseencoding()', "'UTF8'"),
  ...always('pg_postmaster_start_time() pg_conf_load_time()', 'now()'),
  ...always('txid_current()', 'CAST(1 AS BIGINT)'),
  ...always('txid_current_if_assigned()', nothing('BIGINT')),
  'pg_blocking_pids(int4)': 'CASE WHEN $1 IS NOT NULL THEN CAST([] AS INTEGER[]) END',
  'pg_char_to_encoding(name)':
    "CASE WHEN upper($1) IN ('UTF8', 'UTF-8', 'UNICODE') THEN 6 WHEN $1 IS NOT NULL THEN -1 END",
  'pg_encoding_max_length(int4)': `CASE WHEN $1 BETWEEN 0 AND 41 THEN ${encodings}[$1 + 1].width END`,
  'pg_encoding_to_char(int4)': `CASE WHEN $1 IS NOT NULL THEN coalesce(CASE WHEN $1 BETWEEN 0 AND 41 THEN ${encodings}[$1 + 1].name END, '') END`,
  'pg_size_bytes(text)': 'hotsql_size_bytes($1)',
  'pg_size_pretty(int8)': 'hotsql_size_pretty(CAST($1 AS VARCHAR))',
  'pg_size_pretty(numeric)': ({ args: [size], printing, location }) =>
    `hotsql_size_pretty(${size === undefined ? '' : printing.castTo(size, 'text', location).text})`,
  'pg_tablespace_location(oid)': "CASE WHEN $1 IS NOT NULL THEN '' END",
  'pg_trigger_depth()': 'CAST(0 AS INTEGER)',
  'to_regtype(text)': 'hotsql_find_type_oid($1)',
  'unicode_version()': "'16.0'",
};
