import { uniqueNames } from '../../kernel/unique-names.ts';

/**
 * PostgreSQL's catalogs of tables, in one query: `information_schema` is several times slower, and
 * has neither estimates nor element types of arrays. For PostgreSQL 10 and later, and compatible
 * servers.
 */
export interface CatalogRow {
  readonly schema: string;
  readonly table: string;
  /** `relkind` of pg_class: r, p, v, m, f. */
  readonly relkind: string;
  readonly table_comment: string | null;
  readonly row_estimate: number;
  readonly primary_key: readonly string[] | null;
  /** Column name; null for a table without readable columns. */
  readonly column: string | null;
  readonly not_null: boolean;
  readonly comment: string | null;
  /** The type as printed by format_type, with schemas before the names of users' types. */
  readonly source_type: string;
  readonly dimensions: number;
  /** Domains resolved; of an array, of the array. */
  readonly type_oid: number;
  readonly type_modifier: number;
  /** pg_type.typtype: b, c, d, e, m, p, r. */
  readonly type_kind: string;
  /** The labels of an enum, or of an array's elements, in the order of the enum. */
  readonly labels: readonly string[] | null;
  /** True for pgvector's types, whose values are lists of 32-bit floats. */
  readonly is_vector: boolean;
  /** The array's elements, with domains resolved; 0 and '' for other types. */
  readonly element_oid: number;
  readonly element_modifier: number;
  readonly element_kind: string;
}

/** A column with its name in the lake, which is unique within the table without regard to case. */
export interface NamedColumn extends CatalogRow {
  readonly column: string;
  readonly name: string;
}

/** The columns of one table; `rows` are all rows of the table. */
export function nameColumns(rows: readonly CatalogRow[]): readonly NamedColumn[] {
  const names = uniqueNames(rows.flatMap(({ column }) => column ?? []));
  return rows.flatMap((row) => {
    const { column } = row;
    return column === null ? [] : [{ ...row, column, name: names.get(column) ?? column }];
  });
}

/**
 * $1, $2: an exact schema and table, or null. `version` is the server's major version; undefined
 * for a compatible server. Before 12 every WITH is computed once; before 11 indexes have key
 * columns only.
 */
export const catalogQuery = (version: number | undefined) => `
WITH RECURSIVE domains (oid, base, modifier) AS (
  SELECT t.oid, t.typbasetype, t.typtypmod FROM pg_type t WHERE t.typtype = 'd'
  UNION ALL
  SELECT d.oid, t.typbasetype, CASE WHEN d.modifier >= 0 THEN d.modifier ELSE t.typtypmod END
  FROM domains d JOIN pg_type t ON t.oid = d.base AND t.typtype = 'd'
), resolved AS (
  SELECT d.oid, d.base, d.modifier FROM domains d JOIN pg_type t ON t.oid = d.base AND t.typtype <> 'd'
), visible AS ${isBefore(version, 12) ? '' : 'MATERIALIZED '}(
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, obj_description(c.oid, 'pg_class') AS table_comment,
    (SELECT array_agg(k.attname::text ORDER BY o.ordinality)
     FROM pg_index i CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY o (attnum, ordinality)
     JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = o.attnum
     WHERE i.indrelid = c.oid AND i.indisprimary${isBefore(version, 11) ? '' : ' AND o.ordinality <= i.indnkeyatts'}) AS primary_key,
    has_table_privilege(c.oid, 'SELECT') AS reads_all
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    AND ($1::text IS NULL OR n.nspname = $1) AND ($2::text IS NULL OR c.relname = $2)
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
)
SELECT v.nspname::text AS schema, v.relname::text AS table, v.relkind::text AS relkind,
  v.table_comment, v.reltuples::float8 AS row_estimate, v.primary_key,
  a.attname::text AS column, coalesce(a.attnotnull OR dt.typnotnull, false) AS not_null,
  c.description AS comment, format_type(a.atttypid, a.atttypmod) AS source_type,
  coalesce(a.attndims, 0)::int4 AS dimensions,
  coalesce(bt.oid, 0)::int8::float8 AS type_oid,
  CASE WHEN a.atttypmod >= 0 THEN a.atttypmod ELSE coalesce(r.modifier, -1) END AS type_modifier,
  coalesce(bt.typtype::text, '') AS type_kind,
  bt.typname IN ('vector', 'halfvec') AND EXISTS
    (SELECT FROM pg_cast k WHERE k.castsource = bt.oid AND k.casttarget = 'float4[]'::regtype) AS is_vector,
  coalesce(et.oid, 0)::int8::float8 AS element_oid, coalesce(er.modifier, -1) AS element_modifier,
  coalesce(et.typtype::text, '') AS element_kind,
  CASE WHEN 'e' IN (bt.typtype, et.typtype) THEN
    (SELECT array_agg(l.enumlabel::text ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid = coalesce(et.oid, bt.oid)) END AS labels
FROM visible v
LEFT JOIN pg_attribute a ON a.attrelid = v.oid AND a.attnum > 0 AND NOT a.attisdropped
  AND (v.reads_all OR has_column_privilege(v.oid, a.attnum, 'SELECT'))
LEFT JOIN pg_description c ON c.classoid = 'pg_class'::regclass AND c.objoid = a.attrelid AND c.objsubid = a.attnum
LEFT JOIN resolved r ON r.oid = a.atttypid
LEFT JOIN pg_type dt ON dt.oid = a.atttypid
LEFT JOIN pg_type bt ON bt.oid = coalesce(r.base, a.atttypid)
LEFT JOIN pg_type xt ON xt.oid = bt.typelem AND bt.typlen = -1 AND bt.typelem <> 0 AND bt.typcategory = 'A'
LEFT JOIN resolved er ON er.oid = xt.oid
LEFT JOIN pg_type et ON et.oid = coalesce(er.base, xt.oid)
ORDER BY v.nspname::text COLLATE "C", v.relname::text COLLATE "C", a.attnum`;

/** True if the server is a PostgreSQL older than the major version. */
export const isBefore = (version: number | undefined, major: number) =>
  version !== undefined && version < major;
