import { invariant } from '../../kernel/invariant.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';

export interface PartitionKey {
  readonly column: string;
  readonly transform: 'identity' | 'year' | 'month' | 'day' | 'hour';
}

/**
 * The SQL value shared by the rows of one partition: the column, or the start of its year, month,
 * day or hour. Times with a time zone are taken in UTC, the zone of every engine session. Infinite
 * times are partitions of their own.
 */
export function transformExpression(
  { column, transform }: PartitionKey,
  columnType: string,
): string {
  const value = quoteIdentifier(column);
  if (transform === 'identity') return value;
  return `date_trunc('${transform}', ${columnType === 'DATE' ? value : `CAST(${value} AS TIMESTAMP)`})`;
}

const textLengths = { year: 4, month: 7, day: 10, hour: 13 } as const;

/**
 * The partition's value in a manifest, from DuckDB's text of the SQL value. The identity transform
 * keeps the text. Other values look like `2024`, `2024-03`, `2024-03-01` and `2024-03-01T05`. Years
 * beyond 9999 are longer, and years before 1 end in ` (BC)`. Null is null.
 */
export function partitionText(
  transform: PartitionKey['transform'],
  text: string | null,
): string | null {
  if (transform === 'identity' || text === null || /^-?infinity$/.test(text)) return text;
  const match = /^(\d{4,})(-\d\d-\d\d)( \(BC\))?(?: (\d\d):\d\d:\d\d)?$/.exec(text);
  invariant(match, 'the start of a period is a date or a timestamp');
  const [, year = '', monthAndDay = '', era = '', hour = '00'] = match;
  const start = `${year}${monthAndDay}T${hour}`;
  return start.slice(0, textLengths[transform] + year.length - 4) + era;
}
