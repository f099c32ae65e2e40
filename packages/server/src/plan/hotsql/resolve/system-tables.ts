import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { indexColumns, indexRows } from '../../shown-indexes.ts';
import { Refusal, refuse } from '../read/refusal.ts';
import { readColumns, viewColumns } from './catalog/relation-columns.ts';
import { typeNameOf } from './catalog-tables.ts';
import type { QueryColumn } from './query.ts';
import { typeNamed } from './type.ts';
import { columnsOfVisible, visibleCatalogs } from './visible-catalogs.ts';

/**
 * The views of information_schema with rows, from DuckDB; `indexes` is Quern's own. Written as
 * `column/type`; text is the default type. All other views have PostgreSQL's columns and no rows.
 */
const filledViews: Readonly<Record<string, string>> = {
  columns: `
    table_catalog table_schema table_name column_name ordinal_position/int4 column_default is_nullable data_type
    character_maximum_length/int4 character_octet_length/int4 numeric_precision/int4
    numeric_precision_radix/int4 numeric_scale/int4 datetime_precision/int4 interval_type
    interval_precision/int4 character_set_catalog character_set_schema character_set_name collation_catalog
    collation_schema collation_name domain_catalog domain_schema domain_name udt_catalog udt_schema udt_name
    scope_catalog scope_schema scope_name maximum_cardinality/int8 dtd_identifier is_self_referencing/bool
    is_identity/bool identity_generation identity_start identity_increment identity_maximum identity_minimum
    identity_cycle/bool is_generated generation_expression is_updatable/bool COLUMN_COMMENT`,
  indexes: indexColumns,
  schemata: `
    catalog_name schema_name schema_owner default_character_set_catalog default_character_set_schema
    default_character_set_name sql_path`,
  tables: `
    table_catalog table_schema table_name table_type self_referencing_column_name reference_generation
    user_defined_type_catalog user_defined_type_schema user_defined_type_name is_insertable_into is_typed
    commit_action TABLE_COMMENT`,
};

export interface SystemTable {
  readonly text: string;
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly columns: readonly QueryColumn[];
  readonly isTable: boolean;
}

/** A view of information_schema as a subquery over the visible catalogs. */
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
  const filled = Object.hasOwn(filledViews, name) ? filledViews[name] : undefined;
  const described = filled === undefined ? viewColumns(name) : readColumns(filled);
  if (described === undefined)
    throw new Refusal(`relation 'information_schema.${name}' does not exist`, location, '42P01');
  const columns = described.map((column) => ({
    name: column.name,
    type: typeNamed(column.type),
    isLiteralInteger: false,
  }));
  const shown = { name, qualifiers: ['information_schema'], columns, isTable: true };
  if (filled === undefined) return { ...shown, text: emptyView(columns) };
  if (name === 'indexes') return { ...shown, text: `(${indexRows})` };
  return { ...shown, text: `(SELECT ${selections[name] ?? '*'} FROM ${rowsOfVisible(name)})` };
}

function rowsOfVisible(name: string): string {
  if (name === 'columns') return columnsOfVisible;
  const catalogColumn = name === 'schemata' ? 'catalog_name' : 'table_catalog';
  return `information_schema.${quoteIdentifier(name)} WHERE ${visibleCatalogs(catalogColumn)}`;
}

const selections: Readonly<Record<string, string>> = {
  // A table of the query is a view in the worker.
  tables: "* REPLACE ('BASE TABLE' AS table_type, 'YES' AS is_insertable_into)",
  columns: `* REPLACE ('pg_catalog' AS udt_schema, ${typeNameOf('data_type')} AS udt_name)`,
};

function emptyView(columns: readonly QueryColumn[]): string {
  const nulls = columns.map(
    (column) => `CAST(NULL AS ${column.type.engine}) AS ${quoteIdentifier(column.name)}`,
  );
  return `(SELECT ${nulls.join(', ')} WHERE false)`;
}
