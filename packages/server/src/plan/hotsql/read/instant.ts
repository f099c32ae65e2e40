const literal =
  /^(?:(?<before>timestamptz|timestamp(?:\s+with(?:out)?\s+time\s+zone)?|date)\s*)?'(?<text>[^']{1,64})'(?:\s*::\s*(?<after>timestamptz|timestamp(?:\s+with(?:out)?\s+time\s+zone)?|date))?$/i;

const instant =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:\s*(?:([Zz]|UTC)|([+-])(\d\d)(?::?(\d\d))?))?)?\s*$/;

/**
 * Milliseconds of a literal of an instant: a text, with or without the name of its type; UTC if the
 * text has no zone. Parts of a millisecond are cut off. Null for anything else, and for a zone in a
 * literal of a type without zone: PostgreSQL ignores the zone there and DuckDB does not.
 */
export function parseInstant(sql: string): number | null {
  const { before, text, after } = literal.exec(sql)?.groups ?? {};
  const parts = instant.exec(text ?? '');
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > lastDay ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return null;
  const [, , , , , , , fraction = '', utc, sign, zoneHours = '0', zoneMinutes = '0'] = parts;
  const hasZone = utc !== undefined || sign !== undefined;
  const types = [before, after].filter((type) => type !== undefined);
  if (hasZone && types.some((type) => !/tz|with\s/i.test(type))) return null;
  if (Number(zoneHours) > 15 || Number(zoneMinutes) > 59) return null;
  const offsetMinutes = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  // Date.UTC moves the years 0 to 99 into the last century.
  const date = new Date(
    Date.UTC(
      2000,
      month - 1,
      day,
      hour,
      minute,
      second,
      Number(fraction.padEnd(3, '0').slice(0, 3)),
    ),
  );
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() - offsetMinutes * 60_000;
}
