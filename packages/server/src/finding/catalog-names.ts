import { badRequest } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';

/**
 * What no catalog of a database is called: the service's own name, the standard's catalog, and the
 * names that DuckDB attaches nothing under (docs/contract/names.md#identifiers).
 */
const reserved: ReadonlySet<string> = new Set([
  'quern',
  'information_schema',
  'main',
  'system',
  'temp',
]);

/**
 * And no attached catalog: what else the engine has for itself, and the catalogs of a worker, which
 * queries must not see (engine/sandbox.ts, plan/macros.ts).
 */
const ofEngine: ReadonlySet<string> = new Set(['pg_catalog', 'memory', 'quern-worker', 'hotsql:']);

/** Whether no default catalog can have the name, whatever its case. */
export const isReservedCatalog = (name: string): boolean => reserved.has(foldCatalog(name));

/** What a default catalog answers to, its declared name first. */
export const namesOfDefaultCatalog = (declared: string): readonly string[] =>
  declared === 'default' ? ['default'] : [declared, 'default'];

/** Catalog names are compared without case: DuckDB does, and so do unquoted names. */
export function foldCatalog(name: string): string {
  return name.toLowerCase();
}

/**
 * PostgreSQL's limit, in UTF-8 bytes. (Longer names of tables and columns are read all the same:
 * plan/hotsql/read/long-names.ts.)
 */
const maxIdentifierBytes = 63;

/**
 * The alias of an attachment: a plain SQL identifier of 1 to 63 characters, its case preserved.
 * `default` is every database's own catalog. Null stands for none.
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
 * 400 unless an attached connection can go by its own name; in SQL one that is no plain identifier
 * is quoted.
 */
export function checkOwnName(name: string): void {
  refuseReserved(name, "give an 'alias'");
  if (Buffer.byteLength(name) > maxIdentifierBytes) {
    throw badRequest(
      `${printable(name)} has more than ${maxIdentifierBytes} bytes, which is too long for a name in SQL; give an 'alias'`,
    );
  }
}

/** 400 for a name that queries of every database give another meaning. */
function refuseReserved(name: string, advice: string): void {
  const folded = foldCatalog(name);
  if (!reserved.has(folded) && !ofEngine.has(folded) && folded !== 'default') return;
  throw badRequest(
    `${printable(name)} is reserved and cannot be the name of an attached catalog; ${advice}`,
  );
}
