/** Text of a value in a cell. Numbers keep all digits of the answer. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'object')
    return JSON.stringify(value, (_key, field) =>
      typeof field === 'bigint' ? String(field) : field,
    );
  return String(value);
}

/** True if columns of the type hold numbers; long numbers arrive as text. */
export const isNumericType = (type: string | undefined): boolean =>
  /^(U?Int\d|Float\d|Decimal)/.test(type ?? '');

/**
 * A number to draw or to add up, or null. Decimals and large integers, which come with all digits,
 * are rounded.
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return null;
  return Number(value);
}

/** True if a moment of the service is an instant; dates and times of day have no zone. */
export const hasZone = (text: string): boolean => /T.*(Z|[+-]\d\d:?\d\d)$/.test(text);

/** Milliseconds since the epoch of a date or an instant as the service writes them, or null. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d($|T\d\d:\d\d)/.test(value)) return null;
  const ms = Date.parse(hasZone(value) || value.length === 10 ? value : `${value}Z`);
  return Number.isNaN(ms) ? null : ms;
}

export type ColumnKind = 'number' | 'time' | 'boolean' | 'nested' | 'text' | 'empty';

/**
 * Kind of a column by its values: the first value that is not null decides, and later values must
 * agree.
 */
export function kindOf(values: readonly unknown[]): ColumnKind {
  const kinds = new Set(
    values.filter((value) => value !== null && value !== undefined).map(kindOfValue),
  );
  const [only] = kinds;
  if (only === undefined) return 'empty';
  return kinds.size === 1 ? only : 'text';
}

function kindOfValue(value: unknown): ColumnKind {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object') return 'nested';
  return timeOf(value) === null ? 'text' : 'time';
}
