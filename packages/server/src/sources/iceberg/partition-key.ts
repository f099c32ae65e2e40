/** Equality of partitions across files (iceberg.apache.org/spec/#scan-planning). */
import type { AvroRecord } from './avro-file.ts';
import { unscaledOf } from './field-value.ts';
import { oddAnswer } from './json-values.ts';
import { type PartitionField, refused, type TableMetadata } from './table-metadata.ts';

type Specs = TableMetadata['specs'];

/** Throws a SourceError for an unknown spec, whose partitions cannot be compared. */
export function specOf(specs: Specs, id: number): readonly PartitionField[] {
  const spec = specs.get(id);
  if (spec) return spec;
  throw refused(
    `has files of partition spec ${id}, which its metadata does not have`,
    'rewrite its files (rewrite_data_files)',
  );
}

/** A field removed from a spec remains as a field that is always null. */
const isVoid = ({ transform }: PartitionField) => transform === 'void';

/** True if files of the spec have no partition: their equality deletes apply to all files. */
export const isUnpartitioned = (specs: Specs, id: number): boolean =>
  specOf(specs, id).every(isVoid);

/**
 * Equal texts for files of one partition, whatever the column types at the time of writing: an int
 * may be a long now, and a decimal have more bytes.
 */
export function partitionKey(
  { specId, partition }: { readonly specId: number; readonly partition: AvroRecord },
  { specs, everyType }: Pick<TableMetadata, 'specs' | 'everyType'>,
): string {
  const values = specOf(specs, specId)
    .filter((field) => !isVoid(field))
    .map(({ id, sourceId }) => {
      const value = partition.get(id);
      if (value === undefined) throw oddAnswer('a manifest without a value of its partition');
      return plainValue(value, everyType.get(sourceId));
    });
  return JSON.stringify([specId, values]);
}

function plainValue(value: unknown, typeName: string | undefined): string | null {
  if (value === null) return null;
  // Zeros of both signs are two partitions.
  if (Object.is(value, -0)) return '-0';
  if (!Buffer.isBuffer(value)) return String(value);
  if (typeName === undefined)
    throw refused(
      'is partitioned by a column that its metadata does not have',
      'rewrite its files (rewrite_data_files)',
    );
  return typeName.startsWith('decimal(') ? String(unscaledOf(value)) : value.toString('hex');
}
