import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceTypes } from '../../src/sources/registry.ts';
import { EmbeddingServer } from '../embedding-server.ts';
import { mainFile } from '../main-file.ts';
import { type RunningService, startService, testToken } from '../service.ts';

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));

let service: RunningService;
let embeddings: EmbeddingServer;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-docs-'));
  embeddings = await new EmbeddingServer().start();
  service = await startService({
    env: { QUERN_SOURCES_ALLOW: folder, QUERN_EMBEDDING_ORIGINS: embeddings.origin },
  });
  await writeFile(
    join(folder, 'quern'),
    `#!/bin/sh\nexec '${process.execPath}' '${mainFile}' "$@"\n`,
  );
  await chmod(join(folder, 'quern'), 0o755);
  env = {
    PATH: `${folder}:${process.env.PATH ?? ''}`,
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: testToken,
    EMBEDDINGS: embeddings.baseUrl,
    EMBEDDINGS_KEY: 'key-of-a-provider',
  };
});
afterAll(async () => {
  await service.dispose();
  await embeddings.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * All lines of ```bash blocks as one script; a ```text block is what the last line of the block
 * before prints.
 */
async function blocksOf(
  path: string,
): Promise<{ readonly script: string; readonly prints: string | null }[]> {
  const text = await readFile(path, 'utf8');
  const blocks: { script: string; prints: string | null }[] = [];
  for (const [, kind, content = ''] of text.matchAll(/```(bash|text)\n([\s\S]*?)```/g)) {
    const last = blocks.at(-1);
    if (kind === 'bash') blocks.push({ script: content, prints: null });
    else if (last) last.prints = content;
  }
  return blocks;
}

function bash(
  script: string,
  cwd: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const seen = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        seen[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...seen }));
  });
}

/** The application file in the pages. */
function makeApplicationFile(path: string): void {
  const file = new Database(path);
  file.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, updated_at INTEGER);
    INSERT INTO orders VALUES (1, 'paid', 100), (2, 'open', 110), (3, 'paid', 120);`);
  file.close();
}

it('connections.md names every kind of source that there is', async () => {
  const text = await readFile(join(docs, 'connections.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| /gm)].map(([, names = '']) => names);
  const named = rows.slice(0, rows.indexOf('`full`')).flatMap((names) => names.split(', '));
  expect(named.map((name) => name.replaceAll('`', '')).sort()).toEqual(
    sourceTypes.map(({ name }) => name).sort(),
  );
});

describe('the examples of', () => {
  it.each([
    'getting-started',
    'concepts',
    'loading',
    'querying',
    'connections',
    'search',
    'agents',
  ])('%s.md do what they say', async (page) => {
    const blocks = await blocksOf(join(docs, `${page}.md`));
    expect(blocks.length).toBeGreaterThan(0);
    const mark = '--- end of a block';
    const script = blocks.map((block) => `${block.script}\necho '${mark}'`).join('\n');
    const cwd = join(folder, page);
    await mkdir(cwd);
    makeApplicationFile(join(cwd, 'app.db'));
    const { code, stdout, stderr } = await bash(script, cwd);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const printed = stdout.split(`${mark}\n`);
    for (const [index, { prints }] of blocks.entries()) {
      if (prints !== null)
        expect(printed[index]?.endsWith(prints), `${page}: ${printed[index]}`).toBe(true);
    }
  });

  it('the README do, one after the other', async () => {
    const cwd = join(folder, 'README');
    await mkdir(join(cwd, 'quern-data'), { recursive: true });
    await writeFile(join(cwd, 'quern-data', 'token'), `${testToken}\n`);
    // Features of jq in the README; a machine may lack jq.
    const readId = "console.log(JSON.parse(require('node:fs').readFileSync(0, 'utf8')).id)";
    await writeFile(join(folder, 'jq'), `#!/bin/sh\nexec '${process.execPath}' -e "${readId}"\n`);
    await chmod(join(folder, 'jq'), 0o755);
    const blocks = await blocksOf(join(docs, '..', 'README.md'));
    const script = blocks.map((block) => `${block.script}\necho`).join('\n');
    const { code, stdout, stderr } = await bash(
      script.replaceAll('http://127.0.0.1:4400', service.origin),
      cwd,
    );
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('"error"');
    expect(stdout).toContain('"rows":[["Grace"],["Ada"]]');
    expect(stdout).toContain('name\nGrace\nAda\n');
    expect(stdout).toContain('"row_count":3');
    expect(stdout).toMatch(/"count":1000,/);
  });
});
