import { useEffect, useState } from 'react';
import type { SchemaNames } from '../api/schema.ts';
import { useKept } from '../kept-state.ts';
import { ResultPanel } from '../results/result-panel.tsx';
import type { Runs } from '../runs/runs.ts';
import { Problem } from '../ui/problem.tsx';
import { FirstTables } from './first-tables.tsx';
import type { EditorTab } from './tabs.ts';

/** Progress or outcome of a tab's last run. */
export function RunPane({
  tab,
  runs,
  names,
  onChoose,
}: {
  readonly tab: EditorTab;
  readonly runs: Runs;
  /** Null until known. */
  readonly names: SchemaNames | null;
  /** Receives a proposed text in an empty tab. */
  readonly onChoose: (sql: string) => void;
}) {
  const state = useKept(runs.states).get(tab.id);
  if (!state) {
    return (
      <div className="run-pane">
        <p className="run-hint muted">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs the statement at the cursor, or what is selected.
        </p>
        {names !== null && tab.sql.trim() === '' && <FirstTables {...{ names, onChoose }} />}
      </div>
    );
  }
  if (state.kind === 'running')
    return <Running since={state.startedAt} isInBackground={state.runId !== null} />;
  if (state.kind === 'cancelled')
    return (
      <p className="run-hint" role="status">
        The query was cancelled. Nothing was kept.
      </p>
    );
  if (state.kind === 'failed') {
    return (
      <div className="run-problem">
        <Problem error={state.error} />
      </div>
    );
  }
  return (
    <ResultPanel
      key={state.answer.runId}
      answer={state.answer}
      runs={runs}
      viewKey={`view of ${tab.id}`}
    />
  );
}

function Running({
  since,
  isInBackground,
}: {
  readonly since: number;
  readonly isInBackground: boolean;
}) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 200);
    return () => window.clearInterval(timer);
  }, []);
  const seconds = Math.max(0, (now - since) / 1000);
  return (
    <div className="run-hint" role="status" aria-label="The query runs">
      <span className="running-bar" aria-hidden="true" />
      <span aria-hidden="true">{seconds.toFixed(1)} s</span>
      {isInBackground && <span className="muted"> It goes on when you leave this page.</span>}
    </div>
  );
}
