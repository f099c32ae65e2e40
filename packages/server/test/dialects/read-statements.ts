import { readFileSync } from 'node:fs';

/** A statement of a data file with the service's expected answer. */
export interface ExpectedStatement {
  readonly place: string;
  readonly sql: string;
  /** Rows as the answer has them, or part of the sentence of a 400. */
  readonly rows?: readonly (readonly unknown[])[];
  readonly columns?: readonly string[];
  readonly refusal?: string;
}

/**
 * A file of lines: a statement, then `=> rows` as JSON, `=: columns`, or `=! words of the refusal`.
 * `--` begins a comment.
 */
export function readStatements(file: URL): ExpectedStatement[] {
  const found: ExpectedStatement[] = [];
  let sql: string | undefined;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('--')) continue;
    const place = `${file.pathname.split('/').at(-1)}:${index + 1}`;
    const mark = line.slice(0, 3);
    if (mark === '=> ' || mark === '=: ' || mark === '=! ') {
      if (sql === undefined) throw new Error(`${place}: an expectation without a statement`);
      const text = line.slice(3);
      if (mark === '=! ') found.push({ place, sql, refusal: text });
      else found.push({ place, sql, [mark === '=> ' ? 'rows' : 'columns']: JSON.parse(text) });
      sql = undefined;
    } else {
      if (sql !== undefined) throw new Error(`${place}: the statement before has no expectation`);
      sql = line;
    }
  }
  if (sql !== undefined) throw new Error(`${file.pathname}: the last statement has no expectation`);
  return found;
}
