/** A cron schedule as sets of minutes, in UTC. */
export interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** True if the field is not `*`. If both are true, either day field may match. */
  readonly namesDays: boolean;
  readonly namesWeekdays: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Five fields of numbers, `*`, ranges, steps and lists, as in POSIX's crontab, with names of months
 * and days. Null for any other text.
 */
export function parseCron(text: string): Cron | null {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields.map((field) =>
    field.toLowerCase(),
  );
  const parsed = {
    minutes: parseField(minute, 0, 59, []),
    hours: parseField(hour, 0, 23, []),
    days: parseField(day, 1, 31, []),
    months: parseField(month, 1, 12, months),
    weekdays: parseField(weekday, 0, 7, weekdays),
  };
  const { minutes, hours, days, months: ofYear, weekdays: ofWeek } = parsed;
  if (!minutes || !hours || !days || !ofYear || !ofWeek) return null;
  if (ofWeek.delete(7)) ofWeek.add(0);
  const namesDays = !day.startsWith('*');
  const namesWeekdays = !weekday.startsWith('*');
  return { minutes, hours, days, months: ofYear, weekdays: ofWeek, namesDays, namesWeekdays };
}

function parseField(
  field: string,
  least: number,
  most: number,
  names: readonly string[],
): Set<number> | null {
  const values = new Set<number>();
  const numberOf = (word: string) => {
    const index = names.indexOf(word);
    if (index >= 0) return index + least;
    return /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  };
  for (const part of field.split(',')) {
    const [, range = '', step = '1'] = /^([^/]+)(?:\/([1-9]\d?))?$/.exec(part) ?? [];
    const [first = '', last, more] = range.split('-');
    if (more !== undefined) return null;
    const from = range === '*' ? least : numberOf(first);
    const to =
      range === '*' || (last === undefined && part.includes('/')) ? most : numberOf(last ?? first);
    if (!(from >= least && to <= most && from <= to)) return null;
    for (let value = from; value <= to; value += Number(step)) values.add(value);
  }
  return values;
}

const dayMs = 86_400_000;
/** 29 February recurs after eight years at most; a day without a match by then never matches. */
const longestDays = 9 * 366;

/**
 * The first scheduled instant after `afterMs`, in milliseconds since the epoch; null if there is
 * none.
 */
export function nextOf(cron: Cron, afterMs: number): number | null {
  const firstMs = Math.floor(afterMs / 60_000) * 60_000 + 60_000;
  let dayStart = Math.floor(firstMs / dayMs) * dayMs;
  for (let count = 0; count < longestDays; count += 1, dayStart += dayMs) {
    if (!namesDay(cron, new Date(dayStart))) continue;
    for (const hour of ascending(cron.hours)) {
      for (const minute of ascending(cron.minutes)) {
        const at = dayStart + (hour * 60 + minute) * 60_000;
        if (at >= firstMs) return at;
      }
    }
  }
  return null;
}

function namesDay(
  { days, months: ofYear, weekdays: ofWeek, namesDays, namesWeekdays }: Cron,
  day: Date,
): boolean {
  if (!ofYear.has(day.getUTCMonth() + 1)) return false;
  const isDay = days.has(day.getUTCDate());
  const isWeekday = ofWeek.has(day.getUTCDay());
  return namesDays && namesWeekdays ? isDay || isWeekday : isDay && isWeekday;
}

const ascending = (values: ReadonlySet<number>) => [...values].sort((one, other) => one - other);
