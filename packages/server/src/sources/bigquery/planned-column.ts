import type { FieldSchema } from './schema.ts';
import type { MappedColumn, StartedColumn } from './type-map.ts';

/** A column to be read. */
export interface PlannedColumn {
  readonly field: FieldSchema;
  readonly mapped: MappedColumn;
  readonly started: StartedColumn;
}
