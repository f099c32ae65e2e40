import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest } from '../kernel/errors.ts';
import type { PartitionKey, TableLayout } from '../lake/model.ts';

/**
 * Throws 400 unless a table has the columns of its layout, with types that the transforms accept
 * (docs/contract/databases.md#layout-columns).
 */
export function checkLayout(
  layout: TableLayout,
  columns: readonly LakeColumn[],
  table: string,
): void {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const need = (name: string, field: string): LakeColumn => {
    const column = byName.get(name);
    if (!column)
      throw badRequest(
        `Table '${table}' declares '${name}' in '${field}', but the load has no such column`,
      );
    return column;
  };
  for (const name of layout.key) need(name, 'key');
  for (const name of layout.constantPerKey) need(name, 'constant_per_key');
  for (const key of layout.sortedBy) need(key.column, 'sorted_by');
  for (const key of layout.partitionBy)
    checkTransform(key, need(key.column, 'partition_by'), table);
}

function checkTransform(key: PartitionKey, column: LakeColumn, table: string): void {
  const fits = {
    identity:
      /^(BOOLEAN|U?(TINY|SMALL|BIG)INT|U?INTEGER|HUGEINT|DECIMAL|DATE|TIME|TIMESTAMP|VARCHAR|UUID)/,
    year: /^(DATE|TIMESTAMP)/,
    month: /^(DATE|TIMESTAMP)/,
    day: /^(DATE|TIMESTAMP)/,
    hour: /^TIMESTAMP/,
  }[key.transform];
  if (fits.test(column.type) && !column.type.endsWith(']')) return;
  throw badRequest(
    `Table '${table}' is partitioned by ${key.transform} of '${key.column}', which a column of type ${column.type} does not have`,
  );
}
