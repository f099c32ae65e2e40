import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { findListedResults, type ResultKey } from '../../metadata/result-store.ts';

/** Total characters of all results, some 8,000 of them. */
const maxCharacters = 2 * 2 ** 20;
/** Longer results, with long errors, are serialized each time. */
const maxResultCharacters = 4 * 2 ** 10;

/**
 * Caches list entries of ready and failed results, which never change again. Serializing 100
 * entries with instants takes a third of the time of a page.
 */
export class EndedResults {
  readonly #known = new LruCache<string>(maxCharacters);

  /** Size in characters. */
  get heldCharacters(): number {
    return this.#known.weight;
  }

  /** The JSON of each result of the database, in the order of `keys`, without deleted results. */
  async list(
    db: MetadataHandle,
    databaseId: string,
    keys: readonly ResultKey[],
  ): Promise<readonly string[]> {
    const found = new Map<string, string>();
    for (const { id } of keys) {
      const known = this.#known.get(id);
      if (known !== undefined) found.set(id, known);
    }
    const missing = keys.filter(({ id }) => !found.has(id)).map(({ id }) => id);
    for (const { created_at, expires_at, ...row } of await findListedResults(
      db,
      databaseId,
      missing,
    )) {
      const json = JSON.stringify({
        id: row.id,
        status: row.status,
        created_at: toTimestamp(created_at),
        error_message: row.error_message,
        row_count: row.row_count,
        query_run_id: row.query_run_id,
        expires_at: toTimestampOrNull(expires_at),
      });
      found.set(row.id, json);
      const hasEnded = row.status === 'ready' || row.status === 'failed';
      if (hasEnded && json.length <= maxResultCharacters)
        this.#known.set(row.id, json, json.length);
    }
    return keys.flatMap(({ id }) => found.get(id) ?? []);
  }
}
