import { badRequest } from '../../kernel/errors.ts';
import { parseTimestamp } from '../expiry.ts';

/**
 * An RFC 3339 timestamp, or a time without a zone or a day, which are UTC's (clients write what
 * their language prints), in milliseconds since the epoch; null where absent.
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
