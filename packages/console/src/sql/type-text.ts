const words: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Int8: 'tinyint',
  Int16: 'smallint',
  Int32: 'integer',
  Int64: 'bigint',
  UInt8: 'utinyint',
  UInt16: 'usmallint',
  UInt32: 'uinteger',
  UInt64: 'ubigint',
  Float32: 'real',
  Float64: 'double',
  Utf8: 'text',
  Binary: 'bytea',
  Date32: 'date',
};

const list = /\bList\(([^()]*(?:\([^()]*\)[^()]*)*)\)/;

/**
 * SQL name of a type that the service names as Arrow does (docs/types.md#table): `Decimal128(4, 1)`
 * is `numeric(4,1)`, `List(Utf8)` is `text[]`.
 */
export function typeText(arrow: string): string {
  let text = arrow
    .replace(/\bDecimal(?:128|256)\((\d+), (-?\d+)\)/g, 'numeric($1,$2)')
    .replace(/\bTimestamp\(\w+, None\)/g, 'timestamp')
    .replace(/\bTimestamp\(\w+, Some\("[^"]*"\)\)/g, 'timestamptz')
    .replace(/\bTime(?:32|64)\(\w+\)/g, 'time')
    .replace(/\b[A-Z]\w+\b/g, (word) => words[word] ?? word);
  for (let inner = list.exec(text); inner !== null; inner = list.exec(text))
    text = text.replace(list, '$1[]');
  return text;
}

/** The same of a table's column. */
export const columnTypeText = (column: { data_type: string; arrow_type?: string }): string =>
  typeText(column.arrow_type ?? column.data_type);
