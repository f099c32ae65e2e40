import { createDeferred } from '../kernel/deferred.ts';
import type { ExtractedColumn, ExtractProgress } from './source.ts';
import type { StagingWriter } from './staging/staging-writer.ts';

/** Progress without a file is told no more often. */
const noteEveryMs = 200;

export interface ProgressRelay {
  /** So many bytes were read by now. Cheap; called with every chunk. */
  note(bytes: number): void;
  /** Yields what was noted until `work` has ended, and gives its result. */
  until<Result>(work: Promise<Result>): AsyncGenerator<ExtractProgress, Result>;
}

/**
 * Between callbacks of a stream and the generator that a driver is. `columns`: those of the
 * summary, where they are known already.
 */
export function relayProgress(
  writer: StagingWriter,
  columns?: readonly ExtractedColumn[],
): ProgressRelay {
  let bytes = 0;
  let told = performance.now();
  let wake = createDeferred<void>();
  let files = 0;
  return {
    note(readBytes) {
      bytes = readBytes;
      if (writer.files.length > files || performance.now() - told >= noteEveryMs) {
        files = writer.files.length;
        told = performance.now();
        wake.resolve();
      }
    },
    async *until(work) {
      let ended = false;
      const end = () => {
        ended = true;
        wake.resolve();
      };
      work.then(end, end);
      while (!ended) {
        await wake.promise;
        wake = createDeferred<void>();
        const finished = writer.takeFinished();
        for (const file of finished)
          yield { rows: writer.rows, bytes, file, ...(columns && { columns }) };
        if (finished.length === 0) yield { rows: writer.rows, bytes };
      }
      return await work;
    },
  };
}
