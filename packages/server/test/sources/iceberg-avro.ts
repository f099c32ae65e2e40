/** Handmade manifests of Iceberg: schemas, and records as lists of values. */
import { type AvroValue, absent, present } from './avro-bytes.ts';

export const avroField = (id: number, name: string, type: unknown) => ({
  name,
  type,
  'field-id': id,
});
const record = (name: string, fields: readonly object[]) => ({ type: 'record', name, fields });
const optional = (type: unknown) => ['null', type];

/** Path, partition spec, sequence number, keys. */
export const listSchema = record('manifest_file', [
  avroField(500, 'manifest_path', 'string'),
  avroField(502, 'partition_spec_id', 'int'),
  avroField(515, 'sequence_number', 'long'),
  avroField(519, 'key_metadata', optional('bytes')),
]);

const bounds = (id: number, name: string) => {
  const entry = record(`k${id}_v${id}`, [
    avroField(id + 1, 'key', 'int'),
    avroField(id + 2, 'value', 'bytes'),
  ]);
  return avroField(id, name, optional({ type: 'array', items: entry, logicalType: 'map' }));
};

/** Status, sequence number, and the file as `fileOf` has it. */
export const entrySchema = (partition: readonly object[]) =>
  record('manifest_entry', [
    avroField(0, 'status', 'int'),
    avroField(3, 'sequence_number', optional('long')),
    avroField(
      2,
      'data_file',
      record('r2', [
        avroField(134, 'content', 'int'),
        avroField(100, 'file_path', 'string'),
        avroField(101, 'file_format', 'string'),
        avroField(102, 'partition', record('r102', partition)),
        avroField(103, 'record_count', 'long'),
        avroField(104, 'file_size_in_bytes', 'long'),
        avroField(131, 'key_metadata', optional('bytes')),
        avroField(135, 'equality_ids', optional({ type: 'array', items: 'int' })),
        avroField(143, 'referenced_data_file', optional('string')),
        avroField(144, 'content_offset', optional('long')),
        avroField(145, 'content_size_in_bytes', optional('long')),
        bounds(125, 'lower_bounds'),
        bounds(128, 'upper_bounds'),
      ]),
    ),
  ]);

/** The path of a position, in files of deleted ones. */
const pathFieldId = 2_147_483_546;

export interface MadeFile {
  readonly path: string;
  readonly content?: 'data' | 'position' | 'equality';
  readonly format?: string;
  readonly partition: readonly AvroValue[];
  readonly rows: number;
  readonly size: number;
  readonly key?: Buffer;
  readonly equalityIds?: readonly number[];
  readonly referenced?: string;
  /** Offset and length of the vector in a Puffin file. */
  readonly vector?: readonly [offset: number, bytes: number];
  /** Paths of the data files with deleted rows. */
  readonly pathBounds?: readonly [lower: string, upper: string];
}

export function fileOf(made: MadeFile): AvroValue {
  const { content = 'data', format = 'PARQUET', pathBounds, equalityIds, key, referenced } = made;
  const { vector } = made;
  const bound = (text: string | undefined) =>
    text === undefined ? absent : present(listValue([[pathFieldId, Buffer.from(text)]]));
  return [
    ['data', 'position', 'equality'].indexOf(content),
    made.path,
    format,
    made.partition,
    BigInt(made.rows),
    BigInt(made.size),
    key ? present(key) : absent,
    equalityIds ? present(listValue(equalityIds)) : absent,
    referenced === undefined ? absent : present(referenced),
    ...[0, 1].map((at) => (vector ? present(BigInt(vector[at] ?? 0)) : absent)),
    bound(pathBounds?.[0]),
    bound(pathBounds?.[1]),
  ];
}

/** One block of values, and the end. */
const listValue = (values: readonly AvroValue[]): AvroValue => [values.length, ...values, 0];
