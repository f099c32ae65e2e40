/**
 * Waiting work of many workspaces, served round robin: each workspace's work in order, so a hundred
 * queued queries of one workspace delay another's first query by one. Small and large work of a
 * workspace wait in separate lines, so a waiting large task does not delay small tasks. The queue
 * is bounded in total and per workspace.
 */
export class FairQueue<Item> {
  readonly #limits: FairQueueLimits;
  /** Lines in the order of their turns. No line is empty. */
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

  /**
   * Adds an item. Returns false, without the item, when the queue or the workspace's part is full.
   */
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
   * Takes the next item. `verdict` judges the head of each line in turn. `pass` defers the line
   * (its workspace runs as much as it may). `wait` ends the search, so tasks with little need of
   * memory do not overtake a large task for ever.
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

  /** Removes an item that no longer waits. Returns false for an absent item. */
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
