import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** The statement at or before a position. */
export function statementAt(state: EditorState, place: number): { from: number; to: number } {
  const statements: { from: number; to: number }[] = [];
  syntaxTree(state)
    .topNode.cursor()
    .iterate((node) => {
      if (node.name === 'Statement') statements.push({ from: node.from, to: node.to });
      return node.name === 'Script';
    });
  if (statements.length < 2) return { from: 0, to: state.doc.length };
  const before = statements.filter(({ from }) => from <= place);
  const found = before.at(-1) ?? statements[0];
  return found ?? { from: 0, to: state.doc.length };
}
