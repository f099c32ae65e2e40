import { describe, expect, test } from 'vitest';
import { type HostRules, isAllowed, parseHostRule } from '../sources/host-rules.ts';
import { EmbeddingOrigins } from './embedding-origins.ts';

const parsed = (...texts: string[]) =>
  texts.map((text) => parseHostRule(text) ?? expect.fail(`'${text}' is a rule`));
const open: HostRules = { allow: [], deny: [], loopbackOpen: true, own: [], ownPaths: [] };

/** True if an inline key may go to the given address of the URL's host. */
function takesKey(url: string, address: string, changes: Partial<HostRules> = {}) {
  const origins = new EmbeddingOrigins({
    named: ['http://models.internal:8080'],
    rules: { ...open, ...changes },
  });
  const { hostname, port } = new URL(url);
  return isAllowed(origins.rulesForKey(url), hostname, address, Number(port) || 443);
}

describe('a key that is given inline', () => {
  test('goes over https wherever connections may lead', () => {
    expect(takesKey('https://api.example.com/v1', '93.184.216.34')).toBe(true);
    expect(takesKey('https://models.corp/v1', '10.1.2.3')).toBe(true);
    expect(takesKey('https://models.corp/v1', '10.1.2.3', { allow: parsed('*') })).toBe(true);
    expect(takesKey('https://models.corp/v1', '10.1.2.3', { deny: parsed('10.0.0.0/8') })).toBe(
      false,
    );
  });

  test('goes over plain http to this machine and to named hosts alone', () => {
    expect(takesKey('http://localhost:11434/v1', '127.0.0.1')).toBe(true);
    expect(takesKey('http://localhost:11434/v1', '::1')).toBe(true);
    expect(takesKey('http://localhost:11434/v1', '::1', { loopbackOpen: false })).toBe(false);
    for (const address of ['10.1.2.3', '93.184.216.34', 'fd12::1']) {
      const url = 'http://models.corp/v1';
      expect(takesKey(url, address)).toBe(false);
      expect(takesKey(url, address, { allow: parsed('*') })).toBe(false);
      expect(takesKey(url, address, { allow: parsed('0.0.0.0/0', '::/0') })).toBe(false);
      expect(takesKey(url, address, { allow: parsed('models.corp') })).toBe(true);
      expect(takesKey(url, address, { allow: parsed('*.corp') })).toBe(true);
      expect(takesKey(url, address, { allow: parsed(address) })).toBe(true);
    }
    expect(takesKey('http://models.internal:8080/v1', '10.1.2.3')).toBe(true);
    expect(takesKey('http://models.internal:8081/v1', '10.1.2.3')).toBe(false);
  });

  test.each(['169.254.169.254', '169.254.0.1', 'fe80::1', '::ffff:169.254.169.254'])(
    'goes to the link-local address %s by no rule',
    (address) => {
      for (const url of ['http://x.corp/v1', 'https://x.corp/v1', 'http://models.internal:8080'])
        for (const allow of [[], parsed('*'), parsed('169.254.0.0/16', 'fe80::/10', 'x.corp')])
          expect(takesKey(url, address, { allow })).toBe(false);
    },
  );

  test('is kept from plain http only where there is a key', () => {
    const origins = new EmbeddingOrigins({ named: [], rules: open });
    const { hostname } = new URL('http://models.corp/v1');
    expect(isAllowed(origins.rulesFor('http://models.corp/v1'), hostname, '10.1.2.3', 80)).toBe(
      true,
    );
  });
});
