import { Refusal } from '../read/refusal.ts';
import { type Token, tokensOf, wordOf } from '../read/tokens.ts';

/** One statement of a text, without the semicolon behind it. */
export interface ScriptPart {
  readonly sql: string;
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
}

/** First words of statements that change something, or that bound a transaction. */
const writingWords: ReadonlySet<string> = new Set([
  ...['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE', 'CREATE', 'DROP', 'ALTER', 'COMMENT'],
  ...['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'ABORT', 'SAVEPOINT', 'RELEASE', 'REFRESH'],
  ...['GRANT', 'REVOKE', 'LOCK', 'COPY'],
]);

/** Cheap and linear: most texts that read have none of these words. */
const mayWrite =
  /;|\b(?:insert|update|delete|merge|truncate|create|drop|alter|comment|begin|start|commit|end|rollback|abort|savepoint|release|refresh|into|grant|revoke|lock|copy)\b/i;

const dataWords: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * The statements of a HotSQL text that writes; null where it only reads, or is for the reader of
 * queries to refuse. The text is read token by token: words of literals, quoted names and comments
 * do not count.
 */
export function splitScript(sql: string): readonly ScriptPart[] | null {
  if (!mayWrite.test(sql)) return null;
  try {
    return splitTokens(sql);
  } catch (error) {
    // The reader of queries refuses the text, with its place.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function splitTokens(sql: string): readonly ScriptPart[] | null {
  const statements: Token[][] = [[]];
  const starts: number[] = [0];
  const ends: number[] = [];
  for (const token of tokensOf(sql)) {
    if (token.text === ';') {
      ends.push(token.start);
      starts.push(token.start + 1);
      statements.push([]);
    } else statements.at(-1)?.push(token);
  }
  ends.push(sql.length);
  const parts = statements.flatMap((tokens, index) =>
    tokens.length === 0
      ? []
      : [{ sql: sql.slice(starts[index], ends[index]), start: starts[index] ?? 0, tokens }],
  );
  if (!parts.some(({ tokens }) => writes(tokens))) return null;
  return parts.map(({ sql: text, start }) => ({ sql: text, start }));
}

/** True if a statement writes, by the first word, or by its WITH or INTO. */
function writes(tokens: readonly Token[]): boolean {
  let first = 0;
  while (/^(?:\(|EXPLAIN|ANALYZE|VERBOSE)$/.test(wordOf(tokens, first))) first += 1;
  const word = wordOf(tokens, first);
  if (writingWords.has(word)) return true;
  if (word === 'WITH')
    return tokens.some(
      (_, at) =>
        dataWords.has(wordOf(tokens, at)) && /^(?:\(|\)|BEGIN)$/.test(wordOf(tokens, at - 1)),
    );
  if (word !== 'SELECT') return false;
  let depth = 0;
  return tokens.some(({ text }) => {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    return depth === 0 && text.toUpperCase() === 'INTO';
  });
}
