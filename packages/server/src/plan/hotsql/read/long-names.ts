import { refuse } from './refusal.ts';
import { isName, type Token, tokensOf } from './tokens.ts';

/** PostgreSQL's parser cuts longer names, also when two names differ only after the cut. */
const maxNameBytes = 63;

export interface ShortenedText {
  /** Has the caller's length in bytes, so offsets into it are offsets into the caller's text. */
  readonly text: string;
  /** The long name behind a short name; undefined for any other text. */
  readonly longNameOf: (name: string) => string | undefined;
  /** A message of the parser with the caller's names. */
  readonly restore: (message: string) => string;
}

const candidates = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]{20,}|"[^"]{20,}/;

/**
 * Replaces names of more than 63 bytes by short names. Tables may have names of 128 characters and
 * columns of 256, and the parser must not cut them to 63 bytes. Undefined if the text has no long
 * name.
 */
export function shortenNames(sql: string): ShortenedText | undefined {
  if (!candidates.test(sql)) return undefined;
  const prefix = unusedPrefix(sql);
  const shortOf = new Map<string, string>();
  let text = '';
  let last = 0;
  for (const token of tokensOf(sql)) {
    if (token.text.length * 3 <= maxNameBytes || !isLongName(sql, token)) continue;
    const name = nameOf(token.text);
    const short = shortOf.get(name) ?? `${prefix}${shortOf.size}`;
    shortOf.set(name, short);
    const written = token.text.startsWith('"') ? `"${short}"` : short;
    text += sql.slice(last, token.start) + written.padEnd(Buffer.byteLength(token.text));
    last = token.start + token.text.length;
  }
  if (shortOf.size === 0) return undefined;
  const names = new Map([...shortOf].map(([name, short]) => [short, name]));
  return {
    text: text + sql.slice(last),
    longNameOf: (name) => names.get(name),
    restore: (message) =>
      message.replaceAll(new RegExp(`${prefix}\\d+`, 'g'), (short) => names.get(short) ?? short),
  };
}

/** A digit before the token makes the token a part of a number. */
function isLongName(sql: string, token: Token): boolean {
  if (!isName(token) || /[0-9]/.test(sql[token.start - 1] ?? '')) return false;
  if (Buffer.byteLength(nameOf(token.text)) <= maxNameBytes) return false;
  // A literal with a prefix (E'...') begins like a name.
  if (/^[eEuU]&?'/.test(token.text)) return false;
  if (/^[uU]&"/.test(token.text))
    refuse('a name of more than 63 bytes with Unicode escapes', undefined, 'write its letters');
  return true;
}

/** Only ASCII is folded, as PostgreSQL does in UTF-8. */
function nameOf(token: string): string {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A prefix that the caller's text does not contain. */
function unusedPrefix(sql: string): string {
  const used = new Set(
    [...sql.matchAll(/long_name_(\d{1,15})_/gi)].map(([, digits]) => Number(digits)),
  );
  let nonce = 0;
  while (used.has(nonce)) nonce += 1;
  return `long_name_${nonce}_`;
}
