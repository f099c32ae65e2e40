import { type RefObject, useEffect, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { useChooseDatabase } from '../api/databases.ts';
import type { SchemaNames } from '../api/schema.ts';
import { useKept } from '../kept-state.ts';
import type { RunState, Runs } from '../runs/runs.ts';
import { useMay, wordsOf } from '../session/session.ts';
import { Picker } from '../ui/picker.tsx';
import { dialects } from './dialects.ts';
import type { EditorProblem } from './editor-host.ts';
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
  /** Null if the tab's database is gone. */
  readonly databaseId: string | null;
  readonly names: SchemaNames;
}

/** Text of a tab with the run buttons. */
export function EditorPane({ ref, tabs, runs, front, databases, databaseId, names }: Properties) {
  const state = useKept(runs.states).get(front.id);
  const { run } = front;
  useEffect(() => {
    if (run) void runs.resume(front.id, run);
  }, [run, runs, front.id]);

  const problem = useMemo(
    () => (state?.kind === 'failed' ? problemOf(state, front.sql) : null),
    [state, front.sql],
  );

  function start(prefix = '', isProfiled = false) {
    const text = ref.current?.textToRun();
    if (!text || text.sql === '' || databaseId === null) return;
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
    tabs.change(front.id, {
      sql: front.sql.slice(0, problem.from) + problem.fix + front.sql.slice(problem.to),
    });
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
      {databaseId === null && (
        <p className="fix" role="alert">
          The database of this tab is gone. What is written stays; choose the database to run it in.
        </p>
      )}
      {problem?.fix !== undefined && (
        <div className="fix">
          <span>The nearest name:</span>
          <Button onPress={fix}>Replace by {problem.fix}</Button>
        </div>
      )}
    </div>
  );
}

/** Position of a run's error in the present text; null after a change there. */
function problemOf(
  { error, sql, offset }: Extract<RunState, { kind: 'failed' }>,
  text: string,
): EditorProblem | null {
  const message = wordsOf(error);
  const place = sql === '' ? null : placeOf(message, sql);
  if (!place) return null;
  const [from, to] = [place.from + offset, place.to + offset];
  if (from < 0 || text.slice(from, to) !== sql.slice(place.from, place.to)) return null;
  return { ...place, from, to, message };
}

interface ToolbarProperties
  extends Pick<Properties, 'tabs' | 'front' | 'databases' | 'databaseId'> {
  readonly isRunning: boolean;
  readonly start: (prefix?: string, isProfiled?: boolean) => void;
  readonly stop: () => void;
}

function Toolbar({
  tabs,
  front,
  databases,
  databaseId,
  isRunning,
  start,
  stop,
}: ToolbarProperties) {
  const maySave = useMay('saved_queries:read');
  const choose = useChooseDatabase();
  const isIdle = !isRunning && databaseId !== null;
  return (
    <div className="actions toolbar">
      {isRunning ? (
        <Button className="danger" onPress={stop}>
          Cancel
        </Button>
      ) : (
        <Button className="primary" onPress={() => start()} isDisabled={!isIdle}>
          Run
        </Button>
      )}
      <Button onPress={() => start('EXPLAIN ')} isDisabled={!isIdle}>
        Explain
      </Button>
      <Button onPress={() => start('', true)} isDisabled={!isIdle}>
        Profile
      </Button>
      <Picker
        label="Database"
        isLabelHidden
        value={databaseId}
        placeholder="Choose a database"
        options={databases.map(({ id, name }) => ({ id, label: name ?? id }))}
        onChange={(id) => {
          choose(id);
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
