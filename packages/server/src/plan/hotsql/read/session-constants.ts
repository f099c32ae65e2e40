import { quoteLiteral } from '../../../kernel/quoting.ts';

/** Values of a session, equal for all callers because settings cannot be changed. */
export const serverVersion = '18.4';

export const versionText = `PostgreSQL ${serverVersion} (HotSQL on DuckDB)`;

/** Settings that clients read, by PostgreSQL's spelling of the name. */
const constantSettings: Readonly<Record<string, string>> = {
  application_name: '',
  array_nulls: 'on',
  backslash_quote: 'safe_encoding',
  block_size: '8192',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  client_min_messages: 'notice',
  DateStyle: 'ISO, MDY',
  default_tablespace: '',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'on',
  escape_string_warning: 'on',
  extra_float_digits: '1',
  in_hot_standby: 'off',
  integer_datetimes: 'on',
  IntervalStyle: 'postgres',
  is_superuser: 'off',
  lc_collate: 'C',
  lc_ctype: 'C.UTF-8',
  lc_messages: 'C',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  max_function_args: '100',
  max_identifier_length: '63',
  max_index_keys: '32',
  quote_all_identifiers: 'off',
  role: 'none',
  row_security: 'on',
  server_encoding: 'UTF8',
  server_version: serverVersion,
  server_version_num: '180004',
  session_authorization: 'quern',
  standard_conforming_strings: 'on',
  TimeZone: 'UTC',
  transaction_deferrable: 'off',
  transaction_isolation: 'read committed',
  transaction_read_only: 'on',
};

/** A setting: the name in PostgreSQL's spelling, the value as SQL. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

export const shownSettings: readonly Setting[] = [
  ...Object.entries(constantSettings).map(([name, value]) => ({
    name,
    value: quoteLiteral(value),
  })),
  { name: 'search_path', value: 'current_schema()' },
];

const byName = new Map(shownSettings.map((setting) => [setting.name.toLowerCase(), setting]));

/** A setting by its name, in any case; undefined if HotSQL has no such setting. */
export const settingNamed = (name: string): Setting | undefined => byName.get(name.toLowerCase());
