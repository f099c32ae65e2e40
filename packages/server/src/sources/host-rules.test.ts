import { describe, expect, test } from 'vitest';
import {
  embeddedIPv4,
  type HostRule,
  type HostRules,
  isAllowed,
  parseHostRule,
} from './host-rules.ts';
import { hostResolver, type Lookup } from './resolve-host.ts';

const rules = (changes: Partial<HostRules> = {}): HostRules => ({
  allow: [],
  deny: [],
  loopbackOpen: false,
  own: [],
  ownPaths: [],
  ...changes,
});
const parsed = (...texts: string[]): HostRule[] =>
  texts.map((text) => parseHostRule(text) ?? expect.fail(`'${text}' is a rule`));
const allowed = (
  changes: Partial<HostRules>,
  address: string,
  host = 'db.example.com',
  port = 5432,
) => isAllowed(rules(changes), host, address, port);

describe('addresses', () => {
  test.each(['10.1.2.3', '192.168.0.5', '172.16.0.1', '8.8.8.8', 'fd12::1', '2a00:1450::1'])(
    '%s is allowed',
    (one) => {
      expect(allowed({}, one)).toBe(true);
    },
  );

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ])('%s is never, whatever is allowed', (one) => {
    expect(allowed({ allow: parsed('*', '0.0.0.0/0', '::/0'), loopbackOpen: true }, one)).toBe(
      false,
    );
  });

  test.each([
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
  ])('%s is loopback: only where it is open or its network is named', (one) => {
    expect(allowed({}, one)).toBe(false);
    expect(allowed({ allow: parsed('*', 'db.example.com') }, one)).toBe(false);
    expect(allowed({ allow: parsed('127.0.0.0/8', '::1') }, one)).toBe(true);
    expect(allowed({ loopbackOpen: true }, one)).toBe(true);
  });

  test('a list of what is allowed leaves out the rest, and what is denied goes first', () => {
    const allow = parsed('10.0.0.0/8', '*.corp.example', 'db.example.com');
    expect(allowed({ allow }, '10.9.9.9', 'x.org')).toBe(true);
    expect(allowed({ allow }, '11.0.0.1', 'x.org')).toBe(false);
    expect(allowed({ allow }, '11.0.0.1', 'A.Corp.Example.')).toBe(true);
    expect(allowed({ allow }, '11.0.0.1', 'corp.example')).toBe(false);
    expect(allowed({ allow }, '11.0.0.1', 'db.example.com')).toBe(true);
    expect(allowed({ allow, deny: parsed('10.9.0.0/16') }, '10.9.9.9')).toBe(false);
    expect(allowed({ deny: parsed('10.9.0.0/16') }, '::ffff:10.9.9.9')).toBe(false);
    expect(allowed({ deny: parsed('db.example.com') }, '10.1.1.1', 'DB.example.com.')).toBe(false);
  });

  test('a rule for named hosts alone takes this machine and what is named, nothing else', () => {
    const named = (allow: HostRule[], address: string, changes: Partial<HostRules> = {}) =>
      allowed({ allow, namedOnly: true, ...changes }, address);
    for (const allow of [[], parsed('*'), parsed('0.0.0.0/0', '::/0'), parsed('/srv')]) {
      expect(named(allow, '10.1.2.3')).toBe(false);
      expect(named(allow, '2a00:1450::1')).toBe(false);
    }
    expect(named([], '127.0.0.1', { loopbackOpen: true })).toBe(true);
    expect(named([], '127.0.0.1')).toBe(false);
    expect(named(parsed('10.0.0.0/8'), '10.1.2.3')).toBe(true);
    expect(named(parsed('10.0.0.0/8'), '11.1.2.3')).toBe(false);
    expect(named(parsed('db.example.com'), '8.8.8.8')).toBe(true);
    expect(named(parsed('*.example.com'), '8.8.8.8')).toBe(true);
    expect(named(parsed('10.0.0.0/8'), '10.1.2.3', { deny: parsed('10.1.0.0/16') })).toBe(false);
    expect(named(parsed('169.254.0.0/16'), '169.254.169.254')).toBe(false);
  });

  test('the metadata database is not read by whatever name it is reached', () => {
    const own = [{ address: '10.0.0.7', port: 5432 }];
    expect(isAllowed(rules(), 'alias', '10.0.0.7', 5432, own)).toBe(false);
    expect(isAllowed(rules({ loopbackOpen: true }), 'alias', '10.0.0.7', 5432, own)).toBe(false);
    expect(isAllowed(rules(), 'alias', '::ffff:10.0.0.7', 5432, own)).toBe(false);
    expect(isAllowed(rules(), 'alias', '10.0.0.7', 5433, own)).toBe(true);
    expect(isAllowed(rules({ allow: parsed('10.0.0.7') }), 'alias', '10.0.0.7', 5432, own)).toBe(
      true,
    );
  });

  test('an IPv4 address inside an IPv6 one is found', () => {
    expect(embeddedIPv4('::ffff:1.2.3.4')).toBe('1.2.3.4');
    expect(embeddedIPv4('::ffff:102:304')).toBe('1.2.3.4');
    expect(embeddedIPv4('0:0:0:0:0:ffff:102:304')).toBe('1.2.3.4');
    expect(embeddedIPv4('2002:102:304::')).toBe('1.2.3.4');
    expect(embeddedIPv4('::1')).toBeUndefined();
    expect(embeddedIPv4('2a00::102:304')).toBeUndefined();
    expect(embeddedIPv4('1.2.3.4')).toBeUndefined();
  });
});

describe('rules', () => {
  test.each([
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0',
    '2130706433',
    'a b',
    '',
    'http://x',
    '*.',
    '1::/129',
    'x/8',
  ])("'%s' is none", (text) => {
    expect(parseHostRule(text)).toBeNull();
  });
});

describe('resolving', () => {
  const answers =
    (...addresses: string[]): Lookup =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test('gives the addresses that were checked', async () => {
    const resolve = hostResolver(rules(), answers('10.0.0.1', 'fd12::1'));
    expect(await resolve('db.example.com', 1)).toEqual([
      { address: '10.0.0.1', family: 4 },
      { address: 'fd12::1', family: 6 },
    ]);
  });

  test('a mixed answer is refused whole, in the sentence of a closed port', async () => {
    const resolve = hostResolver(rules(), answers('10.0.0.1', '127.0.0.1'));
    await expect(resolve('db.example.com', 5432)).rejects.toMatchObject({
      class: 'address_refused',
      message: expect.stringMatching(
        /^Cannot connect to 'db\.example\.com' on port 5432: no server answers there, or/,
      ),
    });
  });

  // The system's resolver reads these texts as addresses; the rules must not accept them as names.
  test.each([
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '127.1',
    '017700000001',
    'localhost',
    '127.0.0.1',
    '::1',
    '[::1]',
  ])("'%s' does not lead to loopback", async (host) => {
    await expect(hostResolver(rules())(host, 5432)).rejects.toMatchObject({
      class: expect.stringMatching(/address_refused|name_not_found/),
    });
  });

  test.each(['', 'a b', 'a/b', 'user@host', 'fe80::1%lo', '/var/run/socket', 'x'.repeat(300)])(
    "'%s' is asked of no resolver",
    async (host) => {
      const resolve = hostResolver(rules({ loopbackOpen: true }), () => expect.fail('asked'));
      await expect(resolve(host, 5432)).rejects.toMatchObject({ class: 'address_refused' });
    },
  );

  test('an unknown name says so', async () => {
    const resolve = hostResolver(rules(), () =>
      Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    );
    await expect(resolve('nowhere.invalid', 1)).rejects.toMatchObject({
      class: 'name_not_found',
      message: "Host 'nowhere.invalid' is not known; check its name",
    });
  });

  test('the metadata database is found behind its name', async () => {
    const ask: Lookup = async (host) => [
      { address: host === 'meta' ? '10.0.0.7' : '10.0.0.8', family: 4 },
    ];
    const own = [{ host: 'meta', port: 5432 }];
    const resolve = hostResolver(rules({ own }), ask);
    await expect(resolve('10.0.0.7', 5432)).rejects.toMatchObject({ class: 'address_refused' });
    expect(await resolve('10.0.0.8', 5432)).toHaveLength(1);
  });
});
