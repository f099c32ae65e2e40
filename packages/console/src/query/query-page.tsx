import { useEffect, useMemo, useRef } from 'react';
import { Button, TabPanel, Tabs } from 'react-aria-components';
import { useDatabases } from '../api/databases.ts';
import { KeptState, useKept } from '../kept-state.ts';
import { hrefTo, useRoute } from '../router.ts';
import { Runs } from '../runs/runs.ts';
import { useSession } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { EditorPane } from './editor-pane.tsx';
import { RunPane } from './run-pane.tsx';
import type { SqlEditorHandle } from './sql-editor.tsx';
import { TabBar } from './tab-bar.tsx';
import { EditorTabs } from './tabs.ts';
import '../styles/query.css';

interface Bench {
  readonly key: string;
  readonly tabs: EditorTabs;
  readonly runs: Runs;
}

/** Outlives the page: runs go on while another page is looked at. */
const bench = new KeptState<Bench | null>(null);

function useBench(): Bench {
  const { client, workspaceId, identity } = useSession();
  const key = `${workspaceId} ${identity.id}`;
  const made = useMemo(() => {
    const known = bench.get();
    return known?.key === key ? known : { key, tabs: new EditorTabs(workspaceId), runs: new Runs(client) };
  }, [key, workspaceId, client]);
  useEffect(() => bench.set(made), [made]);
  useEffect(() => made.tabs.listen(), [made]);
  return made;
}

export function QueryPage() {
  const { tabs, runs } = useBench();
  const { query, databases, current, isReady } = useDatabases();
  const { parameters } = useRoute();
  const all = useKept(tabs.tabs);
  const frontId = useKept(tabs.frontId);
  const open = all.filter(({ isClosed }) => !isClosed);
  const front = open.find(({ id }) => id === frontId) ?? open[0];
  const editor = useRef<SqlEditorHandle>(null);

  // A link from another page brings a text: it gets a tab of its own.
  const given = parameters.get('sql');
  useEffect(() => {
    if (given === null) return;
    window.history.replaceState(null, '', hrefTo(['query']));
    tabs.add({ sql: given, databaseId: parameters.get('database') });
  }, [given, parameters, tabs]);

  if (!front) return null;
  if (!isReady)
    return (
      <section className="page">
        <Loaded query={query}>{() => null}</Loaded>
      </section>
    );
  const databaseId = databases.find(({ id }) => id === front.databaseId)?.id ?? current;
  if (databaseId === null) return <NoDatabase />;
  return (
    <Tabs className="query-page" selectedKey={front.id} onSelectionChange={(id) => tabs.bringToFront(String(id))}>
      <h1 className="hidden-label">Query</h1>
      <TabBar tabs={tabs} open={open} front={front} />
      <TabPanel key={front.id} id={front.id} className="query-body">
        <EditorPane ref={editor} {...{ tabs, runs, front, databases, databaseId }} />
        <RunPane tab={front} runs={runs} />
      </TabPanel>
    </Tabs>
  );
}

function NoDatabase() {
  return (
    <section className="page">
      <h1>Query</h1>
      <div className="empty">
        <p>There is no database in this workspace yet. A database holds tables, and every query runs in one.</p>
        <Button
          className="primary"
          onPress={() => {
            window.location.hash = hrefTo(['data']);
          }}
        >
          Make a database
        </Button>
      </div>
    </section>
  );
}
