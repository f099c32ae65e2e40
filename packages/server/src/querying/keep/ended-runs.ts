import { LruCache } from '../../kernel/lru-cache.ts';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { findRuns, type QueryRunRow, type RunKey } from '../../metadata/query-run-store.ts';
import { toRunInfo } from './run-body.ts';

/** A run as a list entry. */
export interface ListedRun extends RunKey {
  /** `QueryRunInfo`. */
  readonly json: string;
  /** Characters of the SQL text. */
  readonly textSize: number;
  readonly status: QueryRunRow['status'];
}

/** Total characters of all runs, some 5,000 usual ones. */
const maxCharacters = 4 * 2 ** 20;
/** Longer runs are serialized each time. */
const maxRunCharacters = 64 * 2 ** 10;

/**
 * Caches list entries of ended runs, which never change again. A page finds its runs by an index
 * alone, and reads the entries here. Reading 100 rows of 22 columns and serializing them takes 0.5
 * ms, three times the rest of the page.
 */
export class EndedRuns {
  readonly #known = new LruCache<ListedRun>(maxCharacters);

  /** Size in characters. */
  get heldCharacters(): number {
    return this.#known.weight;
  }

  /** The runs of `keys`, in order, without deleted runs. */
  async list(
    db: MetadataHandle,
    databaseId: string,
    keys: readonly RunKey[],
  ): Promise<readonly ListedRun[]> {
    const found = new Map<string, ListedRun>();
    for (const { id } of keys) {
      const known = this.#known.get(id);
      if (known) found.set(id, known);
    }
    const missing = keys.filter(({ id }) => !found.has(id)).map(({ id }) => id);
    for (const row of await findRuns(db, databaseId, missing)) {
      const { id, created_at, status, sql_text } = row;
      const json = JSON.stringify(toRunInfo(row));
      const listed = { id, created_at, status, json, textSize: sql_text.length };
      found.set(id, listed);
      if (status !== 'running' && json.length <= maxRunCharacters)
        this.#known.set(id, listed, json.length);
    }
    return keys.flatMap(({ id }) => found.get(id) ?? []);
  }
}
