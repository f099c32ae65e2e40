import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript-api';
import { describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const folders = ['server/src', 'client/src', 'contract/src'];

/** Files whose patterns meet short texts only, with the reason. */
const shortTexts: Readonly<Record<string, string>> = {
  'server/src/cli/known-names.ts': 'a line that its user types at a terminal',
  'server/src/http/serve-console.ts': 'paths of the files that the service comes with',
  'server/src/plan/hotsql/resolve/written-type.ts': 'the text is measured first',
  'server/src/values/money.ts': 'runs of blanks are made one first',
  'server/src/engine/ingest/declared-types.ts':
    'names of types, of at most some hundred characters',
  'server/src/engine/ingest/map-ingest-error.ts':
    "sentences of DuckDB's own, in which it cuts a file's lines",
};

interface Pattern {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function patternsOf(path: string): readonly Pattern[] {
  const file = relative(packages, path);
  const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push({ file, line: line + 1, text: node.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('.test.ts'));
}

/** True if the pattern takes more than linear time on some text. */
function isSlow({ text }: Pattern): boolean {
  const end = text.lastIndexOf('/');
  const pattern = { source: text.slice(1, end), flags: text.slice(end + 1) };
  return analyse(pattern, { maxReports: 1 }).reports.length > 0;
}

describe('regular expressions over texts of callers', () => {
  const slow = folders
    .flatMap((folder) => sourceFiles(join(packages, folder)))
    .flatMap(patternsOf)
    .filter(isSlow);

  it('take linear time, but for those over short texts', () => {
    const unbounded = slow.filter(({ file }) => !Object.hasOwn(shortTexts, file));
    expect(unbounded.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('are slow where they are said to be', () => {
    expect(new Set(slow.map(({ file }) => file))).toEqual(new Set(Object.keys(shortTexts)));
  });

  it('are found where they are slow', () => {
    const pattern = (text: string) => ({ file: '', line: 1, text });
    expect(isSlow(pattern('/\\w*(?:random|uuid)\\w*\\(/gi'))).toBe(true);
    expect(isSlow(pattern('/0+$/'))).toBe(true);
    expect(isSlow(pattern('/^\\d+$/'))).toBe(false);
  });
});
