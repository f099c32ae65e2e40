import { badRequest } from '../kernel/errors.ts';

const reservedSchemas = new Set(['information_schema', 'pg_catalog']);

/**
 * The stored form of a schema or table name: a plain SQL identifier of 1 to 128 characters in lower
 * case (docs/contract/names.md#identifiers). `what` names the kind in the error ('schema',
 * 'table').
 */
export function normalizeIdentifier(text: string, what: 'schema' | 'table'): string {
  // The pattern limits names to ASCII: toLowerCase alone would turn some other letters into ASCII
  // letters.
  const name = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text) ? text.toLowerCase() : null;
  if (name === null) {
    throw badRequest(
      `${printable(text)} is not a valid ${what} name: start with a letter or '_', go on with letters, digits or '_', 128 characters at most`,
    );
  }
  if (what === 'schema' && reservedSchemas.has(name))
    throw badRequest(`'${name}' is reserved and cannot be a schema name`);
  return name;
}

/** A caller's text inside a message: quoted, without control characters, cut. */
export function printable(text: string): string {
  const plain = [...text].map((char) =>
    (char.codePointAt(0) ?? 0) < 32 || char === '\u007f' ? '\ufffd' : char,
  );
  const shown = plain.length > 80 ? `${plain.slice(0, 80).join('')}...` : plain.join('');
  return `'${shown}'`;
}
