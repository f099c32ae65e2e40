import { badRequest } from '../../kernel/errors.ts';
import { parseTimestamp } from '../expiry.ts';

/**
 * Milliseconds since the epoch of an RFC 3339 timestamp, of a time without zone or of a day, both
 * in UTC (clients send the format of their language). Null if absent.
 */
export function readSince(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text;
  const instant = parseTimestamp(/[Tt ][\d:.]+$/.test(time) ? `${time}Z` : time);
  if (instant === null) {
    throw badRequest(
      "'since' must be an RFC 3339 timestamp such as '2030-01-31T12:00:00Z', or a day such as '2030-01-31'",
    );
  }
  return instant;
}
