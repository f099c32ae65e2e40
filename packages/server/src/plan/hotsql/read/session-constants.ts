/** What a session says of itself: the same for every caller, since settings cannot be changed. */
export const serverVersion = '18.4';

export const versionText = `PostgreSQL ${serverVersion} (HotSQL on DuckDB)`;

/** Settings that clients ask for, by their names in lower case. */
export const constantSettings: Readonly<Record<string, string>> = {
  application_name: '',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  client_min_messages: 'notice',
  datestyle: 'ISO, MDY',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'on',
  extra_float_digits: '1',
  integer_datetimes: 'on',
  intervalstyle: 'postgres',
  is_superuser: 'off',
  lc_collate: 'C',
  lc_ctype: 'C.UTF-8',
  max_identifier_length: '63',
  max_index_keys: '32',
  server_encoding: 'UTF8',
  server_version: serverVersion,
  server_version_num: '180004',
  standard_conforming_strings: 'on',
  timezone: 'UTC',
  transaction_isolation: 'read committed',
  transaction_read_only: 'on',
};
