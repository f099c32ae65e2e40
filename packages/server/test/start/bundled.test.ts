import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { mainFile } from '../main-file.ts';

const bundled = dirname(mainFile);
const textOf = (file: string) => readFileSync(join(bundled, file), 'utf8');

/** Files that a file loads at once, or with `later` at any time. */
function loadedBy(file: string, isLater: boolean): string[] {
  const when = isLater ? /(?:^import |\bfrom |\bimport\()"([^"]+)"/gm : /^import .*?"([^"]+)"/gm;
  return [...textOf(file).matchAll(when)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(file), name) : name,
  );
}

/** Files of the bundle and packages reachable from `file`, except by `except` alone. */
function reachedFrom(file: string, isLater: boolean, except = /^$/): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) {
    if (!existsSync(join(bundled, one)) || except.test(one)) continue;
    for (const name of loadedBy(one, isLater)) reached.add(name);
  }
  return reached;
}

const chunk = (name: string) =>
  join(
    'chunks',
    readdirSync(join(bundled, 'chunks')).find((file) => file.startsWith(`${name}-`)) ?? name,
  );

describe('the files that people run', () => {
  test('keep DuckDB and parsers of SQL out of the HTTP process', () => {
    const workersOnly = /^(@duckdb\/|@huggingface\/|libpg-query$|@polyglot-sql\/|parquet-wasm$)/;
    const found = (except?: RegExp) =>
      [...reachedFrom('main.js', true, except)].filter((name) => {
        const requires = /require(?:\$\d+)?\("([^"]+)"\)/g;
        const inside = name.startsWith('chunks/') && !except?.test(name) ? textOf(name) : '';
        const required = [...inside.matchAll(requires)].map(([, one = '']) => one);
        return [name, ...required].some((one) => workersOnly.test(one));
      });
    // `quern check` reads files in a separate process that serves nothing.
    expect(found(/^chunks\/check-/)).toEqual([]);
    expect(found()).not.toEqual([]);
  });

  test('have an entry for each process', () => {
    const source = fileURLToPath(new URL('../../src/', import.meta.url));
    const processes = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|[/-])main\.ts$/.test(path))
      .map((path) => path.replace(/\.ts$/, '.js'));
    expect(processes).toContain('main.js');
    expect(processes).toContain('sources/worker/source-main.js');
    expect(processes.filter((path) => !existsSync(join(bundled, path)))).toEqual([]);
  });

  test('are made once of what is compiled', () => {
    const madeAt = () => statSync(mainFile).mtimeMs;
    const before = madeAt();
    execFileSync(process.execPath, [fileURLToPath(new URL('../../bundle.mjs', import.meta.url))]);
    expect(madeAt()).toBe(before);
  });

  test('are few for each process', () => {
    const processes = ['engine/worker/engine-main.js', 'engine/worker/planner-main.js'];
    for (const file of [...processes, chunk('serve'), chunk('user-commands')]) {
      const own = [...reachedFrom(file, false)].filter((name) => name.endsWith('.js'));
      expect([file, own.length > 1, own.length < 100]).toEqual([file, true, true]);
    }
  });
});
