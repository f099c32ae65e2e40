import type { TableInfo } from '@quern/client';
import { timeText } from '../ui/numbers.ts';

/** Declared layout of a table. */
export function TableLayout({ table }: { readonly table: TableInfo }) {
  const partitions = table.partition_by.map(({ column, transform }) =>
    transform === 'identity' ? column : `${transform} of ${column}`,
  );
  const order = table.sorted_by.map(
    ({ column, direction }) => `${column}${direction === 'desc' ? ' descending' : ''}`,
  );
  const facts: readonly (readonly [string, string])[] = [
    ['Partitioned by', partitions.join(', ') || 'nothing: its rows are in no parts'],
    ['Sorted by', order.join(', ') || 'nothing'],
    ['Fixed by the key', table.constant_per_key.join(', ') || 'no column'],
    ['Primary key', table.primary_key?.join(', ') ?? 'none is known'],
    ['Last loaded', table.last_sync ? timeText(table.last_sync) : 'not yet'],
    ...(table.sync_error ? [['Last failure', table.sync_error] as const] : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([what, value]) => (
        <Fact key={what} what={what} value={value} />
      ))}
    </dl>
  );
}

function Fact({ what, value }: { readonly what: string; readonly value: string }) {
  return (
    <>
      <dt>{what}</dt>
      <dd>{value}</dd>
    </>
  );
}
