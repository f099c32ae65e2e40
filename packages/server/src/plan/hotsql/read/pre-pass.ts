/**
 * Handles syntax outside PostgreSQL's grammar on the text, before parsing: `default` before a dot,
 * AT after a table's name, and the leading words SHOW TABLES, SHOW COLUMNS FROM, SHOW FUNCTIONS,
 * DESCRIBE, SUMMARIZE (under `duckdb` also EXPLAIN). The text is read token by token, so words in
 * comments, literals and quoted names are never mistaken for syntax.
 */
import type { SearchCall, StatementKind, TimeTravel } from '../../types.ts';
import type { Edit } from './edit.ts';
import { findIndexViews } from './index-views.ts';
import { refuse } from './refusal.ts';
import { findSearches } from './search-calls.ts';
import { settingNamed } from './session-constants.ts';
import { findTimeTravel } from './time-travel.ts';
import { maxCommentDepth, maxComments, type Token, tokensOf } from './tokens.ts';

export interface PrePassed {
  readonly kind: StatementKind;
  /** One SELECT, or an EXPLAIN for PostgreSQL's parser, with `default.` quoted. */
  readonly text: string;
  /** The offset in the caller's text of an offset in `text` (both in UTF-16 units). */
  readonly originalOffset: (offset: number) => number;
  /** The quoting of each part of the dotted name at a byte offset of `text`. */
  readonly quotedAt: (byteOffset: number) => readonly boolean[];
  /** The catalogs of tables AT a snapshot. */
  readonly timeTravel: readonly TimeTravel[];
  /** The searches, each read as a table. */
  readonly searches: readonly SearchCall[];
}

function checkComments(sql: string): void {
  let depth = 0;
  let deepest = 0;
  let count = 0;
  for (const [mark] of sql.matchAll(/\/\*|\*\//g)) {
    count += 1;
    depth = mark === '/*' ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  if (deepest <= maxCommentDepth && count <= maxComments) return;
  for (const _token of tokensOf(sql));
}

export function prePass(sql: string, dialect: 'postgres' | 'duckdb' = 'postgres'): PrePassed {
  checkComments(sql);
  const words = leadingTokens(sql, 4);
  const word = (index: number) => words[index]?.text.toUpperCase() ?? '';
  const rest = (index: number) =>
    words[index] === undefined ? sql.length : (words[index]?.start ?? 0);
  const { travels, edits } = findTimeTravel(sql, tokensOf, dialect === 'postgres');
  const found = findSearches(sql, tokensOf);
  // An AT clause after a search belongs to the search.
  const isFree = ({ start }: Edit) =>
    !found.edits.some((edit) => edit.start <= start && start < edit.end);
  const views = dialect === 'duckdb' ? findIndexViews(sql, tokensOf) : [];
  const all = [...edits.filter(isFree), ...found.edits, ...views].sort(
    (one, other) => one.start - other.start,
  );
  const statement: Statement = { sql, edits: all, timeTravel: travels, searches: found.searches };
  switch (word(0)) {
    case 'SHOW':
      return showStatement(statement, word, rest);
    case 'DESCRIBE':
    case 'DESC':
      return relationOrQuery(statement, 'describe', word(1) === 'TABLE' ? rest(2) : rest(1));
    case 'SUMMARIZE':
      return relationOrQuery(statement, 'summarize', rest(1));
    case 'EXPLAIN':
      if (dialect === 'postgres') return prepared('explain', statement, 0, 0);
      return word(1) === 'ANALYZE'
        ? prepared('explain_analyze', statement, rest(2), 0)
        : prepared('explain', statement, rest(1), 0);
    default:
      return prepared('select', statement, 0, 0);
  }
}

interface Statement {
  readonly sql: string;
  /** Sorted by offset. */
  readonly edits: readonly Edit[];
  readonly timeTravel: readonly TimeTravel[];
  readonly searches: readonly SearchCall[];
}

function leadingTokens(sql: string, count: number): readonly Token[] {
  const found: Token[] = [];
  for (const next of tokensOf(sql)) {
    found.push(next);
    if (found.length === count) break;
  }
  return found;
}

function showStatement(
  statement: Statement,
  word: (index: number) => string,
  rest: (index: number) => number,
): PrePassed {
  const ends = (index: number) => word(index) === '' || word(index) === ';';
  if (word(1) === 'TABLES' && ends(2) && ends(3)) return prepared('show_tables', statement, 0, 0);
  if (word(1) === 'FUNCTIONS' && ends(2) && ends(3))
    return prepared('show_functions', statement, 0, 0);
  if (word(1) === 'COLUMNS' && (word(2) === 'FROM' || word(2) === 'IN'))
    return relationOrQuery(statement, 'show_columns', rest(3));
  // PostgreSQL's parser accepts these phrases.
  const isSetting = (settingNamed(word(1)) !== undefined || word(1) === 'ALL') && ends(2);
  const isPhrase =
    (word(1) === 'TRANSACTION' && word(2) === 'ISOLATION') ||
    (word(1) === 'TIME' && word(2) === 'ZONE');
  if (isSetting || isPhrase) return prepared('select', statement, 0, 0);
  return refuse(
    'this SHOW',
    undefined,
    'SHOW TABLES, SHOW COLUMNS FROM table, SHOW FUNCTIONS, SHOW ALL and SHOW of what SHOW ALL lists are known',
  );
}

/** DESCRIBE, SUMMARIZE and the like take the name of a table or a query. */
function relationOrQuery(statement: Statement, kind: StatementKind, start: number): PrePassed {
  const [first] = leadingTokens(statement.sql.slice(start), 1);
  if (first === undefined || first.text === ';')
    refuse(
      `${kind.toUpperCase().replace('_', ' ')} of nothing`,
      undefined,
      'name a table or a query',
    );
  const isQuery = /^(?:select|with|values|table|from|\()$/i.test(first?.text ?? '');
  return prepared(kind, statement, start, isQuery ? 0 : 1);
}

const tablePrefix = 'SELECT * FROM ';

function prepared(
  kind: StatementKind,
  statement: Statement,
  start: number,
  isTable: 0 | 1,
): PrePassed {
  const { sql, timeTravel, searches } = statement;
  const prefix = isTable === 1 ? tablePrefix : '';
  const quotes = /\bdefault\b/i.test(sql) ? quotedDefaults(sql, start) : [];
  const replaced = new Set(
    statement.edits.filter(({ start: from, end }) => end > from).map((edit) => edit.start),
  );
  const edits = [...quotes.filter((quote) => !replaced.has(quote.start)), ...statement.edits]
    .filter((edit) => edit.start >= start)
    .sort((one, other) => one.start - other.start);
  let text = prefix;
  let last = start;
  for (const edit of edits) {
    text += sql.slice(last, edit.start) + edit.text;
    last = edit.end;
  }
  text += sql.slice(last);
  const toOffset = offsetsOfBytes(text);
  return {
    kind,
    text,
    originalOffset: (offset) => originalOffset(edits, start, offset - prefix.length),
    quotedAt: (byteOffset) => quotedParts(text, toOffset(byteOffset), quotes.length > 0),
    timeTravel,
    searches,
  };
}

/** The offset in the caller's text of an offset in the edited text, which begins at `start`. */
function originalOffset(edits: readonly Edit[], start: number, offset: number): number {
  let original = start + Math.max(0, offset);
  for (const edit of edits) {
    if (original <= edit.start) break;
    const grown = edit.text.length - (edit.end - edit.start);
    original = original < edit.start + edit.text.length ? edit.start : original - grown;
  }
  return original;
}

const stride = 1024;

/**
 * Converts byte offsets to UTF-16 offsets, for many calls over one text: a table of every 1,024th
 * character, then a short scan.
 */
function offsetsOfBytes(text: string): (byteOffset: number) => number {
  if (Buffer.byteLength(text) === text.length) return (byteOffset) => byteOffset;
  const bytesAt: number[] = [0];
  for (let at = 0; at < text.length; at += stride) {
    bytesAt.push((bytesAt.at(-1) ?? 0) + Buffer.byteLength(text.slice(at, at + stride)));
  }
  return (byteOffset) => {
    const block = Math.max(0, bytesAt.findIndex((bytes) => bytes > byteOffset) - 1);
    let [offset, bytes] = [block * stride, bytesAt[block] ?? 0];
    while (bytes < byteOffset && offset < text.length) {
      const code = text.charCodeAt(offset);
      // A surrogate pair is two units and four bytes.
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
      offset += 1;
    }
    return offset;
  };
}

/** Quotes the word `default` before a dot. */
function quotedDefaults(sql: string, start: number): Edit[] {
  const found: Edit[] = [];
  let candidate: Token | undefined;
  for (const next of tokensOf(sql, start)) {
    if (next.text === '.' && candidate !== undefined) {
      const at = candidate.start;
      found.push({ start: at, end: at + 'default'.length, text: '"default"' });
    }
    candidate = next.text.toLowerCase() === 'default' ? next : undefined;
  }
  return found;
}

function quotedParts(text: string, start: number, defaultQuoted: boolean): readonly boolean[] {
  const parts: boolean[] = [];
  for (const next of tokensOf(text, start)) {
    if (next.text === '.') continue;
    if (!/^(?:[uU]&)?"|^[A-Za-z_\u0080-\uffff]/.test(next.text) || parts.length >= 3) break;
    // The pre-pass quoted the word default, not the caller; the quotes do not change its meaning.
    parts.push(/"/.test(next.text) && !(defaultQuoted && next.text === '"default"'));
    const after = text.slice(next.start + next.text.length, next.start + next.text.length + 64);
    if (!/^\s*\./.test(after)) break;
  }
  return parts;
}
