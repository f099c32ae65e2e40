import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointsById, errorsOf, type OperationId } from '@quern/contract';
import ts from 'typescript-api';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/operations.ts';

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
/** Functions that name files of tables and results for the engine. */
const whoNames = ['lake/file-to-read.ts', 'reading/stored-result.ts'].map(source);

interface Import {
  readonly path: string;
  /** Names in the importing file. */
  readonly names: readonly string[];
}

const known = new Map<string, readonly Import[]>();

/** Imports of a file from the package, without types. */
function importsOf(path: string): readonly Import[] {
  const seen = known.get(path);
  if (seen) return seen;
  const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023, true);
  const found = tree.statements.flatMap((statement): Import[] => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      return [];
    const specifier = statement.moduleSpecifier.text;
    const clause = statement.importClause;
    const bindings = clause?.namedBindings;
    if (
      !specifier.startsWith('.') ||
      !clause ||
      clause.isTypeOnly ||
      !bindings ||
      !ts.isNamedImports(bindings)
    )
      return [];
    const names = bindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name }) => name.text);
    return names.length === 0 ? [] : [{ path: resolve(dirname(path), specifier), names }];
  });
  known.set(path, found);
  return found;
}

function reaches(path: string, targets: readonly string[], visited = new Set<string>()): boolean {
  if (targets.includes(path)) return true;
  if (visited.has(path)) return false;
  visited.add(path);
  return importsOf(path).some((each) => reaches(each.path, targets, visited));
}

/** Files of the operations, by operation id. */
function filesOfOperations(): Map<OperationId, string> {
  const table = source('operations/operations.ts');
  const fileOf = new Map(
    importsOf(table).flatMap(({ path, names }) => names.map((name) => [name, path] as const)),
  );
  const rows = readFileSync(table, 'utf8').matchAll(/^ {2}'([\w.]+)': (?:\w+\()?(\w+)\)?,$/gm);
  return new Map(
    [...rows].map(([, id, name]) => [id as OperationId, fileOf.get(name ?? '') ?? '']),
  );
}

describe('500 STORED_DATA_DAMAGED', () => {
  const files = filesOfOperations();

  test('is looked for in every operation that is built', () => {
    expect([...files.keys()].sort()).toEqual(Object.keys(operations).sort());
    expect([...files.values()]).not.toContain('');
  });

  test('is declared by the operations that have what is stored opened, and by no other', () => {
    const openers = [...files].filter(([, path]) => reaches(path, whoNames)).map(([id]) => id);
    const declared = [...files.keys()].filter((id) =>
      errorsOf(endpointsById[id]).some(({ codes }) =>
        (codes as readonly string[]).includes('STORED_DATA_DAMAGED'),
      ),
    );
    expect(openers).toContain('results.get');
    expect(declared.sort()).toEqual(openers.sort());
  });
});
