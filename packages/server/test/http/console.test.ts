import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../api/raw-request.ts';
import { eventually } from '../eventually.ts';
import { Api, type Json, type RunningService, startService } from '../service.ts';

const consoleFolder = fileURLToPath(new URL('../../../console/', import.meta.url));

let service: RunningService;
let token: string;
let api: Api;

beforeAll(async () => {
  execFileSync(process.execPath, [join(consoleFolder, 'build.mjs')]);
  page = readFileSync(join(consoleFolder, 'dist/index.html'), 'utf8');
  script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  // Starts the service as a newcomer does: the service makes the token, and prints the link.
  service = await startService({ env: { QUERN_BOOTSTRAP_TOKEN: '' } });
  await eventually(() => expect(service.stderr()).toMatch(/workspace /));
  token = /token +(\S+)/.exec(service.stderr())?.[1] ?? '';
  api = service.api(token);
});
afterAll(() => service.dispose());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.origin + path, { headers });
const requestText = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
let page: string;
let script: string;

describe('the files of the console', () => {
  test('are a page that is asked for anew and files that are kept for ever, each with its type and its tag', async () => {
    const root = await get('/');
    expect([root.status, root.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(root.headers.get('cache-control')).toBe('no-cache');
    expect(await root.text()).toBe(page);
    const file = await get(`/${script}`);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const etag = root.headers.get('etag') ?? '';
    const known = await get('/', { 'if-none-match': `"other", ${etag}` });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('come compressed as the build left them, to who takes that', async () => {
    const plain = readFileSync(join(consoleFolder, 'dist', script));
    const codingOf = async (accepted: string) => {
      const answer = await sendRaw(
        service.origin,
        requestText(`/${script}`, `Accept-Encoding: ${accepted}\r\n`),
      );
      return /^content-encoding: (\w+)/im.exec(answer)?.[1];
    };
    expect(await codingOf('gzip, br')).toBe('br');
    expect(await codingOf('br;q=0, gzip')).toBe('gzip');
    expect(await codingOf('identity')).toBeUndefined();
    const fetched = await get(`/${script}`, { 'accept-encoding': 'br' });
    expect(fetched.headers.get('vary')).toBe('Accept-Encoding');
    expect(Buffer.from(await fetched.arrayBuffer()).equals(plain)).toBe(true);
    const packed = (ending: string) => readFileSync(join(consoleFolder, 'dist', script + ending));
    expect(brotliDecompressSync(packed('.br')).equals(plain)).toBe(true);
    expect(gunzipSync(packed('.gz')).equals(plain)).toBe(true);
  });

  test('lead nowhere else, whatever the path', async () => {
    const paths = [
      '/assets',
      '/assets/',
      '/assets/none.js',
      '/index.html',
      '/.built-from',
      '/package.json',
    ];
    const hostile = [
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '//etc/passwd',
    ];
    for (const path of [...paths, ...hostile, `/${script}.br`]) {
      const answer = await sendRaw(service.origin, requestText(path));
      expect([path, answer.slice(0, 12)]).toEqual([path, 'HTTP/1.1 404']);
    }
    expect((await fetch(`${service.origin}/`, { method: 'POST' })).status).toBe(405);
    expect((await get('/healthz')).status).toBe(200);
  });

  test('may load nothing but themselves: the policy names no other host, and no text of a page runs', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(page).not.toMatch(/<style|<script>|style=|\son\w+="|https?:\/\//);
    expect(page).not.toMatch(/(src|href)="\//);
  });

  test('ask for at most 400 KB of compressed script on the first page', () => {
    const first = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
      ([, path = '']) => path,
    );
    const bytes = first.map(
      (path) => readFileSync(join(consoleFolder, 'dist', `${path}.gz`)).length,
    );
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(400_000);
  });

  test('are built once from the same sources', () => {
    const builtAt = () => statSync(join(consoleFolder, 'dist/index.html')).mtimeMs;
    const before = builtAt();
    execFileSync(process.execPath, [join(consoleFolder, 'build.mjs')]);
    expect(builtAt()).toBe(before);
  });
});

describe('the link that signs in', () => {
  test('is exchanged once, for a token that is listed, ends in a day and is nowhere in the log', async () => {
    const link = /console +(\S+)/.exec(service.stderr())?.[1] ?? '';
    expect(link.startsWith(`${service.origin}/#/sign-in/`)).toBe(true);
    const code = link.split('/').at(-1);
    const anybody = new Api(service.origin, null);
    expect((await anybody.post('/v1/auth/code', {})).status).toBe(400);
    expect((await anybody.post('/v1/auth/code', { code: 'none' })).status).toBe(401);
    const redeemed = await anybody.post('/v1/auth/code', { code });
    expect(redeemed.status).toBe(201);
    expect(redeemed.headers.get('cache-control')).toBe('no-store');
    const { token: given, ...info } = redeemed.body;
    expect(info).toMatchObject({ kind: 'organization', name: 'sign-in link', read_only: false });
    const livesMs = Date.parse(info.expires_at) - Date.parse(info.created_at);
    expect(livesMs).toBe(24 * 3600_000);
    const listed = await service.api(given).get('/v1/tokens');
    expect(listed.body.tokens.map((row: Json) => row.id)).toContain(info.id);
    expect((await anybody.post('/v1/auth/code', { code })).status).toBe(401);
    expect(JSON.stringify(service.log)).not.toContain(given);
    expect(JSON.stringify(service.log)).not.toContain(code);
  });
});

describe('who am I', () => {
  const me = async (given: string) => (await service.api(given).get('/v1/me')).body;

  test('tells each kind of token what it is, what it may and where', async () => {
    const { body: away } = await api.post('/v1/workspaces', { name: 'away' });
    const own = await me(token);
    expect(own).toMatchObject({
      kind: 'organization',
      name: 'first token',
      read_only: false,
      expires_at: null,
    });
    expect(own.workspaces).toEqual([
      { id: expect.any(String), name: 'default' },
      { id: away.workspace.public_id, name: 'away' },
    ]);
    expect(own.permissions).toContain('workspaces:create');
    const workspace_id = away.workspace.public_id;
    const reading = await api.post('/v1/tokens', {
      kind: 'workspace',
      workspace_id,
      read_only: true,
      name: 'r',
    });
    const reader = await me(reading.body.token);
    expect(reader).toMatchObject({
      id: reading.body.id,
      kind: 'workspace',
      workspace_id,
      read_only: true,
    });
    expect(reader.workspaces).toEqual([{ id: workspace_id, name: 'away' }]);
    expect(reader.permissions).toContain('databases:read');
    expect(
      reader.permissions.filter((name: string) => /write|create|delete|load/.test(name)),
    ).toEqual([]);
    const database = await api.with({ 'x-workspace-id': workspace_id }).createDatabase();
    const limited = await api.post('/v1/tokens', {
      kind: 'database',
      workspace_id,
      database_id: database.id,
    });
    const limits = await me(limited.body.token);
    expect(limits).toMatchObject({ kind: 'database', database_id: database.id });
    expect(limits.permissions).not.toContain('databases:read');
    expect(JSON.stringify([own, reader, limits])).not.toContain('qn_');
    expect((await new Api(service.origin, null).get('/v1/me')).status).toBe(401);
  });

  test('of a short-lived token is what its token is, but for issuing tokens', async () => {
    const exchanged = await new Api(service.origin, null).post('/v1/auth/jwt', {
      grant_type: 'api_token',
      api_token: token,
    });
    const short = await me(exchanged.body.access_token);
    expect(short.name).toBe('first token');
    expect(short.permissions).not.toContain('tokens:write');
  });
});
