import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPython } from '../clients/python-environment.ts';

const run = promisify(execFile);

export interface Suite {
  /** Packages in pip's form, pinned; with pytest. */
  readonly packages: readonly string[];
  /** Script beside this file; takes arguments of pytest. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Path of the report. */
  readonly report: string;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Names of the passing tests, sorted. A suite with failing tests ends with 1. */
export async function passesOf({ packages, script, env, report }: Suite): Promise<string[]> {
  const python = join(await installPython(packages), 'python');
  const options = ['-p', 'no:cacheprovider', '-q', '--tb=no', '--timeout=120'];
  await run(python, [join(folder, script), ...options, `--junitxml=${report}`], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    maxBuffer: 2 ** 26,
  }).catch((error: { readonly code?: unknown }) => {
    if (error.code !== 1) throw error;
  });
  const cases = readFileSync(report, 'utf8').matchAll(
    /<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(\/?)>(?:<(failure|error|skipped)\b)?/g,
  );
  const passed = [...cases].flatMap(([, file, name, closed, other]) =>
    closed === '/' || other === undefined ? [`${file} ${name}`] : [],
  );
  return [...new Set(passed)].sort();
}

/** Passing tests listed in a file beside this one; QUERN_WRITE_PASSES=1 writes the list. */
export function expectedPasses(name: string, passed: readonly string[]): string[] {
  const path = join(folder, name);
  if (process.env.QUERN_WRITE_PASSES) writeFileSync(path, `${passed.join('\n')}\n`);
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
