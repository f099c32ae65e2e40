import { badRequest, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';

/** The stored form of a name, in lower case; 400 for an invalid name. */
export function readSecretName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(text)) {
    throw badRequest(
      `${printable(text)} is not a valid secret name: letters, digits, '_' and '-', 128 characters at most`,
    );
  }
  return text.toLowerCase();
}

export const secretNotFound = (name: string) => notFound(`Secret ${printable(name)} not found`);
