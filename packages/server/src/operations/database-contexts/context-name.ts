import { reservedWords } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';

/**
 * A valid name of a context document: a plain SQL identifier of 1 to 128 characters, no reserved
 * word. 400 otherwise.
 */
export function readContextName(text: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text)) {
    throw badRequest(
      `${printable(text)} is not a valid context name: start with a letter or '_', go on with letters, digits or '_', 128 characters at most`,
    );
  }
  if (reservedWords.includes(text.toLowerCase())) {
    throw badRequest(`${printable(text)} is a reserved word of SQL and cannot be a context name`);
  }
  return text;
}
