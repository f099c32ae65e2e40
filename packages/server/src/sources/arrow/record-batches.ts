import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { SourceError } from '../source-error.ts';

/** The batches of a stream of Arrow's IPC format, whose buffers are views of `bytes`. */
export function* recordBatches(bytes: Uint8Array): Generator<RecordBatch> {
  const read = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch {
      // What the reader says may hold bytes of values.
      throw malformedArrow();
    }
  };
  const batches = read(() => RecordBatchReader.from(bytes)[Symbol.iterator]());
  for (;;) {
    const step = read(() => batches.next());
    if (step.done) return;
    // One without rows may be without the children of its columns, too.
    if (step.value.numRows > 0) yield step.value;
  }
}

export const malformedArrow = () =>
  new SourceError('source_failed', 'The source sent rows in a form that is not Arrow’s; try again');
