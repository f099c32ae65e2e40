/**
 * Waiting work of many workspaces, served in turn: each workspace's work in its order, the workspaces round robin, so
 * one that queues a hundred queries delays another's first by one. Bounded in all and per workspace.
 */
export class FairQueue<Item> {
  readonly #limits: FairQueueLimits;
  /** In the order of their turns. No entry is empty. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  hasRoom(workspaceId: string): boolean {
    const waiting = this.#lines.get(workspaceId)?.length ?? 0;
    return this.#size < this.#limits.maxQueued && waiting < this.#limits.maxQueuedPerWorkspace;
  }

  /** False, and nothing is kept, when the queue or the workspace's part of it is full. */
  push(workspaceId: string, item: Item): boolean {
    if (!this.hasRoom(workspaceId)) return false;
    const line = this.#lines.get(workspaceId);
    if (line) line.push(item);
    else this.#lines.set(workspaceId, [item]);
    this.#size += 1;
    return true;
  }

  /**
   * Takes the next item. `verdict` looks at the head of each line in turn: `pass` leaves the line its turn for later
   * (its workspace runs as much as it may), `wait` ends the search, so that work that needs much memory is not
   * overtaken for ever by work that needs little.
   */
  take(verdict: (item: Item, workspaceId: string) => 'take' | 'pass' | 'wait'): Item | undefined {
    for (const [workspaceId, line] of this.#lines) {
      const head = line[0];
      if (head === undefined) continue;
      const said = verdict(head, workspaceId);
      if (said === 'wait') return undefined;
      if (said === 'pass') continue;
      line.shift();
      this.#size -= 1;
      this.#lines.delete(workspaceId);
      if (line.length > 0) this.#lines.set(workspaceId, line);
      return head;
    }
    return undefined;
  }

  /** Removes an item that no longer waits; false when it is not here. */
  remove(workspaceId: string, item: Item): boolean {
    const line = this.#lines.get(workspaceId);
    const at = line?.indexOf(item) ?? -1;
    if (!line || at < 0) return false;
    line.splice(at, 1);
    this.#size -= 1;
    if (line.length === 0) this.#lines.delete(workspaceId);
    return true;
  }

  /** Empties the queue. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }
}

export interface FairQueueLimits {
  readonly maxQueued: number;
  readonly maxQueuedPerWorkspace: number;
}
