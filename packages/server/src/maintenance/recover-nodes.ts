import type { HasClock } from '../kernel/clock.ts';
import type { HasNodeId, HasNodes } from '../metadata/nodes.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { interruptOrphanedRuns } from '../metadata/query-run-store.ts';

/**
 * Ends the work of dead nodes: runs become `interrupted`, locks and job leases are released. SQLite
 * metadata has one node at a time, so at its start every other node is dead (`timeoutMs` 0).
 * Returns the number of ended runs.
 */
export async function recoverFromDeadNodes(
  services: HasClock & HasMetadata & HasNodeId & HasNodes,
  timeoutMs: number,
): Promise<number> {
  const { metadata, nodes, nodeId, clock } = services;
  const dead = (await nodes.deadNodes(timeoutMs)).filter((id) => id !== nodeId);
  const now = clock.now();
  for (const id of dead) {
    await metadata.transaction(async (trx) => {
      await trx.updateTable('locks').set({ expires_at: 0 }).where('owner', '=', id).execute();
      // The runner's own sweep sees an ended lease and gives the job another attempt.
      await trx
        .updateTable('jobs')
        .set({ lease_expires_at: now })
        .where('lease_owner', '=', id)
        .where('status', '=', 'running')
        .execute();
    });
  }
  let interrupted = 0;
  for (;;) {
    const count = await metadata.transaction(async (trx) =>
      interruptOrphanedRuns(trx, await liveNodes(trx, dead), now),
    );
    interrupted += count;
    if (count === 0) break;
  }
  for (const id of dead) await nodes.remove(id);
  return interrupted;
}

/**
 * Read in the transaction that ends the runs: a node that registers later also has later runs, and
 * neither appears here.
 */
async function liveNodes(trx: MetadataTransaction, dead: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom('nodes').select('id').execute();
  return rows.map((row) => row.id).filter((id) => !dead.includes(id));
}
