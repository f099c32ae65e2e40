/**
 * Strings, quoted names, dollar quotes and comments are skipped whole. Words and the relevant marks
 * are tokens.
 */
const token =
  /--[^\n]*|\/\*|[eE]'(?:[^'\\]|''|\\[\s\S])*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$|[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|[();]/g;

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * The first word of each statement in a text, in upper case. The word identifies the statement in a
 * message when DuckDB cannot serialise the text. `WITH ... INSERT` is INSERT. The function reads
 * the text once and runs nothing.
 */
export function statementWords(sql: string): string[] {
  const words: string[] = [];
  let current: string | undefined;
  let depth = 0;
  for (const { text } of tokens(sql)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ';') {
      if (current !== undefined) words.push(current);
      current = undefined;
      depth = 0;
    } else {
      const word = text.slice(0, 63).toUpperCase();
      if (current === undefined || (current === 'WITH' && depth === 0 && changing.has(word)))
        current = word;
    }
  }
  if (current !== undefined) words.push(current);
  return words;
}

/** The text up to its first semicolon: the only statement of the text, without anything after. */
export function firstStatement(sql: string): string {
  for (const { text, at } of tokens(sql)) {
    if (text === ';') return sql.slice(0, at);
  }
  return sql;
}

/** Unquoted words, parentheses and semicolons. */
function* tokens(sql: string): Generator<{ text: string; at: number }> {
  const pattern = new RegExp(token);
  for (let found = pattern.exec(sql); found; found = pattern.exec(sql)) {
    const [text] = found;
    if (text === '/*') pattern.lastIndex = endOfComment(sql, found.index);
    else if (text.startsWith('$'))
      pattern.lastIndex = endOfDollarQuote(sql, text, pattern.lastIndex);
    else if (/^[A-Za-z_\x80-\uffff();]/.test(text) && !/^[eE]'/.test(text))
      yield { text, at: found.index };
  }
}

/** Comments nest, as in PostgreSQL. */
function endOfComment(sql: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

function endOfDollarQuote(sql: string, quote: string, start: number): number {
  const end = sql.indexOf(quote, start);
  return end < 0 ? sql.length : end + quote.length;
}
