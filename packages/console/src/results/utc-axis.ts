/**
 * Places and texts of an axis of time, reckoned in UTC: a date or a timestamp without a zone is
 * drawn as it is written, wherever the browser is. All times are seconds since the epoch.
 */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

/** Usual steps of time, in seconds. */
const steps = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14].map((count) => count * day),
  ...[1, 2, 3, 6].map((count) => count * month),
  ...[1, 2, 5].flatMap((count) => [1, 10, 100, 1000].map((times) => count * times * year)),
].sort((one, other) => one - other);

/** The least step of at most `most` parts between two times. */
export function timeStep(from: number, to: number, most: number): number {
  const least = (to - from) / Math.max(1, most);
  return steps.find((step) => step >= least) ?? Math.ceil(least / (5000 * year)) * 5000 * year;
}

/** The times between two others that are whole steps: whole months and years by the calendar. */
export function timePlaces(from: number, to: number, step: number): number[] {
  if (step >= month) return calendarPlaces(from, to, Math.round(step / month));
  // Weeks begin on Monday; 1970-01-05 was a Monday.
  const origin = step % (7 * day) === 0 ? 4 * day : 0;
  const places: number[] = [];
  for (let count = Math.ceil((from - origin) / step); ; count += 1) {
    // A product keeps the digits of the step; a sum would drift.
    const place = Number((origin + count * step).toFixed(3));
    if (!(place <= to)) return places;
    places.push(place);
  }
}

function calendarPlaces(from: number, to: number, months: number): number[] {
  const count = months > 6 ? Math.round(months / (year / month)) * 12 : months;
  const first = new Date(from * 1000);
  const number = first.getUTCFullYear() * 12 + first.getUTCMonth();
  const places: number[] = [];
  for (let at = Math.floor(number / count) * count; ; at += count) {
    const place = startOfMonth(at);
    if (!(place <= to)) return places;
    if (place >= from) places.push(place);
  }
}

/** Moment of a month, counted from the year 0. `Date.UTC` takes the year 24 for 1924. */
function startOfMonth(number: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(number / 12), ((number % 12) + 12) % 12, 1);
  return date.getTime() / 1000;
}

/** Label at a position of the axis: enough to differ from the next. */
export function placeText(seconds: number, step: number): string {
  const text = isoText(seconds);
  const [date = '', time = ''] = text.split(' ');
  if (step >= year) return date.slice(0, -6);
  if (step >= month) return date.slice(0, -3);
  if (step >= day) return date;
  const clock = step >= minute ? time.slice(0, 5) : step >= 1 ? time.slice(0, 8) : time;
  return time.startsWith('00:00:00') && !/[1-9]/.test(time) ? date : clock;
}

/** `2024-01-01 10:00:00`, to the millisecond where there is a part of a second. */
export function momentText(seconds: number, isDate: boolean): string {
  const text = isoText(seconds);
  return isDate ? (text.split(' ')[0] ?? text) : text.replace(/\.000$/, '');
}

function isoText(seconds: number): string {
  const date = new Date(Math.round(seconds * 1000));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T', ' ').replace('Z', '');
}
