import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';

/** The 42 words of wire-contract.md 8.7. */
const reservedWords = new Set(
  `select from where insert update delete create drop alter table index view and or not null true false in is like
  between join on as order by group having limit offset union all distinct case when then else end exists any some`.split(
    /\s+/,
  ),
);

/** The name of a context document, as it is: a plain SQL identifier of 1 to 128 characters, no reserved word. 400. */
export function readContextName(text: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text)) {
    throw badRequest(
      `${printable(text)} is not a valid context name: start with a letter or '_', go on with letters, digits or '_', 128 characters at most`,
    );
  }
  if (reservedWords.has(text.toLowerCase())) {
    throw badRequest(`${printable(text)} is a reserved word of SQL and cannot be a context name`);
  }
  return text;
}
