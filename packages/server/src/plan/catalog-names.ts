import { NameIndex } from './name-index.ts';
import type { ScopeCatalog, ScopeSnapshot } from './types.ts';

/**
 * The system catalog whose schema `results` holds ready results
 * (docs/contract/sql.md#system-catalog).
 */
export const systemCatalog = 'quern';

export interface CatalogName {
  /** A name that the catalog answers to. */
  readonly answer: string;
  /** Into the catalogs of the scope. */
  readonly index: number;
}

/**
 * The visible catalogs by every name they answer to, in the order of the scope
 * (docs/contract/names.md#names-in-sql).
 */
export function catalogNames(scope: ScopeSnapshot): NameIndex<CatalogName> {
  const answers = scope.catalogs.flatMap(({ names, past }, index) =>
    past === undefined ? names.map((answer) => ({ answer, index })) : [],
  );
  return new NameIndex(answers, ({ answer }) => answer);
}

export const isPresent = ({ past }: ScopeCatalog) => past === undefined;
