import { NameIndex } from './name-index.ts';
import type { VisibleCatalog, VisibleCatalogs } from './types.ts';

/**
 * The system catalog, whose schema `results` contains ready results
 * (docs/contract/sql.md#system-catalog).
 */
export const systemCatalog = 'quern';

export interface CatalogName {
  /** A valid name of the catalog. */
  readonly answer: string;
  /** Index into the visible catalogs. */
  readonly index: number;
}

/**
 * The visible catalogs by each of their names, in the order of the list
 * (docs/contract/names.md#names-in-sql).
 */
export function catalogNames(visible: VisibleCatalogs): NameIndex<CatalogName> {
  const answers = visible.catalogs.flatMap(({ names, past }, index) =>
    past === undefined ? names.map((answer) => ({ answer, index })) : [],
  );
  return new NameIndex(answers, ({ answer }) => answer);
}

/** Excludes catalogs at earlier snapshots and of searches. */
export const isPresent = ({ past, searched, isTarget }: VisibleCatalog) =>
  past === undefined && searched === undefined && isTarget === undefined;
