import { createDeferred } from '../kernel/deferred.ts';
import type { ExtractedColumn, ExtractProgress } from './source.ts';
import type { StagingWriter } from './staging/staging-writer.ts';

/** Minimum time between progress reports without a file. */
const noteEveryMs = 200;

export interface ProgressRelay {
  /** Records the number of bytes read so far. Cheap; called for every chunk. */
  note(bytes: number): void;
  /** Yields the recorded progress until `work` ends, and returns its result. */
  until<Result>(work: Promise<Result>): AsyncGenerator<ExtractProgress, Result>;
}

/**
 * Connects a stream's callbacks with a driver's generator. `columns` are the summary's columns, if
 * already known.
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
