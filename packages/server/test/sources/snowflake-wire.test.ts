/**
 * The Snowflake driver against a server that answers like Snowflake: Arrow, chunks, sessions,
 * failures.
 */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Int32, Int64, Utf8 } from 'apache-arrow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { arrowStream } from './arrow-stream.ts';
import { parts, serveTypes } from './snowflake-values.ts';
import {
  arrowRows,
  SnowflakeWire,
  type WireReply,
  wireFailure,
  wireRunning,
} from './snowflake-wire.ts';
import { documentedTypes, SourceFixture } from './source-fixture.ts';

const fixture = new SourceFixture('snowflake');
const wire = new SnowflakeWire();
const password = 'wrong-horse-battery';
let fields: Record<string, string>;
beforeAll(async () => {
  await wire.start();
  fields = {
    account: 'acme-shop.eu-central-1',
    user: 'reader',
    password,
    warehouse: 'wh',
    database: 'shop',
    host: wire.origin,
  };
});
afterAll(async () => {
  await fixture.close();
  await wire.stop();
});
beforeEach(() => wire.reset());

const config = (changes: object = {}) => fixture.config({ ...fields, ...changes });
const read = (changes: object = {}) =>
  fixture.read(config(changes), { schema: 'PUBLIC', table: 'T' });
const number = { name: 'N', type: 'NUMBER', precision: 9, scale: 0 };
const numbers = (...values: number[]) => arrowStream([{ name: 'N', type: new Int32(), values }]);

describe('values in the forms in which Snowflake sends them', () => {
  const documented = documentedTypes('Types of Snowflake as a source');

  test('all documented types and nulls are kept as documented', async () => {
    serveTypes(wire, documented);
    const { rows, summary } = await read();
    const [table] = await fixture.discover(config());
    for (const [index, { type, text, sourceType }] of documented.entries()) {
      const found = [
        rows[0]?.[index],
        summary.columns[index]?.type,
        table?.columns[index]?.type,
        rows[1]?.[index],
      ];
      expect([sourceType, ...found]).toEqual([sourceType, text, type, type, null]);
    }
    const cut = documented.flatMap(({ value }, index) =>
      value.includes('.123456789') ? [`C${index}`] : [],
    );
    expect(summary.warnings).toEqual(
      cut.map((column) => ({
        column,
        message: 'digits below the microsecond were cut off',
        count: 1,
      })),
    );
    const sql = wire.called('/queries/v1/query-request').map(({ body }) => body.sqlText as string);
    expect(sql.find((text) => text.startsWith('SELECT "C0"'))).toMatch(
      /TO_JSON\("C\d+"\).*ST_ASWKT\(.*TO_VARCHAR\(/s,
    );
    expect(table?.columns.at(-1)?.note).toBe('as the text that Snowflake writes');
  });

  test('moments before 1970, with few digits, with an offset and no fraction, and after 2255 are exact', async () => {
    wire.columns = ['TIMESTAMP_NTZ', 'TIMESTAMP_NTZ', 'TIMESTAMP_TZ', 'TIMESTAMP_NTZ', 'TIME'].map(
      (type, index) => ({
        name: `C${index}`,
        type,
      }),
    );
    wire.rows = () =>
      arrowRows(
        arrowStream([
          { name: 'C0', type: new Int64(), values: [-1n], scale: 7 },
          { name: 'C1', type: new Int64(), values: [-1n], scale: 0 },
          {
            name: 'C2',
            type: parts('timezone'),
            values: [{ epoch: -1500n, timezone: 1500 }],
            scale: 3,
          },
          {
            name: 'C3',
            type: parts('fraction'),
            values: [{ epoch: 253402300799n, fraction: 999_999_000 }],
            scale: 9,
          },
          { name: 'C4', type: new Int32(), values: [86399], scale: 0 },
        ]),
        1,
      );
    const { rows, summary } = await read();
    expect(rows).toEqual([
      [
        '1969-12-31 23:59:59.999999',
        '1969-12-31 23:59:59',
        '1969-12-31 23:59:58.5+00',
        '9999-12-31 23:59:59.999999',
        '23:59:59',
      ],
    ]);
    expect(summary.warnings).toMatchObject([{ column: 'C0', count: 1 }]);
  });

  test.each([
    [
      'a column of another type',
      arrowStream([{ name: 'N', type: new Utf8(), values: ['x'] }]),
      'definition_changed',
    ],
    [
      'more digits than said',
      arrowStream([{ name: 'N', type: new Int64(), values: [2n ** 40n] }]),
      'value_not_representable',
    ],
    [
      'bytes that are no Arrow',
      Buffer.from('secret garbage, long enough to be read as a message of Arrow'),
      'source_failed',
    ],
    ['a stream that ends within', numbers(1, 2, 3).subarray(0, 250), 'source_failed'],
    [
      'fewer rows than said',
      arrowStream([{ name: 'N', type: new Int32(), values: [] }]),
      'unreachable',
    ],
  ])('%s end the read', async (_what, inline, errorClass) => {
    wire.columns = [number];
    wire.rows = () => arrowRows(inline, 1);
    const error = await read().catch((thrown) => thrown);
    expect(error.class).toBe(errorClass);
    expect(error.message).not.toContain('secret');
  });
});

describe('a result in chunks', () => {
  const serve = (count: number, pack = gzipSync) =>
    Array.from({ length: count }, (_, index) => {
      const bytes = numbers(index * 2, index * 2 + 1);
      wire.files.set(`/chunk-${index}`, { bytes: pack(bytes) });
      return {
        url: `${wire.origin}/chunk-${index}?sig=1`,
        rowCount: 2,
        uncompressedSize: bytes.length,
      };
    });
  beforeEach(() => {
    wire.columns = [number];
  });

  test('is fetched in order with the headers that the answer names, and without the session token', async () => {
    const chunks = serve(9);
    const chunkHeaders = { 'x-amz-server-side-encryption-customer-key': 'k' };
    wire.rows = () => arrowRows(numbers(-1), 19, chunks, { chunkHeaders });
    expect((await read()).rows.map(([n]) => Number(n))).toEqual([-1, ...Array(18).keys()]);
    const fetched = wire.calls.filter(({ path }) => path.startsWith('/chunk-'));
    expect(
      fetched.map(({ headers }) => [
        headers['x-amz-server-side-encryption-customer-key'],
        headers.authorization,
      ]),
    ).toEqual(Array(9).fill(['k', undefined]));
    wire.rows = () => arrowRows(null, 2, serve(1, Buffer.from as never), { qrmk: 'master-key' });
    expect((await read()).rows).toHaveLength(2);
    expect(wire.called('/chunk-0').at(-1)?.headers).toMatchObject({
      'x-amz-server-side-encryption-customer-algorithm': 'AES256',
      'x-amz-server-side-encryption-customer-key': 'master-key',
    });
  });

  test('comes over one that fails for a moment, and not over one that is gone or too short', async () => {
    wire.rows = () => arrowRows(null, 4, serve(2));
    let failures = 2;
    wire.before = ({ path }) => {
      if (path !== '/chunk-1' || failures === 0) return undefined;
      failures -= 1;
      return { status: 503, bytes: 'slow down' };
    };
    expect((await read()).rows).toHaveLength(4);
    wire.before = ({ path }) =>
      path === '/chunk-1' ? { status: 403, bytes: 'expired, with secret' } : undefined;
    const gone = await read().catch((thrown) => thrown);
    expect([gone.class, gone.message.includes('secret')]).toEqual(['source_failed', false]);
    wire.before = ({ path }) => (path === '/chunk-1' ? { bytes: numbers(1) } : undefined);
    await expect(read()).rejects.toMatchObject({ class: 'unreachable', retryable: true });
  });

  test.each([
    'https://evil.example.com/x',
    'http://bucket.s3.amazonaws.com/x',
    'http://127.0.0.1:1/x',
    'file:///etc/passwd',
    'https://u:p@b.s3.amazonaws.com/x',
  ])('is not fetched from %s', async (url) => {
    wire.rows = () => arrowRows(null, 1, [{ url, rowCount: 1, uncompressedSize: 9 }]);
    await expect(read()).rejects.toMatchObject({ class: 'address_refused' });
  });
});

describe('a session', () => {
  test('signs in with a password or a signed token, names what it uses, and is closed', async () => {
    expect(await fixture.check(config({ role: 'analyst' }))).toEqual({
      version: 'Snowflake 9.1.0',
    });
    const [login] = wire.called('/session/v1/login-request');
    expect(login?.body.data).toMatchObject({
      ACCOUNT_NAME: 'ACME-SHOP',
      LOGIN_NAME: 'reader',
      PASSWORD: password,
    });
    expect(Object.fromEntries(login?.search ?? [])).toMatchObject({
      databaseName: '"SHOP"',
      warehouse: '"WH"',
      roleName: '"ANALYST"',
    });
    expect(wire.calls.at(-1)).toMatchObject({
      path: '/session',
      headers: { authorization: 'Snowflake Token="session-1"' },
    });
  });

  test('signs in with a key pair, plain or encrypted, as text of the password too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const encrypted = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open',
    }) as string;
    const ways = [
      { password: undefined, private_key: pem },
      { password: pem },
      { password: undefined, private_key: encrypted, private_key_passphrase: 'open' },
    ];
    for (const way of ways) {
      wire.reset();
      await fixture.check(config(way));
      const { AUTHENTICATOR, TOKEN, PASSWORD } =
        wire.called('/session/v1/login-request')[0]?.body.data ?? {};
      expect([AUTHENTICATOR, PASSWORD]).toEqual(['SNOWFLAKE_JWT', undefined]);
      const [head, claims, signature] = (TOKEN as string).split('.');
      const verify = createVerify('sha256').update(`${head}.${claims}`);
      expect(verify.verify(publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
      const { iss, sub, exp, iat } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString());
      expect(sub).toBe('ACME-SHOP.READER');
      expect(iss).toMatch(/^ACME-SHOP\.READER\.SHA256:[A-Za-z0-9+/]{43}=$/);
      expect(exp - iat).toBe(60);
    }
    for (const wrong of ['-----BEGIN PRIVATE KEY-----\nnot one', encrypted]) {
      const error = await fixture
        .check(config({ password: undefined, private_key: wrong }))
        .catch((thrown) => thrown);
      expect([error.class, error.message]).toEqual([
        'configuration',
        expect.stringMatching(/^The private key cannot be read/),
      ]);
    }
  });

  test('renews its token when it has expired', async () => {
    wire.columns = [number];
    wire.before = ({ path, headers }) =>
      path === '/queries/v1/query-request' &&
      headers.authorization === 'Snowflake Token="session-1"'
        ? wireFailure('390112', '08001')
        : undefined;
    expect(await fixture.check(config())).toBeDefined();
    expect(wire.called('/session/token-request')[0]).toMatchObject({
      headers: { authorization: 'Snowflake Token="master-1"' },
      body: { oldSessionToken: 'session-1', requestType: 'RENEW' },
    });
  });

  test('waits for a query that runs long, and asks again with the same id after a fault on the way', async () => {
    wire.columns = [number];
    let polls = 0;
    let faults = 2;
    wire.rows = () => wireRunning('/queries/q/result');
    wire.before = ({ path, body }) => {
      if (path === '/queries/q/result') {
        polls += 1;
        return polls < 3 ? wireRunning('/queries/q/result') : arrowRows(numbers(5), 1);
      }
      if (!body?.sqlText?.startsWith('SELECT "N"') || faults === 0) return undefined;
      faults -= 1;
      return { status: 503, bytes: '<html>' };
    };
    expect((await read()).rows).toEqual([['5']]);
    const asked = wire
      .called('/queries/v1/query-request')
      .filter(({ body }) => body.sqlText.startsWith('SELECT "N"'));
    expect(new Set(asked.map(({ search }) => search.get('requestId'))).size).toBe(1);
    expect(asked.map(({ search }) => search.get('retryCount'))).toEqual([null, '1', '2']);
    wire.rows = () => wireRunning('https://evil.example.com/result');
    await expect(read()).rejects.toMatchObject({ class: 'source_failed' });
  });

  test('a read that nobody waits for is aborted at the server, whatever it is at', async () => {
    wire.columns = [number];
    wire.rows = () => 'hang';
    const controller = new AbortController();
    const cancelled = fixture.extract(
      config(),
      { schema: 'PUBLIC', table: 'T' },
      { signal: controller.signal },
    );
    const running = () =>
      wire
        .called('/queries/v1/query-request')
        .find(({ body }) => body.sqlText.startsWith('SELECT "N"'));
    await eventually(() => expect(running()).toBeDefined());
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ class: 'cancelled' });
    await eventually(() => expect(wire.called('/session')).toHaveLength(1));
    expect(wire.called('/queries/v1/abort-request')[0]?.body.requestId).toBe(
      running()?.search.get('requestId'),
    );
  });
});

describe('a failure', () => {
  const login = '/session/v1/login-request';
  const query = '/queries/v1/query-request';
  const failing: readonly (readonly [string, string, WireReply, string, string])[] = [
    [
      'a wrong password',
      login,
      wireFailure('390100', '08001'),
      'authentication',
      "does not let user 'reader' in",
    ],
    ['a wrong key', login, wireFailure('390144', '08001'), 'authentication', 'RSA_PUBLIC_KEY'],
    [
      'a second factor',
      login,
      wireFailure('390197', '08001'),
      'authentication',
      'programmatic access token',
    ],
    ['a network policy', login, wireFailure('390422', '08001'), 'permission', 'network policy'],
    ['a locked user', login, wireFailure('390999', '08001'), 'authentication', 'not locked'],
    [
      'a database that is not given',
      login,
      wireFailure('390201', '08004'),
      'database_missing',
      "check 'database'",
    ],
    [
      'a role that is not given',
      login,
      wireFailure('390189', '08001'),
      'permission',
      "check 'role'",
    ],
    [
      'an account that is none',
      login,
      { status: 403, bytes: '<html>' },
      'configuration',
      "check 'account'",
    ],
    ['an account that has ended', login, wireFailure('000666', '57014'), 'quota', 'credits'],
    ['no warehouse', query, wireFailure('000606', '57P03'), 'permission', "check 'warehouse'"],
    ['a used up quota', query, wireFailure('090073', '22000'), 'quota', 'resource monitor'],
    [
      'a missing database',
      query,
      wireFailure('002003', '02000'),
      'not_found',
      "in database 'SHOP'",
    ],
    ['no right', query, wireFailure('003001', '42501'), 'permission', 'grant it USAGE and SELECT'],
    ['a time limit', query, wireFailure('000630', '57014'), 'source_timeout', 'time limit'],
    [
      'what nobody knows',
      query,
      wireFailure('999999', 'XX000'),
      'source_failed',
      'failed to answer',
    ],
    ['garbage', query, { bytes: 'secret garbage' }, 'source_failed', 'failed to answer'],
    ['a redirect', query, { status: 302 }, 'source_failed', 'failed to answer'],
    [
      'a server that is down',
      login,
      { status: 503, bytes: 'down' },
      'unreachable',
      'ended the connection',
    ],
  ];
  test.each(failing)(
    'by %s is told by class and sentence, without what the server says',
    async (_what, path, reply, errorClass, sentence) => {
      wire.before = (call) => (call.path === path ? reply : undefined);
      const error = await fixture.check(config()).catch((thrown) => thrown);
      expect(error).toMatchObject({
        class: errorClass,
        message: expect.stringContaining(sentence),
      });
      expect(error.message).not.toMatch(/secret|wrong-horse/);
      expect(wire.called('/elsewhere')).toEqual([]);
    },
  );

  test('by a server that hangs ends with the time that there is', async () => {
    wire.before = () => 'hang';
    await expect(fixture.check(config(), 1_500)).rejects.toMatchObject({ class: 'time_limit' });
  });

  test.each([
    [{ account: 'a b' }, "'account' is no account identifier"],
    [{ account: 'evil.example.com/' }, "'account' is no account identifier"],
    [{ host: 'evil.example.com' }, "'host' must end with"],
    [{ host: 'http://10.0.0.1:80' }, "'host' must end with"],
    [{ host: 'http://127.0.0.1.evil.com' }, "'host' must end with"],
    [{ host: 'http://127.0.0.1:99999' }, "'host' must end with"],
    [{ password: undefined }, "needs 'password' or 'private_key'"],
  ])('of a configuration %j is told before anything is sent', async (changes, sentence) => {
    const error = await fixture.check(config(changes)).catch((thrown) => thrown);
    expect(error).toMatchObject({
      class: 'configuration',
      message: expect.stringContaining(sentence),
    });
    expect(wire.calls).toEqual([]);
  });

  test('of an emulator where loopback is closed', async () => {
    const closed = new SourceFixture('snowflake', {
      rules: { allow: [], deny: [], loopbackOpen: false, own: [], ownPaths: [] },
    });
    await expect(closed.check(config())).rejects.toMatchObject({ class: 'address_refused' });
    await closed.close();
  });
});
