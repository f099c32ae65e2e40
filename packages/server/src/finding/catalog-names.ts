import { badRequest } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';

/**
 * Names that no catalog of a database can have: the service's own name, the standard's catalog, and
 * names under which DuckDB attaches nothing (docs/contract/names.md#identifiers).
 */
const reserved: ReadonlySet<string> = new Set([
  'quern',
  'information_schema',
  'main',
  'system',
  'temp',
]);

/**
 * More names that no attached catalog can have: the engine's own catalogs, and the catalogs of a
 * worker, which queries must not see (engine/sandbox.ts, plan/macros.ts).
 */
const ofEngine: ReadonlySet<string> = new Set(['pg_catalog', 'memory', 'quern-worker', 'hotsql:']);

/** True for a name that no default catalog can have, in any case. */
export const isReservedCatalog = (name: string): boolean => reserved.has(foldCatalog(name));

/** The names of a default catalog, the declared name first. */
export const namesOfDefaultCatalog = (declared: string): readonly string[] =>
  declared === 'default' ? ['default'] : [declared, 'default'];

/** Catalog names are compared without case, as DuckDB and unquoted names do. */
export function foldCatalog(name: string): string {
  return name.toLowerCase();
}

/**
 * PostgreSQL's limit, in UTF-8 bytes. (Longer names of tables and columns are still readable:
 * plan/hotsql/read/long-names.ts.)
 */
const maxIdentifierBytes = 63;

/**
 * The alias of an attachment: a plain SQL identifier of 1 to 63 characters, with case preserved.
 * `default` is every database's own catalog. Null means no alias.
 */
export function readAlias(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(text)) {
    throw badRequest(
      `'alias' ${printable(text)} is not a valid catalog name: start with a letter or '_', go on with letters, digits or '_', 63 characters at most`,
    );
  }
  refuseReserved(text, 'choose another alias');
  return text;
}

/**
 * Throws 400 unless an attached connection can use its own name. SQL quotes a name that is no plain
 * identifier.
 */
export function checkOwnName(name: string): void {
  refuseReserved(name, "give an 'alias'");
  if (Buffer.byteLength(name) > maxIdentifierBytes) {
    throw badRequest(
      `${printable(name)} has more than ${maxIdentifierBytes} bytes, which is too long for a name in SQL; give an 'alias'`,
    );
  }
}

/** Throws 400 for a name with another meaning in the queries of every database. */
function refuseReserved(name: string, advice: string): void {
  const folded = foldCatalog(name);
  if (!reserved.has(folded) && !ofEngine.has(folded) && folded !== 'default') return;
  throw badRequest(
    `${printable(name)} is reserved and cannot be the name of an attached catalog; ${advice}`,
  );
}
