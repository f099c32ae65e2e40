import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { colours, look } from './editor-look.ts';

/** Two texts side by side, with marked differences. */
export function TextDifference({
  earlier,
  later,
}: {
  readonly earlier: string;
  readonly later: string;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const root = element.current.shadowRoot ?? element.current.attachShadow({ mode: 'open' });
    const side = (doc: string, label: string) => ({
      doc,
      extensions: [
        sql({ dialect: PostgreSQL }),
        colours,
        look,
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label }),
      ],
    });
    const view = new MergeView({
      a: side(earlier, 'Earlier version'),
      b: side(later, 'Present text'),
      parent: root,
      root,
    });
    return () => view.destroy();
  }, [earlier, later]);
  return <div className="difference" ref={element} />;
}
