import type { Edit } from './hotsql/read/edit.ts';
import { type FoundSearches, findSearches } from './hotsql/read/search-calls.ts';
import { tokensOf } from './hotsql/read/tokens.ts';
import type { SearchCall } from './types.ts';

/** A text without what its searches look for, which each new text of an application has. */
export interface SearchTemplate {
  /** Two texts of one key are translated alike but for `searches`. */
  readonly key: string;
  readonly searches: readonly SearchCall[];
}

/** Longer texts take longer to look through than is saved. */
const maxLength = 64 * 2 ** 10;

/**
 * Null of a text that searches nothing, or whose searches cannot be read: the planner says why. The
 * translation sees the tables that stand for the searches, and of their arguments those with names
 * alone (`score => 'points'` names a column).
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
