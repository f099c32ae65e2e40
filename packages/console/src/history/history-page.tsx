import type { Client, QueryRunInfo, WorkspaceQueryRun } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useDatabases } from '../api/databases.ts';
import { dialectOf } from '../query/dialects.ts';
import { replay } from '../query/replay.ts';
import { hrefTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText, durationText, timeText } from '../ui/numbers.ts';
import { Picker } from '../ui/picker.tsx';
import { DurationChart } from './duration-chart.tsx';
import '../styles/data.css';

/** A run that takes longer is slow. */
const slowMs = 1000;

/** Runs per page. */
const shownRuns = 200;

const filters = [
  { id: 'all', label: 'All runs' },
  { id: 'failed', label: 'Failed' },
  { id: 'running', label: 'Running' },
  { id: 'cancelled,interrupted', label: 'Cancelled or interrupted' },
  { id: 'slow', label: 'Slow (over 1 s)' },
];

/** Stands for all databases; ids of databases have another form. */
const everywhere = 'all';

type Run = QueryRunInfo & Partial<Pick<WorkspaceQueryRun, 'database_id' | 'database_name'>>;

/** Runs of the workspace, or of one database: durations and failures. */
export function HistoryPage() {
  const { query, databases, isReady } = useDatabases();
  const [chosen, setChosen] = useState(everywhere);
  const [filter, setFilter] = useState('all');
  return (
    <section className="page">
      <div className="page-head">
        <h1>History</h1>
        <span className="spring" />
        <Picker
          label="Database"
          isLabelHidden
          value={chosen}
          options={[
            { id: everywhere, label: 'All databases' },
            ...databases.map(({ id, name }) => ({ id, label: name ?? id })),
          ]}
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
      ) : (
        <RunsOf chosen={chosen} filter={filter} />
      )}
    </section>
  );
}

/** The newest runs of the workspace or of one database, at most `most`. */
async function readRuns(
  client: Client,
  chosen: string,
  filter: string,
  most: number,
  signal: AbortSignal,
): Promise<Run[]> {
  const status = filter === 'all' || filter === 'slow' ? undefined : filter;
  const listing =
    chosen === everywhere
      ? client.queryRuns.listAll(
          { status, limit: 100, ...(filter === 'slow' && { slower_than_ms: slowMs }) },
          { signal },
        )
      : client.queryRuns.list({ database_id: chosen, status, limit: 100 }, { signal });
  const runs: Run[] = [];
  for await (const run of listing) {
    runs.push(run);
    if (runs.length >= most) break;
  }
  return runs;
}

function RunsOf({ chosen, filter }: { readonly chosen: string; readonly filter: string }) {
  const client = useClient();
  const [most, setMost] = useState(shownRuns);
  const query = useQuery({
    queryKey: ['runs', chosen, filter, most],
    queryFn: ({ signal }) => readRuns(client, chosen, filter, most, signal),
    refetchInterval: 10_000,
  });
  return (
    <Loaded query={query} lines={8}>
      {(all) => {
        const runs =
          filter === 'slow'
            ? all.filter(({ server_processing_ms }) => (server_processing_ms ?? 0) > slowMs)
            : all;
        if (runs.length === 0)
          return (
            <p className="empty">
              No run is like that. Queries that are run stand here, whoever ran them.
            </p>
          );
        return (
          <>
            <DurationChart runs={runs} />
            <RunTable runs={runs} chosen={chosen} />
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

function RunTable({ runs, chosen }: { readonly runs: readonly Run[]; readonly chosen: string }) {
  const isOfAll = chosen === everywhere;
  return (
    <ListTable
      label="Runs"
      columns={[
        'When',
        ...(isOfAll ? ['Database'] : []),
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
          {isOfAll && <td>{run.database_name ?? <span className="muted">deleted</span>}</td>}
          <td>
            <code className="statement">{run.sql_text.slice(0, 300)}</code>
            {run.dialect && run.dialect !== 'hotsql' && (
              <div className="muted small">{dialectOf(run.dialect).label}</div>
            )}
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
            <RunLinks run={run} databaseId={run.database_id ?? chosen} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/**
 * Actions on a run: repeat the statement, show the result. Runs of a deleted database have neither.
 */
function RunLinks({ run, databaseId }: { readonly run: Run; readonly databaseId: string }) {
  if (run.database_name === null) return null;
  const start = run.sql_text.slice(0, 60);
  const dialect = dialectOf(run.dialect).id;
  return (
    <>
      <a
        href={hrefTo(['query'], { sql: run.sql_text, database: databaseId, dialect })}
        aria-label={`Open again: ${start}`}
      >
        Open
      </a>{' '}
      <Button
        className="link"
        aria-label={`Run again: ${start}`}
        onPress={() => replay({ sql: run.sql_text, databaseId, dialect })}
      >
        Run again
      </Button>
      {run.result_id && (
        <>
          {' '}
          <a
            href={hrefTo(['results', databaseId, run.result_id])}
            aria-label={`Result of ${start}`}
          >
            Result
          </a>
        </>
      )}
    </>
  );
}
