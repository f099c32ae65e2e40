import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, testToken } from '../../server/test/service.ts';
import { installJsRuntimes, type JsRuntime } from './js-runtimes.ts';

const run = promisify(execFile);
const client = fileURLToPath(new URL('..', import.meta.url));

/** An empty project that installed the client's tarball, without a network. */
let project: string;
let service: RunningService;
let runtimes: Record<'bun' | 'deno', JsRuntime>;

/** Timeout of a hook that installs runtimes; the first one on a machine downloads them. */
const installTimeoutMs = 280_000;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'quern-client-'));
  await writeFile(
    join(project, 'package.json'),
    '{"name":"project","private":true,"type":"module"}',
  );
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', project],
    {
      cwd: client,
    },
  );
  const tarball = join(project, stdout.trim().split('\n').at(-1) ?? '');
  const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...flags, tarball], { cwd: project });
  [service, runtimes] = await Promise.all([startService(), installJsRuntimes()]);
}, installTimeoutMs);
afterAll(async () => {
  await service.dispose();
  await rm(project, { recursive: true, force: true });
});

/** The README's TypeScript as one program. */
async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(client, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const lines = blocks.join('\n').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
}

/** Output of the README's examples. */
function expectPrinted(stdout: string): void {
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe('Ada');
  expect(lines[1]).toMatch(/^60000 rslt/);
  expect(lines[2]).toBe(String((60_000 * 60_001) / 2));
  expect(lines.at(-1)).toMatch(/^BAD_REQUEST .*nowhere/);
}

/** Bytes in parts, a file of rows as a stream, and a query that is given up. */
const partsProgram = (origin: string) => `
import { createClient } from '@quern/client';
const client = createClient({ url: '${origin}', token: process.env.QUERN_TOKEN ?? '' });
const { id } = await client.databases.create({});
const database = client.database(id);
const line = '7'.repeat(99) + '\\n';
const bytes = new TextEncoder().encode('n'.repeat(99) + '\\n' + line.repeat(109_999));
const upload = await client.upload(bytes, { partSize: 5 * 2 ** 20, checksum: true });
console.log(upload.size_bytes);
const source = { uploadId: upload.upload_id };
await database.load('wide', source, { mode: 'replace', format: 'csv' });
let lines = 1;
for await (const _ of database.query('SELECT * FROM wide')) lines += 1;
console.log(lines);
let read = 0;
const csv = await database.query('SELECT 7 AS n FROM generate_series(1, 110000)').stream('csv');
for await (const chunk of csv) for (const byte of chunk) if (byte === 10) read += 1;
console.log(read);
const abort = new AbortController();
const endless = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b';
setTimeout(() => abort.abort(new Error('enough')), 300);
const query = database.query(endless, { signal: abort.signal });
console.log(await query.then(() => 'it ended', (error: Error) => error.message));
`;

describe('the packed client', () => {
  it('is all that is installed, and nothing but what it needs', async () => {
    const installed = (await readdir(join(project, 'node_modules'))).filter(
      (name) => !name.startsWith('.'),
    );
    expect(installed).toEqual(['@quern']);
    const files = await readdir(join(project, 'node_modules/@quern/client'), { recursive: true });
    expect(files).toContain('dist/index.d.ts');
    expect(files.filter((file) => /tsbuildinfo|test|^src/.test(file))).toEqual([]);
  });

  it('runs the examples of its README, which its declarations allow', async () => {
    const source = join(project, 'readme.ts');
    await writeFile(
      source,
      (await readmeProgram()).replace('http://127.0.0.1:4400', service.origin),
    );
    const program = ts.createProgram([source], {
      strict: true,
      skipLibCheck: true,
      noEmit: false,
      outDir: project,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: [
        'lib.es2023.d.ts',
        'lib.dom.d.ts',
        'lib.dom.iterable.d.ts',
        'lib.dom.asynciterable.d.ts',
      ],
      types: ['node'],
      typeRoots: [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))],
    });
    const told = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(told).toEqual([]);
    program.emit();
    const env = { PATH: process.env.PATH ?? '', QUERN_TOKEN: testToken };
    const { stdout } = await run(process.execPath, [join(project, 'readme.js')], { env });
    expectPrinted(stdout);
  });

  it.each(['bun', 'deno'] as const)('runs them in %s too, as they are written', async (name) => {
    const program = `readme-${name}.ts`;
    const text = (await readmeProgram()).replace('http://127.0.0.1:4400', service.origin);
    await writeFile(join(project, program), text);
    const env = { PATH: process.env.PATH ?? '', HOME: project, QUERN_TOKEN: testToken };
    expectPrinted(await runtimes[name].run(program, project, env));
  });

  it.each(['bun', 'deno'] as const)('uploads in parts and reads streams in %s', async (name) => {
    const program = `parts-${name}.ts`;
    await writeFile(join(project, program), partsProgram(service.origin));
    const env = { PATH: process.env.PATH ?? '', HOME: project, QUERN_TOKEN: testToken };
    const printed = await runtimes[name].run(program, project, env);
    expect(printed.trim().split('\n')).toEqual(['11000000', '110000', '110001', 'enough']);
  });
});
