/**
 * The text of an INTERVAL in PostgreSQL's intervalstyle `postgres` (EncodeInterval):
 * `1 year 2 mons 3 days 04:05:06.789`, `-1 days +02:03:00`. Zero parts are omitted, a positive part
 * after a negative part has a plus sign, and only exactly 1 is singular. PostgreSQL's infinite
 * intervals have all parts at their limits. DuckDB prints the time part alike, and its text
 * supplies the part.
 */
export function intervalText(sql: string): string {
  const part = (name: string) => `date_part('${name}', ${sql})`;
  const [years, months, days] = [part('year'), part('month'), part('day')];
  const time = `regexp_extract(CAST(${sql} AS VARCHAR), '-?[0-9]+:[0-9:.]+$')`;
  // Years and months come from one number of months, so both have one sign.
  const monthsNegative = `(${years} < 0 OR ${months} < 0)`;
  const beforeTime = `CASE WHEN ${days} <> 0 THEN ${days} < 0 ELSE ${monthsNegative} END`;
  const counted = (count: string, unit: string, sign = "''") =>
    `CASE WHEN ${count} <> 0 THEN concat(${sign}, ${count}, CASE WHEN ${count} = 1 THEN ' ${unit}' ELSE ' ${unit}s' END) END`;
  const parts = [
    counted(years, 'year'),
    counted(months, 'mon'),
    counted(days, 'day', `CASE WHEN ${monthsNegative} AND ${days} > 0 THEN '+' ELSE '' END`),
    `CASE WHEN ${time} <> '' THEN concat(CASE WHEN ${beforeTime} AND ${time} NOT LIKE '-%' THEN '+' ELSE '' END, ${time}) END`,
  ];
  const end = (sign: '' | '-', part: number, micros: string) =>
    `WHEN ${sql} = to_months(${part}) + to_days(${part}) + to_microseconds(CAST('${micros}' AS BIGINT)) THEN '${sign}infinity'`;
  const ends = `${end('', 2147483647, '9223372036854775807')} ${end('-', -2147483648, '-9223372036854775808')}`;
  return `CASE ${ends} WHEN ${sql} IS NOT NULL THEN concat_ws(' ', ${parts.join(', ')}) END`;
}
