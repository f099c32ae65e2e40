import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api, type ApiResponse, type Json, testToken } from '../../service.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

let running: TimedService;
let api: Api;
let anybody: Api;
let home: string;
let database: Json;

beforeAll(async () => {
  running = await startTimedService('sqlite');
  ({ api } = running);
  anybody = new Api(api.origin, null);
  home = (await api.get('/v1/workspaces')).body.workspaces[0].public_id;
  database = await api.createDatabase({ name: 'mine' });
});
afterAll(() => running?.dispose());

const as = (token: string) => new Api(api.origin, token);
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const exchange = (token: string, form: 'json' | 'form' = 'json'): Promise<ApiResponse> => {
  const fields = { grant_type: 'api_token', api_token: token, client_id: 'hotdata-python-sdk' };
  return form === 'json'
    ? anybody.post('/v1/auth/jwt', fields)
    : anybody.post('/v1/auth/jwt', new URLSearchParams(fields).toString(), formType);
};
const issue = async (body: Json): Promise<Json> => (await api.post('/v1/tokens', body)).body;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const asks = async (token: string) => (await as(token).get('/v1/databases')).status;

describe('an exchange that is wrong gives no token', () => {
  const good = () => ({ grant_type: 'api_token', api_token: testToken });
  test.each([
    ['nothing', undefined, 400, /body is required/],
    ['no grant', { api_token: 'x' }, 400, /'grant_type' is required/],
    [
      'another grant',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      400,
      /must be 'api_token'/,
    ],
    ['no token', { grant_type: 'api_token' }, 400, /'api_token' is required/],
    ['an empty token', { grant_type: 'api_token', api_token: '' }, 400, /'api_token' is required/],
    [
      'an unknown token',
      { grant_type: 'api_token', api_token: 'qn_unknown' },
      401,
      /Invalid credential/,
    ],
    ['an unknown field', { grant_type: 'api_token', api_token: 'x', scope: 'all' }, 400, /'scope'/],
    ['a number', { grant_type: 'api_token', api_token: 7 }, 400, /api_token/],
    [
      'a token of 5,000 characters',
      { grant_type: 'api_token', api_token: 'x'.repeat(5_000) },
      413,
      /too large/,
    ],
  ])('%s', async (_what, body, status, says) => {
    const answer = await anybody.request('POST', '/v1/auth/jwt', body);
    expect([answer.status, answer.body.error.message]).toEqual([
      status,
      expect.stringMatching(says),
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('eyJ');
  });

  test('forms with a field twice, of broken text or to another route are refused', async () => {
    const twice = await anybody.post(
      '/v1/auth/jwt',
      'grant_type=api_token&grant_type=x&api_token=y',
      formType,
    );
    expect([twice.status, twice.body.error.message]).toEqual([400, 'The form gives a field twice']);
    expect((await anybody.post('/v1/auth/jwt', 'grant_type', formType)).status).toBe(400);
    expect((await api.post('/v1/databases', 'name=x', formType)).status).toBe(415);
    const text = { 'content-type': 'text/plain' };
    expect((await anybody.post('/v1/auth/jwt', JSON.stringify(good()), text)).status).toBe(415);
    expect((await anybody.get('/v1/auth/jwt')).status).toBe(405);
  });

  test('one that is expired, revoked or short-lived itself is 401', async () => {
    const expiring = await issue({ kind: 'workspace', workspace_id: home, expires_at: '1m' });
    const revoked = await issue({ kind: 'workspace', workspace_id: home });
    await api.delete(`/v1/tokens/${revoked.id}`);
    const short = (await exchange(testToken)).body.access_token;
    running.clock.advance(60_000);
    for (const token of [expiring.token, revoked.token, short])
      expect((await exchange(token)).status).toBe(401);
  });
});

describe('a short-lived token', () => {
  test.each(['json', 'form'] as const)(
    'is given for a token (as %s), works for five minutes, and is kept nowhere',
    async (form) => {
      const { status, body, headers } = await exchange(testToken, form);
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.stringMatching(/^eyJ/),
        token_type: 'Bearer',
        expires_in: 300,
      });
      expect(headers.get('cache-control')).toBe('no-store');
      const { exp, iat, ...claims } = claimsOf(body.access_token);
      expect(exp - iat).toBe(300);
      expect(Object.keys(claims).sort()).toEqual(['iss', 'jti', 'sub']);
      expect(await asks(body.access_token)).toBe(200);
      running.clock.advance(299_000);
      expect(await asks(body.access_token)).toBe(200);
      running.clock.advance(2_000);
      expect(await asks(body.access_token)).toBe(401);
    },
  );

  test('never outlives its token, and ends with it at once', async () => {
    const token = await issue({ kind: 'workspace', workspace_id: home, expires_at: '2m' });
    const first = (await exchange(token.token)).body;
    expect(first.expires_in).toBeLessThanOrEqual(120);
    const second = (await exchange(token.token)).body;
    expect(second.access_token).not.toBe(first.access_token);
    expect(await asks(first.access_token)).toBe(200);
    await api.delete(`/v1/tokens/${token.id}`);
    for (const { access_token } of [first, second]) expect(await asks(access_token)).toBe(401);
  });

  test('may do what its token may and no more, and issues no tokens', async () => {
    const token = await issue({
      kind: 'database',
      workspace_id: home,
      database_id: database.id,
      read_only: true,
    });
    const limited = as((await exchange(token.token)).body.access_token);
    expect((await limited.query(database.id, 'SELECT 1 AS n')).body.rows).toEqual([[1]]);
    expect((await limited.get('/v1/databases')).status).toBe(403);
    expect((await limited.load(database.id, 't', { data: 'a\n1\n' })).status).toBe(403);
    const wide = as((await exchange(testToken)).body.access_token);
    expect((await wide.get('/v1/tokens')).status).toBe(200);
    for (const answer of [
      await wide.post('/v1/tokens', { kind: 'organization' }),
      await wide.delete(`/v1/tokens/${token.id}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'ACCESS_DENIED']);
      expect(answer.body.error.message).toMatch(/short-lived/);
    }
  });

  test('that was changed, signed otherwise or not signed is 401', async () => {
    const token = (await exchange(testToken)).body.access_token;
    const [head, claims, signature] = token.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const later = encode({ ...claimsOf(token), exp: claimsOf(token).exp + 3_600 });
    const signedBy = (key: string, text: string) =>
      createHmac('sha256', key).update(text).digest('base64url');
    const none = encode({ alg: 'none', typ: 'JWT' });
    for (const forged of [
      `${head}.${later}.${signature}`,
      `${head}.${claims}.`,
      `${head}.${claims}`,
      `${none}.${claims}.`,
      `${none}.${claims}.${signature}`,
      `${head}.${later}.${signedBy('', `${head}.${later}`)}`,
      `${head}.${later}.${signedBy(testToken, `${head}.${later}`)}`,
      `${token}.${signature}`,
      `${head}..${signature}`,
      'eyJ',
    ]) {
      expect([forged, await asks(forged)]).toEqual([forged, 401]);
    }
    expect(await asks(token)).toBe(200);
  });
});
