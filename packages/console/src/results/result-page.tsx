import type { Client } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readyResult } from '../api/ready-result.ts';
import { useRoute } from '../router.ts';
import { type RunAnswer, Runs } from '../runs/runs.ts';
import { useClient } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { ResultPanel } from './result-panel.tsx';
import { pageRows } from './result-rows.ts';
import '../styles/query.css';

/** A kept result by link. */
export function ResultPage() {
  const client = useClient();
  const [, databaseId = '', resultId = ''] = useRoute().segments;
  const runs = useMemo(() => new Runs(client), [client]);
  const query = useQuery({
    queryKey: ['result', databaseId, resultId],
    queryFn: ({ signal }) => readResult(client, databaseId, resultId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className="result-page">
      <h1>Result</h1>
      <Loaded query={query} lines={8}>
        {(answer) => <ResultPanel answer={answer} runs={runs} viewKey="view" />}
      </Loaded>
    </section>
  );
}

async function readResult(
  client: Client,
  databaseId: string,
  id: string,
  signal: AbortSignal,
): Promise<RunAnswer> {
  const first = await readyResult(
    client,
    { id, database_id: databaseId, limit: pageRows },
    { signal },
  );
  return {
    runId: '',
    databaseId,
    resultId: id,
    columns: first.columns ?? [],
    rows: first.rows ?? [],
    totalRows: first.total_row_count ?? 0,
    elapsedMs: null,
    warning: null,
    isProfiled: false,
  };
}
