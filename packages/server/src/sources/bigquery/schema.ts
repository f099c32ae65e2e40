/** A column as described by REST (TableFieldSchema). */
export interface FieldSchema {
  readonly name: string;
  readonly type: string;
  /** NULLABLE where absent. */
  readonly mode?: string;
  readonly fields?: readonly FieldSchema[];
  /** Numbers come as text. */
  readonly precision?: string | number;
  readonly scale?: string | number;
  readonly timestampPrecision?: string | number;
  readonly rangeElementType?: { readonly type: string };
  readonly description?: string;
}

/** Both names of a type are in use; the values are the names in older answers. */
const otherNames: Readonly<Record<string, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
  STRUCT: 'RECORD',
};
const sqlNames: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
};

export const normalized = (field: FieldSchema): FieldSchema => ({
  ...field,
  type: otherNames[field.type] ?? field.type,
});

/** The type of a normalized field in SQL syntax. */
export function sqlTypeOf(field: FieldSchema): string {
  const { mode, ...rest } = field;
  if (mode === 'REPEATED') return `ARRAY<${sqlTypeOf(rest)}>`;
  const { type, precision = rest.timestampPrecision, scale, fields = [], rangeElementType } = rest;
  if (type === 'RECORD')
    return `STRUCT<${fields.map((one) => `${one.name} ${sqlTypeOf(normalized(one))}`).join(', ')}>`;
  if (type === 'RANGE') return `RANGE<${rangeElementType?.type}>`;
  const digits =
    precision === undefined ? '' : `(${precision}${scale === undefined ? '' : `,${scale}`})`;
  return `${sqlNames[type] ?? type}${digits}`;
}
