/**
 * Waiting work of many workspaces, served in turn: each workspace's work in its order, the
 * workspaces round robin, so one that queues a hundred queries delays another's first by one. Small
 * and large work of a workspace wait apart, so that a large one whose turn has not come holds up no
 * small one. Bounded in all and per workspace.
 */
export class FairQueue<Item> {
  readonly #limits: FairQueueLimits;
  /** In the order of their turns. No entry is empty. */
  readonly #lines = new Map<string, Line<Item>>();
  #size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  hasRoom(workspaceId: string): boolean {
    const waiting = sizes.reduce(
      (sum, size) => sum + (this.#lines.get(lineKey(workspaceId, size))?.items.length ?? 0),
      0,
    );
    return this.#size < this.#limits.maxQueued && waiting < this.#limits.maxQueuedPerWorkspace;
  }

  /** False, and nothing is kept, when the queue or the workspace's part of it is full. */
  push(workspaceId: string, item: Item, size: WorkSize = 'small'): boolean {
    if (!this.hasRoom(workspaceId)) return false;
    const key = lineKey(workspaceId, size);
    const line = this.#lines.get(key);
    if (line) line.items.push(item);
    else this.#lines.set(key, { workspaceId, items: [item] });
    this.#size += 1;
    return true;
  }

  /**
   * Takes the next item. `verdict` looks at the head of each line in turn: `pass` leaves the line
   * its turn for later (its workspace runs as much as it may), `wait` ends the search, so that work
   * that needs much memory is not overtaken for ever by work that needs little.
   */
  take(verdict: (item: Item, workspaceId: string) => 'take' | 'pass' | 'wait'): Item | undefined {
    for (const [key, line] of this.#lines) {
      const head = line.items[0];
      if (head === undefined) continue;
      const said = verdict(head, line.workspaceId);
      if (said === 'wait') return undefined;
      if (said === 'pass') continue;
      line.items.shift();
      this.#size -= 1;
      this.#lines.delete(key);
      if (line.items.length > 0) this.#lines.set(key, line);
      return head;
    }
    return undefined;
  }

  /** Removes an item that no longer waits; false when it is not here. */
  remove(workspaceId: string, item: Item): boolean {
    for (const key of sizes.map((size) => lineKey(workspaceId, size))) {
      const items = this.#lines.get(key)?.items ?? [];
      const at = items.indexOf(item);
      if (at < 0) continue;
      items.splice(at, 1);
      this.#size -= 1;
      if (items.length === 0) this.#lines.delete(key);
      return true;
    }
    return false;
  }

  /** Empties the queue. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flatMap((line) => line.items);
    this.#lines.clear();
    this.#size = 0;
    return items;
  }
}

const sizes = ['small', 'large'] as const;
export type WorkSize = (typeof sizes)[number];

const lineKey = (workspaceId: string, size: WorkSize) => `${workspaceId} ${size}`;

interface Line<Item> {
  readonly workspaceId: string;
  readonly items: Item[];
}

export interface FairQueueLimits {
  readonly maxQueued: number;
  readonly maxQueuedPerWorkspace: number;
}
