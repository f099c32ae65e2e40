import type { RecordBatch } from 'apache-arrow';
import type { SourceError } from '../source-error.ts';
import type { StagingWriter } from '../staging/staging-writer.ts';
import { type ArrowDecoder, putRows } from './decoders.ts';
import { malformedArrow } from './record-batches.ts';

/** Rows written column by column before the writer checks its size. */
const rowsAtOnce = 1_024;

/**
 * Writes the rows of a batch. `changed` makes the error for a column that differs from the plan.
 */
export function stageBatch(
  batch: RecordBatch,
  decoders: readonly ArrowDecoder[],
  writer: StagingWriter,
  changed: (column: string) => SourceError,
): void {
  const { fields } = batch.schema;
  if (fields.length !== decoders.length) throw changed(fields[0]?.name ?? '');
  const columns = decoders.map((decode, index) => {
    const data = batch.data.children[index];
    const field = fields[index];
    const target = writer.columns[index];
    if (!data || !field || !target || data.length !== batch.numRows) throw malformedArrow();
    const put = decode(data, field);
    if (!put) throw changed(target.name);
    return { data, put, target };
  });
  for (let start = 0; start < batch.numRows; start += rowsAtOnce) {
    const end = Math.min(batch.numRows, start + rowsAtOnce);
    for (const { data, put, target } of columns) putRows(data, put, target, start, end);
    writer.endRows(end - start, true);
  }
}
