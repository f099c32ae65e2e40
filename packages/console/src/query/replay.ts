import { useEffect } from 'react';
import { KeptState, useKept } from '../kept-state.ts';
import { goTo } from '../router.ts';
import type { Runs } from '../runs/runs.ts';
import type { DialectId } from './dialects.ts';
import type { EditorTabs } from './tabs.ts';

interface Replayed {
  readonly sql: string;
  readonly databaseId: string;
  readonly dialect: DialectId;
}

/**
 * A replay has no address, because others could write one. A link shows a text, and the reader
 * decides to run the text.
 */
const replayed = new KeptState<Replayed | null>(null);

/** Repeats the statement of an earlier run in a new tab. */
export function replay(run: Replayed): void {
  replayed.set(run);
  goTo(['query']);
}

export function useReplay(tabs: EditorTabs, runs: Runs): void {
  const wanted = useKept(replayed);
  useEffect(() => {
    if (wanted === null || replayed.get() !== wanted) return;
    replayed.set(null);
    const { sql, databaseId, dialect } = wanted;
    const id = tabs.add({ sql, databaseId, dialect });
    const request = { sql, offset: 0, databaseId, dialect };
    void runs.start(id, request, (runId) => tabs.change(id, { run: { id: runId, databaseId } }));
  }, [wanted, tabs, runs]);
}
