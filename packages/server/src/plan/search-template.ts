import type { Edit } from './hotsql/read/edit.ts';
import { type FoundSearches, findSearches } from './hotsql/read/search-calls.ts';
import { tokensOf } from './hotsql/read/tokens.ts';
import type { SearchCall } from './types.ts';

/** A text without the search arguments, which change with each text of an application. */
export interface SearchTemplate {
  /** Texts with the same key have the same translation except for `searches`. */
  readonly key: string;
  readonly searches: readonly SearchCall[];
}

/** Searching longer texts costs more than the saving. */
const maxLength = 64 * 2 ** 10;

/**
 * Null for a text without searches, and for unreadable searches, which the planner reports. The
 * translation depends on the searches' tables, and only on arguments that are names
 * (`score => 'points'` names a column).
 */
export function searchTemplateOf(sql: string): SearchTemplate | null {
  if (sql.length > maxLength) return null;
  let found: FoundSearches;
  try {
    found = findSearches(sql, tokensOf);
  } catch {
    return null;
  }
  const { edits, searches } = found;
  if (searches.length === 0) return null;
  const named = searches.map(({ args }) => args.filter(({ name }) => name !== null));
  return { key: JSON.stringify([edited(sql, edits), named]), searches };
}

function edited(sql: string, edits: readonly Edit[]): string {
  let end = 0;
  const pieces = edits.map((edit) => {
    const piece = sql.slice(end, edit.start) + edit.text;
    end = edit.end;
    return piece;
  });
  return pieces.join('') + sql.slice(end);
}
