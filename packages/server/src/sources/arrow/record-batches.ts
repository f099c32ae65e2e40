import { type RecordBatch, RecordBatchReader } from 'apache-arrow';
import { SourceError } from '../source-error.ts';

/** The batches of an Arrow IPC stream; their buffers are views of `bytes`. */
export function* recordBatches(bytes: Uint8Array): Generator<RecordBatch> {
  const read = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch {
      // The reader's message may contain bytes of values.
      throw malformedArrow();
    }
  };
  const batches = read(() => RecordBatchReader.from(bytes)[Symbol.iterator]());
  for (;;) {
    const step = read(() => batches.next());
    if (step.done) return;
    // A batch without rows may lack the children of its columns.
    if (step.value.numRows > 0) yield step.value;
  }
}

export const malformedArrow = () =>
  new SourceError('source_failed', 'The source sent rows in a form that is not Arrow’s; try again');
