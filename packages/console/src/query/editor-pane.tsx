import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { chooseDatabase } from '../api/databases.ts';
import { catalogsQuery, namesOf } from '../api/schema.ts';
import { useKept } from '../kept-state.ts';
import type { Runs } from '../runs/runs.ts';
import { useMay, useSession, wordsOf } from '../session/session.ts';
import { Picker } from '../ui/picker.tsx';
import { dialects } from './dialects.ts';
import { placeOf } from './problem-place.ts';
import { SavedQueries } from './saved-queries.tsx';
import { SqlEditor, type SqlEditorHandle } from './sql-editor.tsx';
import type { EditorTab, EditorTabs } from './tabs.ts';

interface Properties {
  readonly ref: RefObject<SqlEditorHandle | null>;
  readonly tabs: EditorTabs;
  readonly runs: Runs;
  readonly front: EditorTab;
  readonly databases: readonly { readonly id: string; readonly name?: string | null }[];
  readonly databaseId: string;
}

/** The text of a tab with what runs it. */
export function EditorPane({ ref, tabs, runs, front, databases, databaseId }: Properties) {
  const { client } = useSession();
  const state = useKept(runs.states).get(front.id);
  const [place, setPlace] = useState<{ sql: string; error: unknown } | null>(null);
  const { data: catalogs } = useQuery({ ...catalogsQuery(client, databaseId), enabled: useMay('databases:read') });
  const names = useMemo(() => namesOf(catalogs ?? []), [catalogs]);
  const { run } = front;
  useEffect(() => {
    if (run) void runs.resume(front.id, run);
  }, [run, runs, front.id]);

  const failed = state?.kind === 'failed' && place?.error !== state.error ? state : null;
  const problem = useMemo(() => {
    if (!failed) return null;
    const message = wordsOf(failed.error);
    const found = placeOf(message, failed.sql);
    return found && { ...found, from: found.from + failed.offset, to: found.to + failed.offset, message };
  }, [failed]);

  function start(prefix = '', isProfiled = false) {
    const text = ref.current?.textToRun();
    if (!text || text.sql === '') return;
    setPlace(null);
    const request = {
      sql: prefix + text.sql,
      offset: text.offset - prefix.length,
      databaseId,
      dialect: front.dialect,
      isProfiled,
    };
    void runs.start(front.id, request, (id) => tabs.change(front.id, { run: { id, databaseId } }));
  }
  function fix() {
    if (!problem?.fix) return;
    tabs.change(front.id, { sql: front.sql.slice(0, problem.from) + problem.fix + front.sql.slice(problem.to) });
    setPlace({ sql: front.sql, error: failed?.error });
    ref.current?.focus();
  }
  return (
    <div className="editor-pane">
      <Toolbar
        {...{ tabs, front, databases, databaseId, start }}
        isRunning={state?.kind === 'running'}
        stop={() => runs.stop(front.id)}
      />
      <SqlEditor
        ref={ref}
        label={`SQL of ${front.title}`}
        value={front.sql}
        names={names}
        problem={problem}
        onChange={(sql) => tabs.change(front.id, { sql })}
        onRun={() => start()}
      />
      {problem?.fix !== undefined && (
        <div className="fix">
          <span>The nearest name:</span>
          <Button onPress={fix}>Replace by {problem.fix}</Button>
        </div>
      )}
    </div>
  );
}

interface ToolbarProperties extends Pick<Properties, 'tabs' | 'front' | 'databases' | 'databaseId'> {
  readonly isRunning: boolean;
  readonly start: (prefix?: string, isProfiled?: boolean) => void;
  readonly stop: () => void;
}

function Toolbar({ tabs, front, databases, databaseId, isRunning, start, stop }: ToolbarProperties) {
  const maySave = useMay('saved_queries:read');
  return (
    <div className="actions toolbar">
      {isRunning ? (
        <Button className="danger" onPress={stop}>
          Cancel
        </Button>
      ) : (
        <Button className="primary" onPress={() => start()}>
          Run
        </Button>
      )}
      <Button onPress={() => start('EXPLAIN ')} isDisabled={isRunning}>
        Explain
      </Button>
      <Button onPress={() => start('', true)} isDisabled={isRunning}>
        Profile
      </Button>
      <Picker
        label="Database"
        isLabelHidden
        value={databaseId}
        options={databases.map(({ id, name }) => ({ id, label: name ?? id }))}
        onChange={(id) => {
          chooseDatabase(id);
          tabs.change(front.id, { databaseId: id });
        }}
      />
      <Picker
        label="Dialect"
        isLabelHidden
        value={front.dialect}
        options={dialects}
        onChange={(dialect) => tabs.change(front.id, { dialect })}
      />
      <span className="spring" />
      {maySave && <SavedQueries tabs={tabs} front={front} />}
    </div>
  );
}
