import { type ColumnProfileInfo, QuernError, type TableInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.ts';
import { columnTypeText } from '../sql/type-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { countText } from '../ui/numbers.ts';
import { ScrollX } from '../ui/scroll-x.tsx';

/** Columns of a table with facts from the profile. */
export function TableColumns({
  connectionId,
  table,
}: {
  readonly connectionId: string;
  readonly table: TableInfo;
}) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['table profile', connectionId, table.schema, table.table],
    queryFn: async ({ signal }) => {
      try {
        return await client.connections.getTableProfile(
          { connection_id: connectionId, schema: table.schema, table: table.table },
          { signal },
        );
      } catch (error) {
        if (error instanceof QuernError && error.status === 404) return null;
        throw error;
      }
    },
  });
  return (
    <Loaded query={query} lines={5}>
      {(profile) => (
        <>
          <p className="muted above">
            {profile
              ? `${countText(profile.row_count)} ${profile.row_count === 1 ? 'row' : 'rows'}.`
              : 'Nothing is known of its rows yet.'}{' '}
            {table.comment}
          </p>
          <ScrollX label="Columns">
            <table className="list">
              <thead>
                <tr>
                  <th>Column</th>
                  <th>Type</th>
                  <th className="number">Nulls</th>
                  <th className="number">Distinct</th>
                  <th>What it holds</th>
                </tr>
              </thead>
              <tbody>
                {(table.columns ?? []).map((column) => (
                  <ColumnRow
                    key={column.name}
                    column={column}
                    known={profile?.columns.find(({ name }) => name === column.name)}
                  />
                ))}
              </tbody>
            </table>
          </ScrollX>
        </>
      )}
    </Loaded>
  );
}

function ColumnRow({
  column,
  known,
}: {
  readonly column: NonNullable<TableInfo['columns']>[number];
  readonly known: ColumnProfileInfo | undefined;
}) {
  const { name, comment } = column;
  return (
    <tr>
      <td>
        <strong>{name}</strong> {comment && <div className="muted small">{comment}</div>}
      </td>
      <td>{columnTypeText(column)}</td>
      <td className="number">{known ? shareText(known.null_count, known.null_percentage) : ''}</td>
      <td className="number">
        {known ? `${about(known, 'cardinality')}${countText(known.cardinality)}` : ''}
      </td>
      <td>{known && <Held column={known} />}</td>
    </tr>
  );
}

/** Prefix of an estimated number. */
const about = (
  { estimates }: ColumnProfileInfo,
  field: NonNullable<ColumnProfileInfo['estimates']>[number],
) => (estimates?.includes(field) ? 'about ' : '');

/** A share between nothing and all is never shown as 0 or 100 %. */
function shareText(count: number, percentage: number): string {
  if (count === 0) return '0%';
  if (percentage < 0.1) return '<0.1%';
  if (percentage > 99.9 && percentage < 100) return '>99.9%';
  return `${percentage.toFixed(1)}%`;
}

function Held({ column }: { readonly column: ColumnProfileInfo }) {
  const { profile } = column;
  if (!profile) return null;
  switch (profile.type) {
    case 'categorical':
      return (
        <span className="clip wide">
          {profile.values
            .map(({ value, count }) => `${value ?? 'null'} (${countText(count)})`)
            .join(', ')}
        </span>
      );
    case 'text':
      return `${profile.min_length} to ${profile.max_length} characters`;
    case 'numeric': {
      const { min, max, mean, quantiles } = profile;
      const median = quantiles
        ? `, median ${about(column, 'quantiles')}${shortText(quantiles.p50)}`
        : '';
      return `${min} to ${max}, mean ${shortText(mean)}${median}`;
    }
    case 'temporal':
      return `${profile.min} to ${profile.max}`;
    case 'boolean':
      return `${countText(profile.true_count)} true, ${countText(profile.false_count)} false`;
  }
}

/** Six digits, and never fewer than stand before the point. */
const shortText = (value: number) =>
  String(Math.abs(value) < 1e5 ? Number(value.toPrecision(6)) : Math.round(value));
