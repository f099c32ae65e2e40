import type { Fields } from '../fields.ts';
import type { SearchCall, TableReference } from '../types.ts';
import { bestHits } from './best-hits.ts';
import type { BestRows } from './best-rows.ts';
import { nearestRows, searchedRows, type Wanted } from './nearest-rows.ts';

/** Collects the wanted rows of SELECTs that read a single table. */
export class WantedRows {
  readonly #tree: unknown;
  /** Marks of the searches with a fixed number of hits. */
  readonly #limited: ReadonlySet<string>;
  readonly #scores: ReadonlySet<string>;
  /** Keyed by the tree's node of the table reference. */
  readonly #best = new Map<Fields, BestRows>();
  readonly #wanted = new Map<Fields, Wanted>();

  constructor(tree: unknown, searches: readonly SearchCall[]) {
    this.#tree = tree;
    this.#limited = new Set(searches.filter(isLimited).map(({ mark }) => mark));
    this.#scores = new Set(searches.flatMap(scoresOf));
  }

  /** Called for every SELECT of the tree. */
  readSelect(select: Fields): void {
    const hits = bestHits(select);
    if (hits) this.#best.set(hits.reference, hits.best);
    const wanted = nearestRows(select) ?? searchedRows(select, this.#limited, this.#scores);
    if (wanted) this.#wanted.set(wanted.reference, wanted);
  }

  of(reference: Fields): Pick<TableReference, 'best' | 'nearest' | 'conditionAt'> {
    const best = this.#best.get(reference);
    const { nearest, filteredBy, parts } = this.#wanted.get(reference) ?? {};
    const select = filteredBy && pathTo(this.#tree, filteredBy);
    const isKnown = filteredBy === undefined || select !== undefined;
    return {
      ...(best && { best }),
      ...(nearest && isKnown && { nearest }),
      ...(select !== undefined && { conditionAt: { select, ...(parts && { parts }) } }),
    };
  }
}

const limited = new Set(['vector_search', 'vector_search_vector', 'hybrid_search']);

const isLimited = ({ name, args }: SearchCall) =>
  limited.has(name) || (name === 'bm25_search' && args.some((argument) => argument.name === 'k'));

/** The columns that a search adds to the table's. */
function scoresOf({ args }: SearchCall): string[] {
  const named = args.flatMap(({ name, value }) =>
    (name === 'distance' || name === 'score') && typeof value === 'string' ? [value] : [],
  );
  const usual = ['_distance', 'score', 'bm25_rank', 'vector_rank'];
  return [...usual, ...named].map((name) => name.toLowerCase());
}

/** JSON path of a node in a tree, in DuckDB's notation. */
function pathTo(tree: unknown, node: Fields): string | undefined {
  const pending: { readonly value: unknown; readonly path: string }[] = [{ value: tree, path: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (value === node) return path;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, child] of Object.entries(value))
      pending.push({ value: child, path: isList ? `${path}[${key}]` : `${path}.${key}` });
  }
  return undefined;
}
