import { type Token, tokensOf } from '../read/tokens.ts';

/** Words that end the expression of a DEFAULT where they stand outside of parentheses. */
const constraintWords: ReadonlySet<string> = new Set([
  ...['NOT', 'NULL', 'PRIMARY', 'UNIQUE', 'CHECK', 'CONSTRAINT', 'GENERATED', 'REFERENCES'],
  ...['DEFERRABLE', 'INITIALLY', 'COLLATE'],
]);

/**
 * The text of the expression in the first parentheses at or behind an offset of `sql` (UTF-16
 * units), without the parentheses.
 */
export function parenthesizedText(sql: string, from: number): string {
  let depth = 0;
  let start = from;
  for (const { text, start: at } of tokensOf(sql, from)) {
    if (text === '(') {
      if (depth === 0) start = at + 1;
      depth += 1;
    } else if (text === ')') {
      depth -= 1;
      if (depth === 0) return sql.slice(start, at).trim();
    }
  }
  return sql.slice(start).trim();
}

/** The text of a DEFAULT's expression: `from` is the offset of the word DEFAULT. */
export function defaultText(sql: string, from: number): string {
  const [word, ...rest] = tokensUntilEnd(sql, from);
  const last = rest.at(-1);
  if (word === undefined || last === undefined) return '';
  return sql.slice(rest[0]?.start ?? from, last.start + last.text.length).trim();
}

/** The text of the expression that begins at an offset, up to a comma or the statement's end. */
export function expressionText(sql: string, from: number): string {
  const last = tokensUntilEnd(sql, from, new Set()).at(-1);
  return last === undefined ? '' : sql.slice(from, last.start + last.text.length).trim();
}

/** The tokens of a column's DEFAULT: those until a constraint, a comma or the end of the list. */
function tokensUntilEnd(
  sql: string,
  from: number,
  endWords: ReadonlySet<string> = constraintWords,
): Token[] {
  const found: Token[] = [];
  let depth = 0;
  for (const token of tokensOf(sql, from)) {
    const word = token.text.toUpperCase();
    if (word === '(' || word === '[') depth += 1;
    if (word === ')' || word === ']') depth -= 1;
    if (depth < 0 || (depth === 0 && (word === ',' || word === ';'))) break;
    const previous = found.at(-1)?.text.toUpperCase();
    const isOperand = found.length === 1 || previous === 'IS';
    if (depth === 0 && found.length > 0 && endWords.has(word) && !isOperand) break;
    found.push(token);
  }
  return found;
}
