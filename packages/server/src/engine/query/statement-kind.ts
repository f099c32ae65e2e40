export type StatementKind =
  | 'select'
  | 'show_tables'
  | 'show_columns'
  | 'show_functions'
  | 'describe'
  | 'summarize'
  | 'explain'
  | 'explain_analyze';

/** Strings, quoted names, dollar quotes and comments are passed over whole; words and the marks that matter come out. */
const token =
  /--[^\n]*|\/\*|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\$([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$|[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|[();]/g;

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * The first word of each statement in a text, in upper case: what the statement is, for a message about one that DuckDB
 * cannot serialise. `WITH ... INSERT` is INSERT. Reads the text once and runs nothing.
 */
export function statementWords(sql: string): string[] {
  const words: string[] = [];
  let current: string | undefined;
  let depth = 0;
  token.lastIndex = 0;
  for (let found = token.exec(sql); found; found = token.exec(sql)) {
    const text = found[0];
    if (text === '/*') token.lastIndex = endOfComment(sql, found.index);
    else if (text.startsWith('$')) token.lastIndex = endOfDollarQuote(sql, text, token.lastIndex);
    else if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ';') {
      if (current !== undefined) words.push(current);
      current = undefined;
      depth = 0;
    } else if (/^[A-Za-z_\x80-\uffff]/.test(text)) {
      const word = text.toUpperCase();
      if (current === undefined || (current === 'WITH' && depth === 0 && changing.has(word))) current = word;
    }
  }
  if (current !== undefined) words.push(current);
  return words;
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
