import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { readyResult } from '../api/ready-result.ts';
import { useClient } from '../session/session.ts';
import { typeText } from '../sql/type-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import {
  type ColumnSummary,
  distributionOf,
  mostColumns,
  summariesSql,
  type TypedColumn,
  typedColumns,
} from './column-summaries.ts';

interface Properties {
  readonly databaseId: string;
  readonly resultId: string;
  readonly columns: readonly string[];
}

/** Summary of each column of a result, by one query over the kept result. */
export function ColumnsPanel({ databaseId, resultId, columns }: Properties) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['column summaries', resultId],
    queryFn: async ({ signal }) => {
      const head = await readyResult(
        client,
        { id: resultId, database_id: databaseId, limit: 0 },
        { signal },
      );
      const typed = typedColumns(columns, head.column_types ?? []);
      const database = client.database(databaseId);
      const { rows } = await database.query<ColumnSummary>(summariesSql(resultId, typed), {
        signal,
      });
      return typed.map((column, place) => ({
        column,
        summary: rows.find((row) => Number(row.place) === place),
      }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} lines={6}>
      {(found) => (
        <div className="scroll-x">
          <table className="list">
            <thead>
              <tr>
                <th>Column</th>
                <th>Type</th>
                <th className="number">Nulls</th>
                <th className="number">Distinct</th>
                <th>Min</th>
                <th>Max</th>
                <th>Values</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ column, summary }) => (
                <tr key={column.name}>
                  <td>
                    <strong>{column.name}</strong>
                  </td>
                  <td className="muted">{typeText(column.type)}</td>
                  <td className="number">{nulls(summary)}</td>
                  <td className="number">
                    {Number(summary?.distinct_values ?? 0).toLocaleString('en')}
                  </td>
                  <td className="clip">{summary?.least}</td>
                  <td className="clip">{summary?.most}</td>
                  <td>
                    {summary && <Distribution {...{ databaseId, resultId, column, summary }} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {columns.length > mostColumns && (
            <p className="muted small">
              The first {found.length} of {columns.length} columns are shown: each costs a pass over
              the result. Select others by name to see them.
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}

function nulls(summary: ColumnSummary | undefined): string {
  if (!summary || Number(summary.rows) === 0) return '';
  const count = Number(summary.rows) - Number(summary.filled);
  return `${count.toLocaleString('en')} (${Math.round((count / Number(summary.rows)) * 100)}%)`;
}

interface DistributionProperties extends Omit<Properties, 'columns'> {
  readonly column: TypedColumn;
  readonly summary: ColumnSummary;
}

/** Asked for column by column: each costs a query. */
function Distribution({ databaseId, resultId, column, summary }: DistributionProperties) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['distribution', resultId, column.name],
    queryFn: async ({ signal }) => {
      const sql = distributionOf(resultId, column, summary);
      return (
        await client.database(databaseId).query<{ label: unknown; n: unknown }>(sql, { signal })
      ).rows;
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isOpen) {
    return (
      <Button
        className="link"
        aria-label={`Show how ${column.name} is distributed`}
        onPress={() => setOpen(true)}
      >
        Show
      </Button>
    );
  }
  return (
    <Loaded query={query} lines={2}>
      {(bars) => {
        const most = Math.max(1, ...bars.map(({ n }) => Number(n)));
        return (
          <ul className="bars">
            {bars.map(({ label, n }) => (
              <li key={String(label)}>
                <span className="clip">{label === null ? 'null' : String(label)}</span>
                <meter min={0} max={most} value={Number(n)} aria-label={`${label}`} />
                <span className="number">{Number(n).toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
