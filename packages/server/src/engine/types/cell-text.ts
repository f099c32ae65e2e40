/**
 * SQL that turns a stored value into its text in JSON, CSV and Markdown (docs/types.md). Each
 * function returns an expression whose cast to VARCHAR is the cell, with NULL for an absent value.
 * The engine builds the text at 2 to 7 million rows a second, JavaScript at less than 0.8.
 */
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { DuckdbType } from './duckdb-type.ts';

/**
 * The value as JSON: numbers keep all digits, instants are ISO 8601, bytes are hex, nested values
 * are nested.
 */
export function jsonCell(sql: string, type: DuckdbType, depth = 0): string {
  if (type.kind !== 'scalar' && isPlainJson(type)) return `to_json(${sql})`;
  if (depth >= maxLambdaDepth && type.kind !== 'scalar') return `to_json(CAST(${sql} AS VARCHAR))`;
  switch (type.kind) {
    case 'scalar':
      return jsonScalar(sql, type.name);
    case 'list':
    case 'array':
      return `CASE WHEN ${sql} IS NOT NULL THEN concat('[', array_to_string(list_transform(${sql}, lambda j${depth}: ${orNull(
        jsonCell(`j${depth}`, type.element, depth + 1),
      )}), ','), ']') END`;
    case 'struct': {
      const parts = type.fields.map(({ name, type: part }, index) => {
        const key = quoteLiteral(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
        return `${key}, ${orNull(jsonCell(`struct_extract(${sql}, ${quoteLiteral(name)})`, part, depth))}`;
      });
      return `CASE WHEN ${sql} IS NOT NULL THEN concat('{', ${parts.join(', ')}, '}') END`;
    }
    case 'map': {
      const entry = `j${depth}`;
      const key = jsonKey(`${entry}.key`, type.key, depth + 1);
      const value = orNull(jsonCell(`${entry}.value`, type.value, depth + 1));
      return `CASE WHEN ${sql} IS NOT NULL THEN concat('{', array_to_string(list_transform(map_entries(${sql}), lambda ${entry}: concat(${key}, ':', ${value})), ','), '}') END`;
    }
    case 'decimal':
      return type.precision === type.scale ? withLeadingZero(sql) : sql;
    default:
      return sql;
  }
}

/** DuckDB writes a DECIMAL(n, n) as `.5`, which is not a JSON number. */
function withLeadingZero(sql: string): string {
  return `regexp_replace(CAST(${sql} AS VARCHAR), '^(-?)\\.', '\\10.')`;
}

/**
 * DuckDB binds a lambda inside a lambda twice, so time doubles with each level: 35 ms at 6 levels,
 * 2.5 s at 12. In deeper lists whose types need lambdas, the inner values are DuckDB's text.
 */
const maxLambdaDepth = 7;

/**
 * Scalars whose JSON is their plain text, or for VARCHAR the quoted text. DuckDB's `to_json` gives
 * the same.
 */
export const plainJsonTypes: ReadonlySet<string> = new Set(
  'BOOLEAN TINYINT SMALLINT INTEGER BIGINT UTINYINT USMALLINT UINTEGER UBIGINT VARCHAR'.split(' '),
);

/**
 * True where DuckDB's own JSON of a nested value is correct. DuckDB's JSON of floats, decimals,
 * instants and bytes is not.
 */
function isPlainJson(type: DuckdbType): boolean {
  switch (type.kind) {
    case 'scalar':
      return plainJsonTypes.has(type.name);
    case 'list':
    case 'array':
      return isPlainJson(type.element);
    case 'struct':
      return type.fields.every((field) => isPlainJson(field.type));
    case 'map':
      return isPlainJson(type.key) && isPlainJson(type.value);
    default:
      return false;
  }
}

/** The JSON text of a value, `null` for an absent value. */
export function orNull(cell: string): string {
  return `coalesce(CAST(${cell} AS VARCHAR), 'null')`;
}

function jsonScalar(sql: string, name: string): string {
  switch (name) {
    case 'VARCHAR':
      return `to_json(${sql})`;
    case 'DATE':
    case 'TIME':
    case 'TIME_NS':
    case 'TIMESTAMP':
    case 'TIMESTAMP_NS':
    case 'TIMESTAMP WITH TIME ZONE':
    case 'BLOB':
      return `'"' || ${plainScalar(sql, name)} || '"'`;
    default:
      return plainScalar(sql, name);
  }
}

/** A map key in JSON is text: the plain text of a scalar, or the JSON of a nested key. */
function jsonKey(sql: string, type: DuckdbType, depth: number): string {
  if (type.kind === 'scalar' && !isFloat(type.name))
    return `to_json(CAST(${plainScalar(sql, type.name)} AS VARCHAR))`;
  // A key may be NaN or infinite, and two such keys must stay different.
  const cell = type.kind === 'scalar' ? sql : jsonCell(sql, type, depth);
  return `to_json(CAST(${cell} AS VARCHAR))`;
}

/**
 * The value as a CSV cell before quoting: as in JSON without quotes. Nested values are JSON text.
 */
export function csvCell(sql: string, type: DuckdbType): string {
  return type.kind === 'scalar' ? plainScalar(sql, type.name) : jsonCell(sql, type);
}

/**
 * The value as a cell of a GitHub pipe table. Backslashes and pipes are escaped, and line breaks
 * are `<br>`, because a cell has one line.
 */
export function markdownCell(sql: string, type: DuckdbType): string {
  const cell = csvCell(sql, type);
  return isPlainText(type) ? cell : markdownEscape(`CAST(${cell} AS VARCHAR)`);
}

/** The escape of `markdownCell` for any SQL text. */
export function markdownEscape(sql: string): string {
  const escaped = `replace(replace(${sql}, '\\', '\\\\'), '|', '\\|')`;
  return `replace(replace(replace(${escaped}, chr(13) || chr(10), '<br>'), chr(10), '<br>'), chr(13), '<br>')`;
}

/** Types whose text has no character that CSV quotes or Markdown escapes. */
function isPlainText(type: DuckdbType): boolean {
  return type.kind === 'decimal' || (type.kind === 'scalar' && type.name !== 'VARCHAR');
}

const isFloat = (name: string) => name === 'FLOAT' || name === 'DOUBLE';

function plainScalar(sql: string, name: string): string {
  switch (name) {
    case 'FLOAT':
    case 'DOUBLE':
      return `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
    case 'BLOB':
      return `lower(hex(${sql}))`;
    case 'DATE':
      return `replace(CAST(${sql} AS VARCHAR), ' (BC)', ' BC')`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_NS':
      return instant(sql, '');
    case 'TIMESTAMP WITH TIME ZONE':
      // The expression avoids the cast, which asks ICU for the zone's rules: 0.1 s against 2 s for
      // 10M rows.
      return `CASE WHEN isfinite(${sql}) THEN ${instant(`make_timestamp(epoch_us(${sql}))`, 'Z')} ELSE CAST(${sql} AS VARCHAR) END`;
    default:
      return sql;
  }
}

/**
 * ISO 8601 with the fraction's trailing zeros removed. As in PostgreSQL's to_json, infinity is
 * `infinity`, and years before 1 end in BC.
 */
function instant(sql: string, zone: string): string {
  const text = `CAST(${sql} AS VARCHAR)`;
  const modern = `replace(${text}, ' ', 'T')${zone ? ` || '${zone}'` : ''}`;
  const ancient = `regexp_replace(${text}, '^(.*) \\(BC\\) (.*)$', '\\1T\\2${zone} BC')`;
  return `CASE WHEN year(${sql}) < 1 THEN ${ancient} ELSE ${modern} END`;
}
