/** Servers that ask for a password in ways that would reveal the password. */
import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { authenticationMessage, readyForQuery, serverMessage } from './postgres-messages.ts';
import { SourceFixture } from './source-fixture.ts';

const password = 'what-nobody-may-read';
const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Answers each chunk of a client by the next of `answers`. Returns the port and the received bytes.
 */
async function scripted(
  answers: readonly Buffer[],
  options: { readonly greeting?: Buffer; readonly host?: string } = {},
): Promise<{ readonly port: number; readonly heard: Buffer[] }> {
  const heard: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    const left = [...answers];
    socket.on('error', () => {});
    if (options.greeting) socket.write(options.greeting);
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
      // SSLRequest of PostgreSQL: there is none.
      if (bytes.length === 8) {
        socket.write('N');
        return;
      }
      const next = left.shift();
      if (next) socket.write(next);
      else socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, options.host ?? '127.0.0.1', resolve));
  servers.push(server);
  return { port: (server.address() as AddressInfo).port, heard };
}

describe('MySQL without TLS', () => {
  const fixture = new SourceFixture('mysql');
  afterAll(() => fixture.close());

  const packet = (sequence: number, body: Buffer) =>
    Buffer.concat([Buffer.from([body.length, body.length >> 8, 0, sequence]), body]);

  /** Protocol 10, with plug-ins and databases, without TLS. */
  function greeting(plugin: string): Buffer {
    const capabilities = 0x200 | 0x8000 | 0x80000 | 0x8;
    const fixed = Buffer.alloc(18);
    fixed.writeUInt16LE(capabilities & 0xffff, 0);
    fixed[2] = 45;
    fixed.writeUInt16LE(capabilities >>> 16, 5);
    fixed[7] = 21;
    const texts = ['\n9.7.0\0', '\x07\0\0\0', '12345678\0'].map((text) =>
      Buffer.from(text, 'latin1'),
    );
    return packet(0, Buffer.concat([...texts, fixed, Buffer.from(`123456789012\0${plugin}\0`)]));
  }
  const switchTo = (plugin: string) =>
    packet(2, Buffer.from(`\xfe${plugin}\x0012345678123456789012\0`, 'latin1'));
  const wantsPassword = packet(4, Buffer.from([1, 4]));
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const key = (sequence: number) =>
    packet(sequence, Buffer.concat([Buffer.from([1]), Buffer.from(pem)]));

  const fields = { host: '127.0.0.1', user: 'me', password, database: 'shop' };
  const asks: readonly [string, readonly Buffer[]][] = [
    ['caching_sha2_password', [switchTo('caching_sha2_password'), wantsPassword, key(6)]],
    ['sha256_password', [switchTo('sha256_password'), key(4)]],
    ['mysql_clear_password', [switchTo('mysql_clear_password')]],
  ];

  test.each(asks)(
    '%s does not get the password, nor is its key asked for',
    async (plugin, answers) => {
      for (const sslmode of ['disable', 'prefer', 'allow']) {
        const { port, heard } = await scripted(answers, { greeting: greeting(plugin) });
        const config = fixture.config({ ...fields, port, sslmode });
        const failure = await fixture.check(config, 10_000).catch((error: unknown) => error);
        expect(failure).toMatchObject({
          class: plugin === 'mysql_clear_password' ? 'unsupported' : 'authentication',
          message: expect.stringMatching(/without TLS.*'get_server_public_key'|in clear/),
        });
        const said = Buffer.concat(heard);
        expect(said.includes(password)).toBe(false);
        // The login and, of caching_sha2_password, the digest; no request for a key behind them.
        expect(heard.filter((one) => one.length === 5)).toEqual([]);
        expect(heard.filter((one) => one.length > 250)).toEqual([]);
      }
    },
  );

  test.each([
    ['that the config has', { server_public_key: pem }, false],
    ['that the config lets it ask for', { get_server_public_key: true }, true],
  ])('a password goes under the key %s', async (_which, more, isAsked) => {
    const answers = [
      switchTo('caching_sha2_password'),
      wantsPassword,
      ...(isAsked ? [key(6)] : []),
    ];
    const { port, heard } = await scripted(answers, {
      greeting: greeting('caching_sha2_password'),
    });
    const config = fixture.config({ ...fields, port, sslmode: 'disable', ...more });
    await expect(fixture.check(config, 10_000)).rejects.toMatchObject({ class: 'unreachable' });
    // 256 bytes of RSA behind the packet's head, and a request for the key before that or none.
    expect(heard.at(-1)).toHaveLength(260);
    expect(heard.some((one) => one.length === 5 && one[4] === 2)).toBe(isAsked);
  });

  test('a key that is none is told', async () => {
    const { port } = await scripted([], { greeting: greeting('caching_sha2_password') });
    const config = fixture.config({ ...fields, port, sslmode: 'disable', server_public_key: 'x' });
    await expect(fixture.check(config, 10_000)).rejects.toMatchObject({
      class: 'configuration',
      message: "'server_public_key' is no public key as PEM text",
    });
  });
});

describe('PostgreSQL', () => {
  const fixture = new SourceFixture('postgres');
  afterAll(() => fixture.close());

  const ok = authenticationMessage(0);

  const inClear = authenticationMessage(3);
  const md5 = authenticationMessage(5, '1234');
  const scram = authenticationMessage(10, 'SCRAM-SHA-256\0\0');
  const version = Buffer.concat([
    serverMessage(
      'T',
      Buffer.from(
        '\x00\x01server_version\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0',
        'latin1',
      ),
    ),
    serverMessage('D', Buffer.from('\x00\x01\0\0\0\x0218', 'latin1')),
    serverMessage('C', Buffer.from('SHOW\0')),
    readyForQuery,
  ]);
  const signedIn = Buffer.concat([ok, readyForQuery]);
  const fields = { host: '127.0.0.1', user: 'me', password, database: 'shop', sslmode: 'disable' };
  /** An address of the machine other than loopback. */
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

  const check = async (
    answers: readonly Buffer[],
    more: Record<string, unknown> = {},
    host = '127.0.0.1',
  ) => {
    const { port, heard } = await scripted(answers, { host });
    const config = fixture.config({ ...fields, host, port, ...more });
    const outcome = await fixture.check(config, 10_000).catch((error: unknown) => error);
    return { outcome, said: Buffer.concat(heard).toString('latin1') };
  };

  test('the password goes in clear to this machine, and to no other without TLS', async () => {
    const near = await check([inClear, signedIn, version]);
    expect(near.outcome).toEqual({ version: 'PostgreSQL 18' });
    expect(near.said).toContain(password);
    // A machine without another address has nobody to keep it from.
    expect(outside).toBeDefined();
    for (const sslmode of ['disable', 'prefer']) {
      const far = await check([inClear], { sslmode }, outside);
      expect(far.outcome).toMatchObject({
        class: 'authentication',
        message: expect.stringMatching(/in clear and without TLS/),
      });
      expect(far.said).not.toContain(password);
    }
  });

  test.each([
    ['scram-sha-256', [inClear], /by 'password', which 'require_auth'/],
    ['scram-sha-256', [md5], /by 'md5', which 'require_auth'/],
    ['scram-sha-256', [signedIn], /in without asking for a password, which 'require_auth'/],
    ['!password, !md5', [md5], /by 'md5', which 'require_auth'/],
    ['!none', [signedIn], /in without asking/],
    ['md5', [scram], /by 'scram-sha-256', which 'require_auth'/],
  ])("require_auth '%s' holds whatever the server asks", async (require_auth, answers, words) => {
    const { outcome, said } = await check(answers, { require_auth });
    expect(outcome).toMatchObject({
      class: 'authentication',
      message: expect.stringMatching(words),
    });
    expect(said).not.toContain(password);
  });

  test.each([
    ['password', [inClear, signedIn, version]],
    ['none,scram-sha-256', [signedIn, version]],
    ['!password', [md5, signedIn, version]],
  ])("require_auth '%s' lets in what it names", async (require_auth, answers) => {
    const { outcome } = await check(answers, { require_auth });
    expect(outcome).toEqual({ version: 'PostgreSQL 18' });
  });

  test('a require_auth that is none, and channel binding without TLS, are told', async () => {
    for (const require_auth of ['kerberos', 'md5,!password']) {
      const { outcome } = await check([signedIn], { require_auth });
      expect(outcome).toMatchObject({
        class: 'configuration',
        message: expect.stringMatching(/^'require_auth' takes scram-sha-256, md5/),
      });
    }
    const { outcome } = await check([scram], { channel_binding: 'require' });
    expect(outcome).toMatchObject({ message: expect.stringMatching(/does not bind signing in/) });
  });

  test('a server that says yes in the middle of SCRAM has not shown that it knows the password', async () => {
    const { outcome } = await check([scram, signedIn, version]);
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/without showing that it knows/),
    });
  });

  test('options of the config are sent when signing in', async () => {
    const { said } = await check([signedIn, version], { options: 'endpoint=ep-1' });
    expect(said).toContain('options\0endpoint=ep-1\0');
  });
});
