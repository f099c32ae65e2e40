import { describe, expect, test } from 'vitest';
import { isHost } from './host.ts';

describe('a Host header', () => {
  test.each([
    'localhost',
    'quern.example.com',
    'quern.example.com.:443',
    '127.0.0.1:4400',
    '[::1]:4400',
    '[2001:db8::7]',
    'my_service:80',
    'xn--bcher-kva.example',
    'x',
  ])("'%s' is an address", (host) => expect(isHost(host)).toBe(true));

  test.each([
    '',
    ' ',
    'evil.example/path',
    'a b',
    'a"b',
    "a'b",
    'user@host',
    'user:pass@host',
    'host:',
    'host:0',
    'host:65536',
    'host:80:80',
    'host:8o',
    ':80',
    '.host',
    'a..b',
    '-a.example',
    '[::1',
    '::1',
    '[::1%25eth0]',
    '[nonsense]',
    '[::1]x',
    'a%20b',
    'a\\b',
    'a?b',
    'a#b',
    'a,b',
    'bücher.example',
    'a'.repeat(256),
  ])("'%s' is none", (host) => expect(isHost(host)).toBe(false));
});
