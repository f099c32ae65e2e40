import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { SchemaNames } from '../api/schema.ts';
import { colours, look } from './editor-look.ts';
import { functionCompletions } from './function-names.ts';
import type { ProblemPlace } from './problem-place.ts';
import { columnCompletions, schemaOf } from './schema-completions.ts';
import { statementAt } from './statement-at.ts';

export interface EditorProblem extends ProblemPlace {
  readonly message: string;
}

interface Listeners {
  readonly label: string;
  onChange(text: string): void;
  onRun(): void;
}

/**
 * CodeMirror in a shadow root, where styles are adopted as sheets; a strict policy refuses style
 * elements of the page.
 */
export class EditorHost {
  readonly #view: EditorView;
  readonly #language = new Compartment();

  constructor(element: HTMLElement, listeners: Listeners) {
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        extensions: [this.#language.of(languageOf([])), ...extensionsFor(listeners)],
      }),
    });
  }

  /** Accepts a text from outside the editor; an own text keeps the cursor. */
  show(text: string): void {
    const { state } = this.#view;
    if (state.doc.toString() === text) return;
    this.#view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      annotations: [],
    });
  }

  complete(names: SchemaNames): void {
    this.#view.dispatch({ effects: this.#language.reconfigure(languageOf(names)) });
  }

  mark(problem: EditorProblem | null): void {
    const { state } = this.#view;
    const isThere = problem !== null && problem.from < state.doc.length;
    const diagnostics = isThere
      ? [
          {
            from: problem.from,
            to: Math.min(problem.to, state.doc.length),
            severity: 'error' as const,
            message: problem.message,
            actions: actionsOf(problem),
          },
        ]
      : [];
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  textToRun(): { readonly sql: string; readonly offset: number } {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const part = from < to ? { from, to } : statementAt(state, from);
    const text = state.sliceDoc(part.from, part.to);
    const blanks = text.length - text.trimStart().length;
    return { sql: text.trim(), offset: part.from + blanks };
  }

  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text));
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

function extensionsFor({ label, onChange, onRun }: Listeners): Extension[] {
  const run = (view: EditorView) => {
    closeCompletion(view);
    onRun();
    return true;
  };
  return [
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    colours,
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    // Tab moves on to the next control, as everywhere: who indents has Ctrl-].
    keymap.of([
      { key: 'Mod-Enter', run },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}

function languageOf(names: SchemaNames): Extension {
  return [
    sql({ dialect: PostgreSQL, ...schemaOf(names), upperCaseKeywords: true }),
    PostgreSQL.language.data.of({ autocomplete: functionCompletions }),
    PostgreSQL.language.data.of({ autocomplete: columnCompletions(names) }),
  ];
}

function actionsOf({ fix }: EditorProblem) {
  if (fix === undefined) return [];
  const apply = (view: EditorView, from: number, to: number) =>
    view.dispatch({ changes: { from, to, insert: fix } });
  return [{ name: `Replace by ${fix}`, apply }];
}
