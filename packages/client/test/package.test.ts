import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, testToken } from '../../server/test/service.ts';

const run = promisify(execFile);
const client = fileURLToPath(new URL('..', import.meta.url));

/** An empty project that installed the client's tarball, without a network. */
let project: string;
let service: RunningService;

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
  service = await startService();
});
afterAll(async () => {
  await service.dispose();
  await rm(project, { recursive: true, force: true });
});

/** The TypeScript of the README, as one program. */
async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(client, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const lines = blocks.join('\n').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
}

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
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toBe('Ada');
    expect(lines[1]).toMatch(/^60000 rslt/);
    expect(lines[2]).toBe(String((60_000 * 60_001) / 2));
    expect(lines.at(-1)).toMatch(/^BAD_REQUEST .*nowhere/);
  });
});
