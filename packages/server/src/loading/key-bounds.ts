import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { ValueBounds } from '../engine/mutate/file-bounds.ts';
import type { NarrowingColumn } from '../engine/tasks/keyed-stage-rows.ts';
import type { LakeFile, Manifest, TableLayout } from '../lake/model.ts';

/**
 * Columns with values that let a keyed load skip files: the columns of the key, and partition
 * columns. A partition column counts where the declaration says `constant_per_key` and the load
 * brings the column.
 */
export function narrowingColumns(
  key: readonly LakeColumn[],
  brought: readonly LakeColumn[],
  layout: TableLayout | null,
): NarrowingColumn[] {
  const narrowing: NarrowingColumn[] = key.map(({ name, type }) => ({
    column: name,
    type,
    transform: 'identity',
  }));
  for (const { column, transform } of layout?.partitionBy ?? []) {
    const found = brought.find(({ name }) => name === column);
    const isFixed =
      layout?.constantPerKey.includes(column) && !key.some(({ name }) => name === column);
    if (found && isFixed) narrowing.push({ column, type: found.type, transform });
  }
  return narrowing;
}

/** The known bounds of each narrowing column in one file. `columns` are the table's, with ids. */
export function boundsOf(
  file: LakeFile,
  manifest: Manifest,
  narrowing: readonly NarrowingColumn[],
  columns: readonly LakeColumn[],
): ValueBounds[] {
  return narrowing.map(({ column }) => {
    const id = columns.find(({ name }) => name === column)?.id;
    const stored = manifest.columns.find((one) => one.id === id);
    // A file older than the column has null in every row.
    if (id === undefined || !stored) return { type: 'VARCHAR', hasNull: true, allNull: true };
    return columnBounds(file, id, stored.type);
  });
}

function columnBounds(file: LakeFile, id: number, type: string): ValueBounds {
  const statistics = file.columns[id];
  if (!statistics) return { type, hasNull: true, allNull: false };
  const { min, max, nullCount, nan } = statistics;
  // NaN is the greatest value, and bounds do not include NaN.
  const greatest = nan ? 'nan' : max;
  const isKnown =
    min !== undefined && greatest !== undefined && !min.includes('\0') && !greatest.includes('\0');
  return {
    type,
    hasNull: nullCount > 0,
    allNull: nullCount >= file.rowCount,
    ...(isKnown ? { min, max: greatest } : {}),
  };
}
