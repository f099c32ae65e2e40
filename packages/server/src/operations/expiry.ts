import { badRequest } from '../kernel/errors.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Instants end where JavaScript's and PostgreSQL's formats still agree. */
const maxInstant = Date.UTC(9999, 11, 31);

/**
 * `expires_at` of a request: an RFC 3339 timestamp, or a duration with suffix h, m or d from now;
 * absent or empty means never (null). 400 for another form and for an instant that has passed.
 */
export function parseExpiry(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined || text.trim() === '') return null;
  const instant = parseDuration(text.trim(), now) ?? parseTimestamp(text.trim());
  if (instant === null || instant > maxInstant) {
    throw badRequest(
      `'expires_at' must be an RFC 3339 timestamp such as '2030-01-31T12:00:00Z' or a duration such as '24h', '90m' or '7d'`,
    );
  }
  if (instant <= now)
    throw badRequest("'expires_at' lies in the past; give a later time, or leave it out");
  return instant;
}

function parseDuration(text: string, now: number): number | null {
  const match = /^(\d{1,9})([hmd])$/.exec(text);
  if (!match) return null;
  return now + Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}

/** Milliseconds of an RFC 3339 timestamp; null for any other text and for an impossible date. */
export function parseTimestamp(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.exec(
    text,
  );
  if (!match) return null;
  const [, year, month, day] = match.map(Number);
  // Date.parse moves 30 February into March, so impossible dates are refused here.
  const lastDay = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  if ((day ?? 0) > lastDay) return null;
  const instant = Date.parse(text.replace(' ', 'T').toUpperCase());
  return Number.isNaN(instant) ? null : instant;
}
