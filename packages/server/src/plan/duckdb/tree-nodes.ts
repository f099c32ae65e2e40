/**
 * The node types of DuckDB's parse tree (json_serialize_sql of 1.5.6) that are allowed; others are
 * refused by name.
 */

/** `type` of a query. */
export const queryNodes: ReadonlySet<string> = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'CTE_NODE',
]);

/** `type` of an item of FROM. */
export const tableNodes: ReadonlySet<string> = new Set([
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EMPTY',
  'EMPTY_FROM',
  'EXPRESSION_LIST',
  'PIVOT',
  'SHOW_REF',
]);

/** `class` of an expression. */
export const expressionClasses: ReadonlySet<string> = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'FUNCTION',
  'LAMBDA',
  'LAMBDA_REF',
  'OPERATOR',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'TYPE',
  'WINDOW',
]);

export const modifierNodes: ReadonlySet<string> = new Set([
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
]);

/** Other values of `type`, for the orders of an ORDER BY. */
export const orderTypes: ReadonlySet<string> = new Set([
  'ASCENDING',
  'DESCENDING',
  'ORDER_DEFAULT',
]);

/**
 * Readable schemas of the system catalog: the engine then has empty tables of the visible names
 * only.
 */
export const catalogSchemas: Readonly<Record<string, ReadonlySet<string>>> = {
  information_schema: new Set(['schemata', 'tables', 'columns', 'indexes']),
};
