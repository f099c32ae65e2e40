/**
 * Forms of texts as regular expressions that mean the same in JavaScript, Python and Rust: no `\s`,
 * no flags.
 */

const blanks = String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const day =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-9]))';
const time = String.raw`[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])`;

/** Each letter in both cases. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A comma-separated list out of `values`, or nothing. */
export function listForm(values: readonly string[]): string {
  const one = ` *(?:${values.join('|')}) *`;
  return `^(?:${one}(?:,${one})*)?$`;
}

export const forms = {
  /** Excludes NUL, which no text of a request may hold. */
  plain: String.raw`^[^\u0000]*$`,
  /** At least one character other than a blank. */
  filled: String.raw`^[^\u0000]*[^\u0000${blanks}][^\u0000]*$`,
  /** A credential or an id in a header. */
  header: '^[!-~]{1,512}$',
  /** A schema, a table or a context document. */
  identifier: '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
  alias: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
  secretName: '^[A-Za-z0-9_-]{1,128}$',
  lowerIdentifier: '^[a-z_][a-z0-9_]{0,127}$',
  timestamp: `^[12][0-9]{3}-${day}${time}$`,
  timestampOrDay: `^[12][0-9]{3}-${day}(?:${time.replace('(?:[Zz]|', '(?:|[Zz]|')})?$`,
  /** Never, a duration from now, or an instant to come. */
  expiry: `^(?: *|[1-9][0-9]{0,5}[hmd]|[2-9][0-9]{3}-${day}${time})$`,
  sha256: '^[0-9a-fA-F]{64}$',
  encoding: `^ *(?:${['gzip', 'zstd', 'identity'].map(anyCase).join('|')})? *$`,
  /** Position among rows by instant (or number) and id. */
  cursor: String.raw`^[0-9]{1,15}\.[0-9a-z]{1,64}$`,
  /** A place among tables, by three names in base64url. */
  tableCursor: String.raw`^[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$`,
  indexed: String.raw`^[^\u0000]*\{index\}[^\u0000]*$`,
} as const;

/** Any word except the given words, without case. */
export function noneOf(words: readonly string[]) {
  return { not: { type: 'string', pattern: `^(?:${words.map(anyCase).join('|')})$` } } as const;
}
