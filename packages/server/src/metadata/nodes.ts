import type { Clock } from '../kernel/clock.ts';
import type { Metadata } from './open-metadata.ts';

/** The processes that share the metadata. A node writes its heartbeat; one that stopped is noticed by the others. */
export interface Nodes {
  register(id: string): Promise<void>;
  /** False when the node was removed: the others hold it for dead, and it must stop and begin under a new id. */
  heartbeat(id: string): Promise<boolean>;
  /** Ids of nodes whose last heartbeat is more than `olderThanMs` ago, the longest dead first. */
  deadNodes(olderThanMs: number): Promise<string[]>;
  remove(id: string): Promise<void>;
}

export function createNodes({ db }: Metadata, clock: Clock): Nodes {
  return {
    async register(id) {
      const now = clock.now();
      await db.insertInto('nodes').values({ id, started_at: now, heartbeat_at: now }).execute();
    },
    async heartbeat(id) {
      const updated = await db
        .updateTable('nodes')
        .set({ heartbeat_at: clock.now() })
        .where('id', '=', id)
        .executeTakeFirst();
      return updated.numUpdatedRows === 1n;
    },
    async deadNodes(olderThanMs) {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        .where('heartbeat_at', '<', clock.now() - olderThanMs)
        .orderBy('heartbeat_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },
    async remove(id) {
      await db.deleteFrom('nodes').where('id', '=', id).execute();
    },
  };
}
