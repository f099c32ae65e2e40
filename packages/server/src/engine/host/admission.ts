import { HeldCounts } from '../../kernel/held-counts.ts';
import type { EnginePoolOptions, RunOptions } from './pool-options.ts';

type Limits = Pick<EnginePoolOptions, 'workers' | 'memoryBytes' | 'maxRunningPerWorkspace'>;

/**
 * Decides whether a waiting task may run next to the running tasks: by memory, by tasks of one
 * workspace, and with one worker free of large tasks.
 */
export class Admission {
  readonly #limits: Limits;
  readonly #runningByWorkspace = new HeldCounts();
  #reservedBytes = 0;
  #runningLarge = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The memory budgets of the running tasks together, in bytes. */
  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  /**
   * `pass` lets other tasks go first. `wait` keeps the place in the queue until memory is released.
   */
  verdict({ workspaceId, size, memoryBytes }: RunOptions): 'take' | 'pass' | 'wait' {
    const running = this.#runningByWorkspace.of(workspaceId);
    if (running >= this.#limits.maxRunningPerWorkspace) return 'pass';
    if (size === 'large' && this.#runningLarge >= Math.max(1, this.#limits.workers - 1))
      return 'pass';
    return this.#reservedBytes + memoryBytes > this.#limits.memoryBytes ? 'wait' : 'take';
  }

  enter({ workspaceId, size, memoryBytes }: RunOptions): void {
    this.#reservedBytes += memoryBytes;
    if (size === 'large') this.#runningLarge += 1;
    this.#runningByWorkspace.add(workspaceId, 1);
  }

  leave({ workspaceId, size, memoryBytes }: RunOptions): void {
    this.#reservedBytes -= memoryBytes;
    if (size === 'large') this.#runningLarge -= 1;
    this.#runningByWorkspace.add(workspaceId, -1);
  }
}
