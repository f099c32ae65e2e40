import { NameIndex } from './name-index.ts';
import type { VisibleCatalog, VisibleCatalogs } from './types.ts';

/**
 * The system catalog whose schema `results` holds ready results
 * (docs/contract/sql.md#system-catalog).
 */
export const systemCatalog = 'quern';

export interface CatalogName {
  /** A name that the catalog answers to. */
  readonly answer: string;
  /** Into the catalogs that are visible. */
  readonly index: number;
}

/**
 * The visible catalogs by every name they answer to, in the order of them all
 * (docs/contract/names.md#names-in-sql).
 */
export function catalogNames(visible: VisibleCatalogs): NameIndex<CatalogName> {
  const answers = visible.catalogs.flatMap(({ names, past }, index) =>
    past === undefined ? names.map((answer) => ({ answer, index })) : [],
  );
  return new NameIndex(answers, ({ answer }) => answer);
}

/** Neither as of an earlier snapshot nor a search. */
export const isPresent = ({ past, searched }: VisibleCatalog) =>
  past === undefined && searched === undefined;
