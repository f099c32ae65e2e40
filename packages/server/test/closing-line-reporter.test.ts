import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-reporter-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run of one file with the repository's configuration. */
function runVitest(
  text: string,
  ci: string | undefined,
): Promise<{ code: number | null; output: string }> {
  writeFileSync(join(folder, 'made.test.ts'), `import { describe, test } from 'vitest';\n${text}`);
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', join(repository, 'vitest.config.ts'), '--dir', folder];
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NO_COLOR: '1',
    ...(ci === undefined ? {} : { CI: ci }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const passing = "test('runs', () => {});";
const skipping: Readonly<Record<string, string>> = {
  'a test that is skipped': "test.skip('left out', () => {});",
  'a test that skips itself': "test('left out', ({ skip }) => skip());",
  'a suite whose condition does not hold':
    "describe.skipIf(true)('the S3 store', () => { test('left out', () => {}); });",
  'a test that is yet to be written': "test['todo']('left out');",
};

test.each(Object.entries(skipping))('in CI %s fails the run, by its name', async (_what, text) => {
  const { code, output } = await runVitest(`${passing}\n${text}`, 'true');
  expect(output).toMatch(/^1 passed, 0 failed, 1 skipped$/m);
  expect(output).toMatch(/^skipped tests are failures here:\n {2}\S*made\.test\.ts: .*left out$/m);
  expect(code).not.toBe(0);
});

test('in CI a run without skips passes, and elsewhere one with them', async () => {
  expect(await runVitest(passing, 'true')).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^took \d+ s; longest files: \S*made\.test\.ts \d+ s\n1 passed, 0 failed, 0 skipped$/m,
    ),
  });
  const elsewhere = await runVitest(`${passing}\n${skipping['a test that is skipped']}`, undefined);
  expect(elsewhere).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 passed, 0 failed, 1 skipped'),
  });
});

test('in CI a run of no tests at all fails', async () => {
  expect((await runVitest('', 'true')).code).not.toBe(0);
});
