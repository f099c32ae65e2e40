import type { NamePart, WrittenName } from '../../types.ts';
import { isName, type Token, textOf, tokensOf, toNamePart, wordOf } from './tokens.ts';

/**
 * The tokens of 2 kB take 0.6 ms of the HTTP process. Reading the tokens of a longer text costs
 * more than the round trip to the planner.
 */
const maxGuessedLength = 4 * 1024;
const maxGuessed = 100;

const endsFrom = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH WINDOW UNION INTERSECT EXCEPT SELECT'.split(' '),
);

/**
 * Guesses the tables of a text from its tokens: the names after FROM and JOIN, and after commas
 * between tables. The columns of these tables then go to the planner together with the text, which
 * saves a round trip (0.3 to 1 ms of a small query). The planner finds the tables of a text by
 * itself, so a wrong guess costs only that round trip.
 */
export function guessTables(sql: string): readonly WrittenName[] {
  if (sql.length > maxGuessedLength || !/\bfrom\b/i.test(sql)) return [];
  let tokens: Token[];
  try {
    tokens = [...tokensOf(sql)];
  } catch {
    // The planner reports a comment without an end.
    return [];
  }
  const names = new Map<string, WrittenName>();
  // An entry for each open parenthesis: does it begin a query, and is the query's FROM being read?
  const open = [{ isQuery: true, inFrom: false }];
  for (let at = 0; at < tokens.length && names.size < maxGuessed; at += 1) {
    const level = open.at(-1);
    const word = wordOf(tokens, at);
    if (word === '(')
      open.push({ isQuery: /^(?:SELECT|WITH)$/.test(wordOf(tokens, at + 1)), inFrom: false });
    else if (word === ')' && open.length > 1) open.pop();
    else if (level !== undefined && endsFrom.has(word)) level.inFrom = false;
    if (level === undefined || !startsTable(word, level, wordOf(tokens, at - 1))) continue;
    level.inFrom = true;
    const parts = readName(tokens, at + 1);
    if (parts !== null) names.set(JSON.stringify(parts), { parts });
  }
  return [...names.values()];
}

/** A FROM inside `extract(year FROM x)` or IS DISTINCT FROM starts no table. */
function startsTable(
  word: string,
  level: { isQuery: boolean; inFrom: boolean },
  before: string,
): boolean {
  if (word === 'FROM') return level.isQuery && before !== 'DISTINCT';
  return word === 'JOIN' || (word === ',' && level.inFrom);
}

/** A name of up to three parts; null for a function and for a token other than a name. */
function readName(tokens: readonly Token[], from: number): readonly NamePart[] | null {
  const parts: NamePart[] = [];
  for (let at = from; ; at += 2) {
    const token = tokens[at];
    if (token === undefined || !isName(token) || parts.length === 3) return null;
    parts.push(toNamePart(token, true));
    const next = textOf(tokens, at + 1);
    if (next !== '.') return next === '(' ? null : parts;
  }
}
