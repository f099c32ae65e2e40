import type { QueryRunInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useDatabases } from '../api/databases.ts';
import { hrefTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText, durationText, timeText } from '../ui/numbers.ts';
import { Picker } from '../ui/picker.tsx';
import { DurationChart } from './duration-chart.tsx';
import '../styles/data.css';
import { ScrollX } from '../ui/scroll-x.tsx';

/** Runs that are looked at at a time. */
const shownRuns = 200;

const filters = [
  { id: 'all', label: 'All runs' },
  { id: 'failed', label: 'Failed' },
  { id: 'running', label: 'Running' },
  { id: 'cancelled,interrupted', label: 'Cancelled or interrupted' },
  { id: 'slow', label: 'Slow (over 1 s)' },
];

/** What ran in a database: how long it took, what failed. */
export function HistoryPage() {
  const { query, databases, current, isReady } = useDatabases();
  const [chosen, setChosen] = useState<string | null>(null);
  const [filter, setFilter] = useState('all');
  const databaseId = chosen ?? current;
  return (
    <section className="page">
      <div className="page-head">
        <h1>History</h1>
        <span className="spring" />
        <Picker
          label="Database"
          isLabelHidden
          value={databaseId}
          options={databases.map(({ id, name }) => ({ id, label: name ?? id }))}
          onChange={setChosen}
        />
        <Picker
          label="Which runs"
          isLabelHidden
          value={filter}
          options={filters}
          onChange={setFilter}
        />
      </div>
      {!isReady ? (
        <Loaded query={query}>{() => null}</Loaded>
      ) : databaseId === null ? (
        <p className="empty">There is no database yet, so nothing ran.</p>
      ) : (
        <RunsOf databaseId={databaseId} filter={filter} />
      )}
    </section>
  );
}

function RunsOf({ databaseId, filter }: { readonly databaseId: string; readonly filter: string }) {
  const client = useClient();
  const [most, setMost] = useState(shownRuns);
  const status = filter === 'all' || filter === 'slow' ? undefined : filter;
  const query = useQuery({
    queryKey: ['runs', databaseId, status, most],
    queryFn: async ({ signal }) => {
      const runs: QueryRunInfo[] = [];
      for await (const run of client.queryRuns.list(
        { database_id: databaseId, status, limit: 100 },
        { signal },
      )) {
        runs.push(run);
        if (runs.length >= most) break;
      }
      return runs;
    },
    refetchInterval: 10_000,
  });
  return (
    <Loaded query={query} lines={8}>
      {(all) => {
        const runs =
          filter === 'slow'
            ? all.filter(({ server_processing_ms }) => (server_processing_ms ?? 0) > 1000)
            : all;
        if (runs.length === 0)
          return (
            <p className="empty">
              No run is like that. Queries that are run in this database stand here.
            </p>
          );
        return (
          <>
            <DurationChart runs={runs} />
            <ScrollX label="Runs">
              <RunTable runs={runs} databaseId={databaseId} />
            </ScrollX>
            {all.length >= most && (
              <div>
                <Button onPress={() => setMost(most + shownRuns)}>Show older runs</Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function RunTable({
  runs,
  databaseId,
}: {
  readonly runs: readonly QueryRunInfo[];
  readonly databaseId: string;
}) {
  return (
    <ListTable
      columns={[
        'When',
        'Statement',
        'Status',
        { number: 'Took' },
        { number: 'Rows' },
        { number: 'Rows read' },
      ]}
    >
      {runs.map((run) => (
        <tr key={run.id}>
          <td className="nowrap">{timeText(run.created_at)}</td>
          <td>
            <code className="statement">{run.sql_text.slice(0, 300)}</code>
            {run.error_message && <div className="bad small">{run.error_message}</div>}
          </td>
          <td
            className={run.status === 'succeeded' ? 'good' : run.status === 'failed' ? 'bad' : ''}
          >
            {run.status}
            {run.reused_result_id ? (
              <div className="muted small">from an earlier result</div>
            ) : null}
          </td>
          <td className="number nowrap">
            {run.server_processing_ms == null ? '' : durationText(run.server_processing_ms)}
          </td>
          <td className="number">{run.row_count == null ? '' : countText(run.row_count)}</td>
          <td className="number">{run.rows_scanned == null ? '' : countText(run.rows_scanned)}</td>
          <td className="nowrap">
            <a
              href={hrefTo(['query'], { sql: run.sql_text, database: databaseId })}
              aria-label={`Open again: ${run.sql_text.slice(0, 60)}`}
            >
              Open again
            </a>
            {run.result_id && (
              <>
                {' '}
                <a
                  href={hrefTo(['results', databaseId, run.result_id])}
                  aria-label={`Result of ${run.sql_text.slice(0, 60)}`}
                >
                  Result
                </a>
              </>
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
