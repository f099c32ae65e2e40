import type { Clock } from '../kernel/clock.ts';
import type { Metadata, MetadataHandle } from './open-metadata.ts';

/**
 * The processes that share the metadata. Each node writes heartbeats, and other nodes notice a
 * stopped node.
 */
export interface Nodes {
  register(id: string): Promise<void>;
  /**
   * Returns false if the node was removed: the other nodes consider the node dead, and the process
   * must stop and register a new id.
   */
  heartbeat(id: string): Promise<boolean>;
  /**
   * True if this process has written heartbeats for the whole node timeout without a gap of the
   * same length. A node with a gap may have lost access to the metadata like the other nodes: after
   * an outage all nodes get time to show themselves first.
   */
  canJudge(): boolean;
  /** Ids of nodes whose last heartbeat is more than `olderThanMs` old, oldest first. */
  deadNodes(olderThanMs: number): Promise<string[]>;
  remove(id: string): Promise<void>;
}

export function createNodes({ db }: Metadata, clock: Clock, timeoutMs: number): Nodes {
  let beatingSince = Number.POSITIVE_INFINITY;
  let lastBeat = Number.NEGATIVE_INFINITY;
  const noteBeat = (now: number) => {
    // A clock that was set back hides gaps, so the node counts as just started.
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
        // Zero means every other node, even if the clock was set back since a heartbeat.
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

/** Writes a node's heartbeat unchanged, only as a test that the metadata is writable. */
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
