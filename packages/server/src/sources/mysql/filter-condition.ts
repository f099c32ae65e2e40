import type { SourceFilter } from '../source.ts';
import { type CatalogRow, quoteMysql } from './catalog.ts';

/**
 * A value as an exact MySQL literal of the column's type; undefined if no literal exists. Types
 * with different comparisons than in a query here are left out: FLOAT (compared as doubles), YEAR
 * (24 is 2024), tinyint(1), texts.
 */
const literals: readonly {
  readonly types: RegExp;
  readonly read: (value: string) => string | undefined;
}[] = [
  {
    types: /^((tiny|small|medium|big)?int|decimal)$/,
    read: (value) => (/^-?\d{1,60}(\.\d{1,30})?$/.test(value) ? value : undefined),
  },
  {
    // The exponent makes the literal a double instead of a decimal.
    types: /^double$/,
    read: (value) => {
      const parts = /^(-?\d{1,400}(?:\.\d{1,400})?)(?:e([+-]?\d{1,3}))?$/.exec(value);
      return parts ? `${parts[1]}e${parts[2] ?? '0'}` : undefined;
    },
  },
  {
    types: /^date$/,
    read: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? `DATE'${value}'` : undefined),
  },
  {
    types: /^(datetime|timestamp)$/,
    read: (value) => {
      const moment = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)(?:\+00)?$/.exec(value)?.[1];
      return moment === undefined ? undefined : `TIMESTAMP'${moment}'`;
    },
  },
];
const dates = /^(date|datetime|timestamp)$/;

/**
 * A condition that every wanted row meets; undefined if none can be made. The text consists of
 * quoted names and digits.
 */
export function filterCondition(
  filter: SourceFilter,
  known: readonly CatalogRow[],
): string | undefined {
  if ('parts' in filter) {
    const parts = filter.parts.map((part) => filterCondition(part, known));
    const said = parts.filter((part) => part !== undefined);
    if (said.length === 0 || (filter.kind === 'or' && said.length < parts.length)) return undefined;
    return `(${said.join(filter.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  const column = known.find((row) => row.column === filter.column);
  if (!column) return undefined;
  const quoted = quoteMysql(filter.column);
  if (filter.kind !== 'range') {
    if (filter.kind === 'not_null') return `${quoted} IS NOT NULL`;
    // A zero date is null here, but not in MySQL.
    return dates.test(column.data_type) ? undefined : `${quoted} IS NULL`;
  }
  if (column.column_type.startsWith('tinyint(1)')) return undefined;
  const read = literals.find(({ types }) => types.test(column.data_type))?.read;
  const end = (comparison: string, value: string | null) => {
    const literal = value === null ? undefined : read?.(value);
    return literal === undefined ? [] : [`${quoted} ${comparison} ${literal}`];
  };
  const ends = [...end('>=', filter.low), ...end('<=', filter.high)];
  return ends.length === 0 ? undefined : `(${ends.join(' AND ')})`;
}
