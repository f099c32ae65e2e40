/**
 * Reads SQL text token by token, so words in comments, literals and quoted names are never mistaken
 * for syntax.
 */
import type { NamePart } from '../../types.ts';
import { reject } from './refusal.ts';

const token =
  /\s+|--[^\n]*|\/\*|(?:[eE]'(?:[^'\\]|''|\\.)*'|[uU]&'(?:[^']|'')*'|'(?:[^']|'')*')|(?:[uU]&)?"(?:[^"]|"")*"|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[\s\S]/sy;

export interface Token {
  readonly text: string;
  readonly start: number;
}

/** Tokens from `from`, without white space and comments. Linear: every character is read once. */
export function* tokensOf(sql: string, from = 0): Generator<Token> {
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
 * PostgreSQL's scanner and DuckDB's take time in the square of the depth of nested comments: 16,000
 * levels (64 kB) took 2.5 s and 10 s. Texts with deep comments are read here first, token by token,
 * so that only true comments count.
 */
export const maxCommentDepth = 64;
/** DuckDB's scanner took 22 s for 40,000 consecutive comments (160 kB). */
export const maxComments = 1000;

/** Block comments nest in PostgreSQL. */
function commentEnd(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start + 2;
  for (let depth = 1; depth > 0; ) {
    if (depth > maxCommentDepth)
      reject(`comments nested more than ${maxCommentDepth} deep`, undefined);
    const match = edge.exec(sql);
    if (match === null) return reject('unterminated comment', undefined);
    depth += match[0] === '/*' ? 1 : -1;
  }
  return edge.lastIndex;
}

export const startOf = (tokens: readonly Token[], index: number) => tokens[index]?.start ?? 0;
export const textOf = (tokens: readonly Token[], index: number) => tokens[index]?.text ?? '';
export const wordOf = (tokens: readonly Token[], index: number) =>
  textOf(tokens, index).toUpperCase();
const isQuoted = (token: Token | undefined) => token?.text.startsWith('"') === true;
export const isName = (token: Token | undefined) =>
  token !== undefined && /^["A-Za-z_\u0080-\uffff]/.test(token.text);

/**
 * A token as a part of a name; `foldsCase` puts an unquoted token in lower case, as PostgreSQL
 * does.
 */
export function toNamePart(token: Token, foldsCase: boolean): NamePart {
  if (isQuoted(token)) return { name: token.text.slice(1, -1).replaceAll('""', '"'), quoted: true };
  return { name: foldsCase ? token.text.toLowerCase() : token.text, quoted: false };
}
