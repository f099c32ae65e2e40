import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { SchemaNames } from '../api/schema.ts';
import { EditorHost, type EditorProblem } from './editor-host.ts';

export interface SqlEditorHandle {
  /** Text to run: the selection, else the statement at the cursor. */
  textToRun(): { readonly sql: string; readonly offset: number };
  insert(text: string): void;
  focus(): void;
}

interface Properties {
  readonly ref?: Ref<SqlEditorHandle>;
  readonly label: string;
  readonly value: string;
  readonly names: SchemaNames;
  readonly problem: EditorProblem | null;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
}

/**
 * PostgreSQL's SQL with colours, completion and the place of the last error. Ctrl-Enter (or
 * Command-Enter) runs.
 */
export function SqlEditor({ ref, label, value, names, problem, onChange, onRun }: Properties) {
  const element = useRef<HTMLDivElement>(null);
  const host = useRef<EditorHost>(null);
  const told = useRef({ onChange, onRun });
  told.current = { onChange, onRun };

  useEffect(() => {
    if (!element.current) return;
    const made = new EditorHost(element.current, {
      label,
      onChange: (text) => told.current.onChange(text),
      onRun: () => told.current.onRun(),
    });
    host.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => host.current?.show(value), [value]);
  useEffect(() => host.current?.complete(names), [names]);
  useEffect(() => host.current?.mark(problem), [problem]);

  useImperativeHandle(ref, () => ({
    textToRun: () => host.current?.textToRun() ?? { sql: value, offset: 0 },
    insert: (text) => host.current?.insert(text),
    focus: () => host.current?.focus(),
  }));
  return <div className="editor" ref={element} />;
}
