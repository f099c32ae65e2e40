/**
 * What PostgreSQL's grammar does not take is handled on the text, before it is parsed: `default` before a dot, and the
 * leading words SHOW TABLES, SHOW COLUMNS FROM, SHOW FUNCTIONS, DESCRIBE, SUMMARIZE (under `duckdb` also EXPLAIN). The text is read
 * token by token, so comments, literals and quoted names are never mistaken for words.
 */
import type { StatementKind } from '../types.ts';
import { refuse, reject } from './refusal.ts';

export interface PrePassed {
  readonly kind: StatementKind;
  /** One SELECT (or EXPLAIN, which PostgreSQL parses itself), with `default.` quoted. */
  readonly text: string;
  /** The offset in the caller's text of an offset in `text` (both in UTF-16 units). */
  readonly originalOffset: (offset: number) => number;
  /** Which parts of the dotted name at a byte offset of `text` are quoted. */
  readonly quotedAt: (byteOffset: number) => readonly boolean[];
}

const token =
  /\s+|--[^\n]*|\/\*|(?:[eE]'(?:[^'\\]|''|\\.)*'|[uU]&'(?:[^']|'')*'|'(?:[^']|'')*')|(?:[uU]&)?"(?:[^"]|"")*"|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[\s\S]/sy;

interface Token {
  readonly text: string;
  readonly start: number;
}

/** Tokens from `from`, without white space and comments. Linear: every character is read once. */
function* tokensOf(sql: string, from = 0): Generator<Token> {
  let position = from;
  let comments = 0;
  while (position < sql.length) {
    token.lastIndex = position;
    const match = token.exec(sql);
    const text = match?.[0] ?? '';
    let end = position + Math.max(text.length, 1);
    if (text === '/*') {
      comments += 1;
      if (comments > maxComments) reject(`more than ${maxComments} comments`, undefined);
      end = commentEnd(sql, position);
    } else if (text.length > 1 && text.startsWith('$')) {
      const close = sql.indexOf(text, end);
      end = close < 0 ? sql.length : close + text.length;
      yield { text: sql.slice(position, end), start: position };
    } else if (!/^(?:\s|--)/.test(text)) yield { text, start: position };
    position = end;
  }
}

/**
 * Both PostgreSQL's scanner and DuckDB's take time with the square of the depth of nested comments: 16,000 levels (64 kB)
 * took 2.5 s and 10 s. Texts with deep ones are read here first, token by token, so that only true comments count.
 */
const maxCommentDepth = 64;
/** DuckDB's scanner took 22 s for 40,000 comments one after another (160 kB). */
const maxComments = 1000;

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

/** Block comments nest in PostgreSQL. */
function commentEnd(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start + 2;
  for (let depth = 1; depth > 0; ) {
    if (depth > maxCommentDepth) reject(`comments nested more than ${maxCommentDepth} deep`, undefined);
    const match = edge.exec(sql);
    if (match === null) return reject('unterminated comment', undefined);
    depth += match[0] === '/*' ? 1 : -1;
  }
  return edge.lastIndex;
}

export function prePass(sql: string, dialect: 'postgres' | 'duckdb' = 'postgres'): PrePassed {
  checkComments(sql);
  const words = leadingTokens(sql, 4);
  const word = (index: number) => words[index]?.text.toUpperCase() ?? '';
  const rest = (index: number) => (words[index] === undefined ? sql.length : (words[index]?.start ?? 0));
  switch (word(0)) {
    case 'SHOW':
      return showStatement(sql, word, rest);
    case 'DESCRIBE':
    case 'DESC':
      return relationOrQuery(sql, 'describe', word(1) === 'TABLE' ? rest(2) : rest(1));
    case 'SUMMARIZE':
      return relationOrQuery(sql, 'summarize', rest(1));
    case 'EXPLAIN':
      if (dialect === 'postgres') return prepared('explain', sql, 0, 0);
      return word(1) === 'ANALYZE'
        ? prepared('explain_analyze', sql, rest(2), 0)
        : prepared('explain', sql, rest(1), 0);
    default:
      return prepared('select', sql, 0, 0);
  }
}

function leadingTokens(sql: string, count: number): readonly Token[] {
  const found: Token[] = [];
  for (const next of tokensOf(sql)) {
    found.push(next);
    if (found.length === count) break;
  }
  return found;
}

function showStatement(sql: string, word: (index: number) => string, rest: (index: number) => number): PrePassed {
  const ends = (index: number) => word(index) === '' || word(index) === ';';
  if (word(1) === 'TABLES' && ends(2) && ends(3)) return prepared('show_tables', sql, 0, 0);
  if (word(1) === 'FUNCTIONS' && ends(2) && ends(3)) return prepared('show_functions', sql, 0, 0);
  if (word(1) === 'COLUMNS' && (word(2) === 'FROM' || word(2) === 'IN'))
    return relationOrQuery(sql, 'show_columns', rest(3));
  return refuse('this SHOW', undefined, 'SHOW TABLES, SHOW COLUMNS FROM table and SHOW FUNCTIONS are known');
}

/** DESCRIBE and its kin take a table's name or a query. */
function relationOrQuery(sql: string, kind: StatementKind, start: number): PrePassed {
  const [first] = leadingTokens(sql.slice(start), 1);
  if (first === undefined || first.text === ';')
    refuse(`${kind.toUpperCase().replace('_', ' ')} of nothing`, undefined, 'name a table or a query');
  const isQuery = /^(?:select|with|values|table|from|\()$/i.test(first?.text ?? '');
  return prepared(kind, sql, start, isQuery ? 0 : 1);
}

const tablePrefix = 'SELECT * FROM ';

function prepared(kind: StatementKind, sql: string, start: number, isTable: 0 | 1): PrePassed {
  const prefix = isTable === 1 ? tablePrefix : '';
  const body = sql.slice(start);
  const insertions = /\bdefault\b/i.test(body) ? defaultsBeforeDots(body) : [];
  let text = prefix;
  let last = 0;
  for (const offset of insertions) {
    text += `${body.slice(last, offset)}"default"`;
    last = offset + 'default'.length;
  }
  text += body.slice(last);
  const originalOffset = (offset: number) => {
    let original = offset - prefix.length;
    for (const insertion of insertions) if (original > insertion) original -= Math.min(2, original - insertion);
    return start + Math.max(0, original);
  };
  const toOffset = offsetsOfBytes(text);
  return {
    kind,
    text,
    originalOffset,
    quotedAt: (byteOffset) => quotedParts(text, toOffset(byteOffset), insertions.length > 0),
  };
}

const stride = 1024;

/** UTF-16 offsets of byte offsets, for many questions about one text: a table of every 1,024th character, then a short scan. */
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

/** Offsets of the word `default` where a dot follows it and none comes before it. */
function defaultsBeforeDots(sql: string): readonly number[] {
  const found: number[] = [];
  let candidate: Token | undefined;
  for (const next of tokensOf(sql)) {
    if (next.text === '.' && candidate !== undefined) found.push(candidate.start);
    candidate = next.text.toLowerCase() === 'default' ? next : undefined;
  }
  return found;
}

function quotedParts(text: string, start: number, defaultQuoted: boolean): readonly boolean[] {
  const parts: boolean[] = [];
  for (const next of tokensOf(text, start)) {
    if (next.text === '.') continue;
    if (!/^(?:[uU]&)?"|^[A-Za-z_\u0080-\uffff]/.test(next.text) || parts.length >= 3) break;
    // The word default was quoted here, not by the caller; quoted and unquoted it means the same.
    parts.push(/"/.test(next.text) && !(defaultQuoted && next.text === '"default"'));
    const after = text.slice(next.start + next.text.length, next.start + next.text.length + 64);
    if (!/^\s*\./.test(after)) break;
  }
  return parts;
}
