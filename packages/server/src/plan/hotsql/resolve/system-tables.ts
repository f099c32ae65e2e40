import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import type { QueryColumn } from './query.ts';
import { typeNamed } from './type.ts';
import { visibleCatalogs } from './visible-catalogs.ts';

/**
 * The views of information_schema: `column/type`, text where no type is written. Schemas, tables
 * and columns are DuckDB's; of the others a catalog has none, so they are empty.
 */
const views: Readonly<Record<string, string>> = {
  check_constraints: `
    constraint_catalog constraint_schema constraint_name check_clause`,
  columns: `
    table_catalog table_schema table_name column_name ordinal_position/int4 column_default is_nullable data_type
    character_maximum_length/int4 character_octet_length/int4 numeric_precision/int4
    numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type
    interval_precision/int4 character_set_catalog character_set_schema character_set_name collation_catalog
    collation_schema collation_name domain_catalog domain_schema domain_name udt_catalog udt_schema udt_name
    scope_catalog scope_schema scope_name maximum_cardinality/int8 dtd_identifier is_self_referencing/bool
    is_identity/bool identity_generation identity_start identity_increment identity_maximum identity_minimum
    identity_cycle/bool is_generated generation_expression is_updatable/bool COLUMN_COMMENT`,
  constraint_column_usage: `
    table_catalog table_schema table_name column_name constraint_catalog constraint_schema constraint_name`,
  constraint_table_usage: `
    table_catalog table_schema table_name constraint_catalog constraint_schema constraint_name`,
  key_column_usage: `
    constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name column_name
    ordinal_position/int4 position_in_unique_constraint/int4`,
  referential_constraints: `
    constraint_catalog constraint_schema constraint_name unique_constraint_catalog unique_constraint_schema
    unique_constraint_name match_option update_rule delete_rule`,
  schemata: `
    catalog_name schema_name schema_owner default_character_set_catalog default_character_set_schema
    default_character_set_name sql_path`,
  table_constraints: `
    constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name constraint_type
    is_deferrable initially_deferred enforced nulls_distinct`,
  tables: `
    table_catalog table_schema table_name table_type self_referencing_column_name reference_generation
    user_defined_type_catalog user_defined_type_schema user_defined_type_name is_insertable_into is_typed
    commit_action TABLE_COMMENT`,
  routines: `
    specific_catalog specific_schema specific_name routine_catalog routine_schema routine_name routine_type data_type`,
  sequences: `
    sequence_catalog sequence_schema sequence_name data_type numeric_precision/int4 start_value minimum_value
    maximum_value increment cycle_option`,
  views: `
    table_catalog table_schema table_name view_definition check_option is_updatable is_insertable_into
    is_trigger_updatable is_trigger_deletable is_trigger_insertable_into`,
};

export const viewNames: readonly string[] = Object.keys(views);

export interface SystemTable {
  readonly text: string;
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly columns: readonly QueryColumn[];
  readonly isTable: boolean;
}

const filledViews = new Set(['columns', 'schemata', 'tables']);

/** A view of information_schema as a subquery that is limited to the visible catalogs. */
export function systemTable(
  name: string,
  catalog: string,
  location: number | undefined,
): SystemTable {
  if (catalog !== '') {
    refuse(
      'information_schema within a catalog',
      location,
      'write information_schema.tables: it lists all catalogs',
    );
  }
  const view = views[name];
  if (view === undefined)
    throw new Refusal(`relation 'information_schema.${name}' does not exist`, location, '42P01');
  const columns = view
    .trim()
    .split(/\s+/)
    .map((column) => {
      const [written = '', type = 'text'] = column.split('/');
      return { name: written, type: typeNamed(type), isLiteralInteger: false };
    });
  const shown = { name, qualifiers: ['information_schema'], columns, isTable: true };
  if (!filledViews.has(name)) return { ...shown, text: emptyView(columns) };
  const catalogColumn = name === 'schemata' ? 'catalog_name' : 'table_catalog';
  // A table that the query also reads is a view in the worker.
  const selected =
    name === 'tables' ? "* REPLACE ('BASE TABLE' AS table_type, 'YES' AS is_insertable_into)" : '*';
  const text = `(SELECT ${selected} FROM information_schema.${quoteIdentifier(name)} WHERE ${visibleCatalogs(catalogColumn)})`;
  return { ...shown, text };
}

function emptyView(columns: readonly QueryColumn[]): string {
  const nulls = columns.map(
    (column) => `CAST(NULL AS ${column.type.engine}) AS ${quoteIdentifier(column.name)}`,
  );
  return `(SELECT ${nulls.join(', ')} WHERE false)`;
}
