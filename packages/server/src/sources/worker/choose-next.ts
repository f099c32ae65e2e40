/** Work with its owner. */
interface Owned {
  readonly target: { readonly workspaceId: string };
}

/** Number of additional workers, for workspaces without running work. */
export const spareWorkers = (workers: number) => Math.ceil(workers / 2);

/**
 * The waiting work to start next; undefined for none. Chooses the workspace with the fewest running
 * pieces of work, and its longest waiting piece. With several workers, no workspace takes the last
 * one while another workspace waits for anything. If all workers are taken, a workspace without
 * running work gets a spare worker, so no workspace's sources block another workspace.
 */
export function chooseNext<Job extends Owned>(
  waiting: readonly Job[],
  running: readonly Owned[],
  workers: number,
  canStart: (job: Job) => boolean,
): Job | undefined {
  if (running.length >= workers + spareWorkers(workers)) return undefined;
  const counts = new Map<string, number>();
  for (const { target } of running)
    counts.set(target.workspaceId, (counts.get(target.workspaceId) ?? 0) + 1);
  const first = waiting[0]?.target.workspaceId;
  const isShared = waiting.some(({ target }) => target.workspaceId !== first);
  const most = isShared && workers > 1 ? workers - 1 : workers;
  let fewest = running.length < workers ? most : 1;
  let next: Job | undefined;
  for (const job of waiting) {
    const count = counts.get(job.target.workspaceId) ?? 0;
    if (count >= fewest || !canStart(job)) continue;
    fewest = count;
    next = job;
  }
  return next;
}
