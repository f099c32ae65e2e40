import type { Clock } from '../kernel/clock.ts';
import type { Metadata, MetadataHandle } from './open-metadata.ts';

/**
 * The processes that share the metadata. A node writes its heartbeat; one that stopped is noticed
 * by the others.
 */
export interface Nodes {
  register(id: string): Promise<void>;
  /**
   * False when the node was removed: the others hold it for dead, and it must stop and begin under
   * a new id.
   */
  heartbeat(id: string): Promise<boolean>;
  /**
   * Whether this process has written its own heartbeats for the node timeout without a gap of that
   * length. Who has not may have been kept from the metadata as the others were: after an outage
   * all get time to show themselves first.
   */
  canJudge(): boolean;
  /** Ids of nodes whose last heartbeat is more than `olderThanMs` ago, the longest dead first. */
  deadNodes(olderThanMs: number): Promise<string[]>;
  remove(id: string): Promise<void>;
}

export function createNodes({ db }: Metadata, clock: Clock, timeoutMs: number): Nodes {
  let beatingSince = Number.POSITIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;
  const noteBeat = (now: number) => {
    // A clock that went back tells no gap: it is as if the node had just begun.
    if (now - lastBeat >= timeoutMs || now < lastBeat) beatingSince = now;
    lastBeat = now;
  };
  return {
    async register(id) {
      const now = clock.now();
      await db.insertInto('nodes').values({ id, started_at: now, heartbeat_at: now }).execute();
      noteBeat(now);
    },
    async heartbeat(id) {
      const now = clock.now();
      const updated = await db
        .updateTable('nodes')
        .set({ heartbeat_at: now })
        .where('id', '=', id)
        .executeTakeFirst();
      noteBeat(now);
      return updated.numUpdatedRows === 1n;
    },
    canJudge() {
      const now = clock.now();
      return now - lastBeat < timeoutMs && now - beatingSince >= timeoutMs;
    },
    async deadNodes(olderThanMs) {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        // Where every other node is dead, none is spared because the clock went back since its last
        // heartbeat.
        .$if(olderThanMs > 0, (query) =>
          query.where('heartbeat_at', '<', clock.now() - olderThanMs),
        )
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

/** Writes a node's heartbeat as it was: it shows that the metadata can be written, no more. */
export async function rewriteHeartbeat(db: MetadataHandle, id: string): Promise<void> {
  await db
    .updateTable('nodes')
    .set((eb) => ({ heartbeat_at: eb.ref('heartbeat_at') }))
    .where('id', '=', id)
    .execute();
}

/** The id of this process among the nodes of the service. */
export interface HasNodeId {
  readonly nodeId: string;
}

export interface HasNodes {
  readonly nodes: Nodes;
}
