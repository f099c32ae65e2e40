/** Work with whose it is. */
interface Owned {
  readonly target: { readonly workspaceId: string };
}

/** Workers beyond the usual number, for workspaces that have no work under way. */
export const spareWorkers = (workers: number) => Math.ceil(workers / 2);

/**
 * What of the waiting work is started next, undefined for none: that of the workspace with the
 * fewest running, of it the longest waiting. Of several workers one workspace does not get the last
 * while another waits, whatever the other waits for. Where all are taken, a workspace without work
 * under way gets one of the spare ones: nobody's sources keep those of others waiting.
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
