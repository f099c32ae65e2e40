import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  Button,
  Form,
  Input,
  Tab,
  TabList,
  TabPanel,
  Tabs,
  TextField,
} from 'react-aria-components';
import { readyResult } from '../api/ready-result.ts';
import { useKept } from '../kept-state.ts';
import type { RunAnswer, Runs } from '../runs/runs.ts';
import { useClient } from '../session/session.ts';
import { quoted } from '../sql/quoted.ts';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { ExplainedPlan, ProfilePanel } from './plan-panel.tsx';
import { ResultActions } from './result-actions.tsx';
import { ResultGrid, type SortOrder } from './result-grid.tsx';
import { ResultRows } from './result-rows.ts';

interface Properties {
  readonly answer: RunAnswer;
  readonly runs: Runs;
  /** Key of the runs that sort and filter the result. */
  readonly viewKey: string;
}

/** A kept result: rows, chart, columns and plan. */
export function ResultPanel({ answer, runs, viewKey }: Properties) {
  const [view, setView] = useState<{ sort: SortOrder | null; filter: string }>({
    sort: null,
    filter: '',
  });
  const isView = view.sort !== null || view.filter !== '';
  const state = useKept(runs.states).get(viewKey);
  const shown = isView && state?.kind === 'done' ? state.answer : answer;
  const isPlan = answer.columns.length === 1 && answer.columns[0] === 'QUERY PLAN';

  /** Sorts and filters by a query over the kept result, so nothing is computed again. */
  function look(next: typeof view) {
    setView(next);
    if (next.sort === null && next.filter === '') return;
    const where = next.filter === '' ? '' : `\nWHERE ${next.filter}`;
    const order = next.sort
      ? `\nORDER BY ${quoted(next.sort.column)}${next.sort.isDescending ? ' DESC' : ''} NULLS LAST`
      : '';
    const sql = `SELECT * FROM quern.results.${answer.resultId}${where}${order}`;
    void runs.start(
      viewKey,
      { sql, offset: 0, databaseId: answer.databaseId, dialect: 'hotsql' },
      () => {},
    );
  }
  function sortBy(column: string) {
    const { sort } = view;
    if (sort?.column !== column) return look({ ...view, sort: { column, isDescending: false } });
    look({ ...view, sort: sort.isDescending ? null : { column, isDescending: true } });
  }
  if (isPlan) return <ExplainedPlan rows={answer.rows} />;
  return (
    <Tabs className="result" defaultSelectedKey={answer.isProfiled ? 'profile' : 'rows'}>
      <ResultHead
        {...{ answer, shown }}
        filter={view.filter}
        apply={(filter) => look({ ...view, filter })}
      />
      {shown.warning && <p className="problem">{shown.warning}</p>}
      {isView && state?.kind === 'failed' && <Problem error={state.error} />}
      <TabPanel id="rows" className="result-body">
        {isView && state?.kind === 'running' ? (
          <Skeleton lines={6} />
        ) : (
          <RowsOf answer={shown} sort={view.sort} onSort={answer.resultId ? sortBy : null} />
        )}
      </TabPanel>
      <TabPanel id="chart" className="result-body">
        <ChartOf answer={shown} />
      </TabPanel>
      {answer.resultId && (
        <TabPanel id="columns" className="result-body scrolls">
          <ColumnsPanel
            databaseId={shown.databaseId}
            resultId={shown.resultId ?? answer.resultId}
            columns={shown.columns}
          />
        </TabPanel>
      )}
      {answer.runId !== '' && (
        <TabPanel id="profile" className="result-body scrolls">
          <ProfilePanel databaseId={answer.databaseId} runId={answer.runId} />
        </TabPanel>
      )}
    </Tabs>
  );
}

function useRows({ databaseId, resultId, rows, totalRows }: RunAnswer): ResultRows {
  const client = useClient();
  return useMemo(
    () => new ResultRows({ client, databaseId, resultId, totalRows, firstRows: rows }),
    [client, databaseId, resultId, totalRows, rows],
  );
}

function RowsOf({
  answer,
  sort,
  onSort,
}: {
  readonly answer: RunAnswer;
  readonly sort: SortOrder | null;
  readonly onSort: ((column: string) => void) | null;
}) {
  const client = useClient();
  const rows = useRows(answer);
  const { resultId, databaseId } = answer;
  const { data } = useQuery({
    queryKey: ['column types', resultId],
    queryFn: ({ signal }) =>
      readyResult(client, { id: resultId ?? '', database_id: databaseId, limit: 0 }, { signal }),
    enabled: resultId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (answer.totalRows === 0)
    return (
      <p className="empty">The query gives no rows. Its columns: {answer.columns.join(', ')}.</p>
    );
  const types = data?.column_types ?? [];
  return (
    <ResultGrid
      label="Rows of the result"
      columns={answer.columns}
      {...{ types, rows, sort, onSort }}
      firstRows={answer.rows}
    />
  );
}

function ChartOf({ answer }: { readonly answer: RunAnswer }) {
  const rows = useRows(answer);
  return <ChartPanel id={answer.resultId ?? answer.runId} columns={answer.columns} rows={rows} />;
}

function FilterForm({
  filter,
  apply,
}: {
  readonly filter: string;
  readonly apply: (filter: string) => void;
}) {
  return (
    <Form
      className="filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply(String(new FormData(event.currentTarget).get('filter') ?? '').trim());
      }}
    >
      <TextField name="filter" aria-label="Condition that rows must meet" defaultValue={filter}>
        <Input placeholder="Filter: price > 10" spellCheck={false} />
      </TextField>
      <Button type="submit">Filter</Button>
    </Form>
  );
}

interface HeadProperties {
  readonly answer: RunAnswer;
  /** The answer, or the sorted and filtered answer. */
  readonly shown: RunAnswer;
  readonly filter: string;
  readonly apply: (filter: string) => void;
}

function ResultHead({ answer, shown, filter, apply }: HeadProperties) {
  return (
    <div className="result-head">
      <TabList aria-label="Result">
        <Tab id="rows">Rows</Tab>
        <Tab id="chart">Chart</Tab>
        {answer.resultId && <Tab id="columns">Columns</Tab>}
        {answer.runId !== '' && <Tab id="profile">Profile</Tab>}
      </TabList>
      <span className="muted small" role="status">
        {shown.totalRows.toLocaleString('en')} {shown.totalRows === 1 ? 'row' : 'rows'}
        {shown.elapsedMs === null ? '' : `, ${shown.elapsedMs.toLocaleString('en')} ms`}
      </span>
      <span className="spring" />
      {answer.resultId && <FilterForm filter={filter} apply={apply} />}
      {shown.resultId && (
        <ResultActions
          databaseId={shown.databaseId}
          resultId={shown.resultId}
          totalRows={shown.totalRows}
        />
      )}
    </div>
  );
}
