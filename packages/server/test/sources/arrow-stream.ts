import {
  DataType,
  Field,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  vectorFromArray,
} from 'apache-arrow';

export interface ArrowColumn {
  readonly name: string;
  readonly type: DataType;
  readonly values: readonly unknown[];
  readonly scale?: number;
}

/** A stream of one batch. Integers of 64 bits and moments are bigints. */
export function arrowStream(columns: readonly ArrowColumn[]): Uint8Array {
  const vectors = columns.map(({ type, values }) => dataOf(type, values));
  const fields = columns.map(
    ({ name, type, scale }) =>
      new Field(name, type, true, new Map([['scale', String(scale ?? 0)]])),
  );
  const type = new Struct(fields);
  const length = columns[0]?.values.length ?? 0;
  // biome-ignore lint/suspicious/noExplicitAny: the library's types want the columns' own
  const data = makeData({ type, length, nullCount: 0, children: vectors as any });
  return tableToIPC(new Table([new RecordBatch(new Schema(fields), data)]), 'stream');
}

function dataOf(type: DataType, values: readonly unknown[]) {
  if (!DataType.isTimestamp(type)) return vectorFromArray(values as never[], type).data[0];
  // The library has milliseconds for a moment, which are too coarse.
  const { data } = vectorFromArray(values as never[], new Int64());
  const [{ length, nullCount, nullBitmap, values: microseconds }] = data as [(typeof data)[0]];
  return makeData({ type, length, nullCount, nullBitmap, data: microseconds });
}
