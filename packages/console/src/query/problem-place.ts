import { quoted } from '../sql/quoted.ts';

/** Position of a service error in a text, and the proposed replacement. */
export interface ProblemPlace {
  /** Characters of the text: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Proposed replacements. */
  readonly fix?: string;
}

/**
 * Reads `(line 2, column 5)` and `did you mean 'x'?` out of the service's words. A message without
 * a place is placed at the name that it says is not there; null where neither helps.
 */
export function placeOf(message: string, sql: string): ProblemPlace | null {
  const [, kind, wrong] = /^([a-z ]+) '([^']+)' (?:not found|does not exist)/.exec(message) ?? [];
  const [, proposed] = /did you mean '([^']+)'\?/.exec(message) ?? [];
  const from = offsetOf(message, sql) ?? (wrong === undefined ? null : findName(wrong, sql));
  if (from === null) return null;
  const found = nameAt(sql, from);
  const place = { from, to: from + Math.max(1, found.length) };
  if (wrong === undefined || proposed === undefined) return place;
  const qualified = found.includes('.') ? found.split('.').length : 1;
  const names = proposed.split('.').slice(-qualified);
  // Some functions are called without quotes only, such as `extract`, and all of them can be.
  return { ...place, fix: (kind === 'function' ? names : names.map(quoted)).join('.') };
}

function offsetOf(message: string, sql: string): number | null {
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(message) ?? [];
  if (line === undefined) return null;
  const lines = sql.split('\n').slice(0, Number(line) - 1);
  const offset = lines.reduce((sum, text) => sum + text.length + 1, 0) + Number(column) - 1;
  return Math.min(offset, Math.max(0, sql.length - 1));
}

/** The name as written, with the qualifiers present in the text. */
function findName(name: string, sql: string): number | null {
  const parts = name.split('.');
  for (let first = 0; first < parts.length; first += 1) {
    const text = parts.slice(first).map(escaped).join(String.raw`"?\s*\.\s*"?`);
    const found = new RegExp(`(?<![\\w."])"?${text}"?(?![\\w"])`, 'i').exec(sql);
    if (found) return found.index;
  }
  return null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name with qualifiers, or any other text up to the next blank or sign. */
function nameAt(sql: string, from: number): string {
  const rest = sql.slice(from);
  return (
    /^(?:"[^"]*"|[\p{L}_][\p{L}\p{N}_$]*)(?:\.(?:"[^"]*"|[\p{L}_][\p{L}\p{N}_$]*))*/u.exec(
      rest,
    )?.[0] ??
    /^\S\w*/.exec(rest)?.[0] ??
    ''
  );
}
