import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The spool directories of tasks. A failed task's directory is removed with its content. The files
 * of a successful task belong to the caller, who moves or deletes them. The empty directory is
 * removed some time later.
 */
export class TaskDirectories {
  /** Directories of finished tasks that may still exist. */
  readonly #finished = new Set<number>();
  #sweptAtMs = 0;

  path(parent: string, taskId: number): string {
    return join(parent, `task-${taskId}`);
  }

  async remove(parent: string, taskId: number, alsoFiles: readonly string[] = []): Promise<void> {
    await Promise.allSettled([
      rm(this.path(parent, taskId), { recursive: true, force: true }),
      ...alsoFiles.map((file) => rm(file, { force: true })),
    ]);
  }

  /** Notes the end of a task, and now and then removes directories that became empty. */
  sweep(parent: string, taskId: number): void {
    this.#finished.add(taskId);
    const nowMs = performance.now();
    if (nowMs - this.#sweptAtMs < sweepEveryMs) return;
    this.#sweptAtMs = nowMs;
    for (const id of this.#finished) {
      rmdir(this.path(parent, id)).then(
        () => this.#finished.delete(id),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') this.#finished.delete(id);
        },
      );
    }
  }
}

/** The interval of sweeps. An rmdir takes 0.05 ms, on another thread. */
const sweepEveryMs = 10_000;
