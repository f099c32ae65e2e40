import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsFor } from '../../src/cli/known-names.ts';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { mainFile } from '../main-file.ts';
import { type RunningService, startService, testToken } from '../service.ts';

let service: RunningService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'quern-shell-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: testToken,
  };
  const { id } = await service.api().createDatabase({ name: 'trial' });
  await service.api().loadCsv(id, 'people', 'id,name\n1,Ada\n2,Grace\n');
  await service.api().createDatabase({ name: 'other' });
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A shell on a pseudo-terminal, typed into. */
function typedShell() {
  const command = `'${process.execPath}' '${mainFile}' shell -d trial`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...env, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    type: (keys: string) => void child.stdin.write(keys),
    shows: (text: string | RegExp) => eventually(() => expect(seen).toMatch(text)),
    forget: () => {
      seen = '';
    },
  };
}

describe('quern shell', () => {
  it('completes, cancels at Ctrl-C, and keeps its history for its owner', async () => {
    const shell = typedShell();
    await shell.shows(/trial> /);
    // The names for completion come after the prompt: Tab is tried until it gives the table.
    shell.type('SELECT name FROM peo');
    await eventually(() => {
      shell.type('\t');
      return shell.shows(/FROM "people"/);
    });
    shell.type(' ORDER BY id DESC;\r');
    await shell.shows(/Grace\r\n.*Ada\r\n/);
    shell.forget();
    shell.type(
      'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b WHERE a # b = 7;\r',
    );
    await eventually(async () =>
      expect(await (await fetch(`${service.origin}/metrics`)).text()).toMatch(
        /^quern_queries_running 1$/m,
      ),
    );
    shell.type('\u0003');
    await shell.shows(/cancelled[\s\S]*trial> /);
    await eventually(async () =>
      expect(await (await fetch(`${service.origin}/metrics`)).text()).toMatch(
        /^quern_queries_running 0$/m,
      ),
    );
    shell.type('\u0004');
    expect(await shell.ended).toBe(0);
    const path = join(folder, '.local', 'state', 'quern', 'history');
    expect((await readFile(path, 'utf8')).split('\n')).toContain(
      'SELECT name FROM "people" ORDER BY id DESC;',
    );
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  });

  it('runs statements of several lines and its own commands', async () => {
    const script = `SELECT name
FROM people
WHERE id = 2;
\\f json
SELECT 1 AS one;
\\timing
\\c other
SELECT current_database() AS d;
\\f csv
SELECT 'the last has no semicolon' AS t`;
    const ran = await runQuern(['shell', '-d', 'trial'], env, script);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toMatch(
      /^name\nGrace\n\[\n\{"one":1\}\n\]\n[\s\S]*t\nthe last has no semicolon\n$/,
    );
    expect(ran.stderr).toMatch(/timing is on\n\d+ ms\n\d+ ms\n/);
  });

  it('shows the tables and the columns of one', async () => {
    const ran = await runQuern(
      ['shell', '-d', 'trial'],
      env,
      '\\d\n\\d people\n\\q\nSELECT 1 AS never;\n',
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('people');
    expect(ran.stdout).toContain('name');
    expect(ran.stdout).not.toContain('never');
  });

  it('shows rows as JSON where it was started so', async () => {
    const ran = await runQuern(['shell', '-d', 'trial', '--json'], env, 'SELECT 1 AS one;\n');
    expect(JSON.parse(ran.stdout)).toEqual([{ one: 1 }]);
  });

  it('stops a script at what fails', async () => {
    const ran = await runQuern(
      ['shell', '-d', 'trial'],
      env,
      'SELECT * FROM nowhere;\nSELECT 1 AS never;\n',
    );
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('nowhere') });
    expect(await runQuern(['shell', '-d', 'trial'], env, '\\x\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('\\x'),
    });
  });

  it('completes tables behind FROM, and columns of the tables in the line', () => {
    const names = {
      tables: ['"people"', '"stock"."items"', '"Odd name"'],
      columns: new Map([
        ['"people"', ['"id"', '"name"']],
        ['"stock"."items"', ['"sku"']],
      ]),
    };
    expect(wordsFor(names, 'SELECT * FROM pe')).toEqual([['"people"'], 'pe']);
    expect(wordsFor(names, 'SELECT * FROM stock.i')).toEqual([['"stock"."items"'], 'stock.i']);
    expect(wordsFor(names, 'SELECT * FROM "O')).toEqual([['"Odd name"'], '"O']);
    expect(wordsFor(names, 'SELECT * FROM people WHERE na')).toEqual([['"name"'], 'na']);
    expect(wordsFor(names, 'SELECT * FROM "people" WHERE "na')).toEqual([['"name"'], '"na']);
    expect(wordsFor(names, 'SELECT "sel')).toEqual([[], '"sel']);
    expect(wordsFor(names, 'SEL')).toEqual([['SELECT'], 'SEL']);
  });
});
