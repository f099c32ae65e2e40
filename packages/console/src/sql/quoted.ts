/**
 * An identifier as SQL takes it. Always in quotes: a bare `user`, `order` or `current_date` means
 * something else.
 */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Words of which PostgreSQL, or DuckDB, reads another thing than a column or a table. */
const reserved = new Set(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization between binary both case cast check coalesce collate
  collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc describe distinct do else end except exists extract false fetch for foreign
  freeze from full glob grant group grouping having ilike in initially inner intersect interval into is isnull join lambda lateral
  leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps pivot placing
  positional primary qualify references returning right row select semi session_user show similar some summarize symmetric system_user
  table tablesample then to trailing true union unique unpivot user using values variadic verbose when where window with`.split(
    /\s+/,
  ),
);

/** The name as people write names: quoted only if the bare name leads elsewhere. */
export function named(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : quoted(name);
}
