import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Button, TabPanel, Tabs } from 'react-aria-components';
import { useDatabase, useDatabases } from '../api/databases.ts';
import { catalogsQuery, namesOf } from '../api/schema.ts';
import { KeptState, useKept } from '../kept-state.ts';
import { hrefTo, replaceAddress, useRoute } from '../router.ts';
import { Runs } from '../runs/runs.ts';
import { tabsKeyOf, useMay, useSession, wordsOf } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { notify } from '../ui/toasts.tsx';
import { dialectOf } from './dialects.ts';
import { EditorPane } from './editor-pane.tsx';
import { openSaved } from './open-saved.ts';
import { useReplay } from './replay.ts';
import { RunPane } from './run-pane.tsx';
import type { SqlEditorHandle } from './sql-editor.tsx';
import { TabBar } from './tab-bar.tsx';
import { type EditorTab, EditorTabs } from './tabs.ts';
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
    if (known?.key === key) return known;
    return { key, tabs: new EditorTabs(tabsKeyOf(identity, workspaceId)), runs: new Runs(client) };
  }, [key, identity, workspaceId, client]);
  useEffect(() => bench.set(made), [made]);
  useEffect(() => made.tabs.listen(), [made]);
  return made;
}

/** A link from another page with a text or a saved query opens a tab. */
function useTextOfLink(tabs: EditorTabs): void {
  const { client } = useSession();
  const { parameters } = useRoute();
  const [sql, saved, databaseId, dialect] = [
    parameters.get('sql'),
    parameters.get('saved'),
    parameters.get('database'),
    dialectOf(parameters.get('dialect')).id,
  ];
  useEffect(() => {
    if (sql === null && saved === null) return;
    replaceAddress(['query']);
    if (sql !== null) tabs.add({ sql, databaseId, dialect });
    if (saved !== null)
      openSaved(client, tabs, saved).catch((error: unknown) => notify(wordsOf(error)));
  }, [sql, saved, databaseId, dialect, tabs, client]);
}

export function QueryPage() {
  const { tabs, runs } = useBench();
  const { query, databases, current, isReady } = useDatabases();
  const all = useKept(tabs.tabs);
  const frontId = useKept(tabs.frontId);
  const open = all.filter(({ isClosed }) => !isClosed);
  const front = open.find(({ id }) => id === frontId) ?? open[0];
  const editor = useRef<SqlEditorHandle>(null);

  useTextOfLink(tabs);
  useReplay(tabs, runs);
  const own = useDatabase(front?.databaseId ?? null, databases, isReady);
  useEffect(() => {
    // The tab then stays with the database, even if new databases appear.
    if (front?.databaseId === null && current !== null)
      tabs.change(front.id, { databaseId: current });
  }, [front, current, tabs]);

  if (!front) return null;
  if (!isReady)
    return (
      <section className="page">
        <Loaded query={query}>{() => null}</Loaded>
      </section>
    );
  if (front.databaseId === null && databases.length === 0) return <NoDatabase />;
  if (own === 'unknown') return <Skeleton lines={6} />;
  const isListed = own === 'gone' || databases.some(({ id }) => id === own.id);
  const offered = isListed ? databases : [own, ...databases];
  return (
    <Tabs
      className="query-page"
      selectedKey={front.id}
      onSelectionChange={(id) => tabs.bringToFront(String(id))}
    >
      <h1 className="hidden-label">Query</h1>
      <TabBar tabs={tabs} open={open} front={front} />
      <TabPanel key={front.id} id={front.id} className="query-body">
        <Workbench
          {...{ editor, tabs, runs, front }}
          databases={offered}
          databaseId={own === 'gone' ? null : own.id}
        />
      </TabPanel>
    </Tabs>
  );
}

interface WorkbenchProperties {
  readonly editor: RefObject<SqlEditorHandle | null>;
  readonly tabs: EditorTabs;
  readonly runs: Runs;
  readonly front: EditorTab;
  readonly databases: readonly { readonly id: string; readonly name?: string | null }[];
  /** Null if the tab's database is gone. */
  readonly databaseId: string | null;
}

/** Text of a tab, with the outcome below. */
function Workbench({ editor, tabs, runs, front, databases, databaseId }: WorkbenchProperties) {
  const { client } = useSession();
  const { data: catalogs } = useQuery({
    ...catalogsQuery(client, databaseId ?? ''),
    enabled: useMay('databases:read') && databaseId !== null,
  });
  const names = useMemo(() => namesOf(catalogs ?? []), [catalogs]);
  return (
    <>
      <EditorPane ref={editor} {...{ tabs, runs, front, databases, databaseId, names }} />
      <RunPane
        tab={front}
        runs={runs}
        names={catalogs ? names : null}
        onChoose={(sql) => {
          tabs.change(front.id, { sql });
          editor.current?.focus();
        }}
      />
    </>
  );
}

function NoDatabase() {
  return (
    <section className="page">
      <h1>Query</h1>
      <div className="empty">
        <p>
          There is no database in this workspace yet. A database holds tables, and every query runs
          in one.
        </p>
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
