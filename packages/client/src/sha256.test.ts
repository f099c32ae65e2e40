import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { digestOf, Sha256 } from './sha256.ts';

afterEach(() => vi.unstubAllGlobals());

it('digests as node does, however the bytes are cut', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_003]) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31 + size) % 256);
    const whole = createHash('sha256').update(bytes).digest('hex');
    for (const step of [1, 7, 64, 1000]) {
      const digest = new Sha256();
      for (let at = 0; at < size; at += step) digest.update(bytes.subarray(at, at + step));
      expect(digest.hex()).toBe(whole);
    }
  }
});

it('digests the same where WebCrypto is missing, as on pages that came by HTTP', async () => {
  const bytes = new TextEncoder().encode('bytes of a part');
  const whole = createHash('sha256').update(bytes).digest('hex');
  expect(await digestOf(bytes.subarray(0))).toBe(whole);
  vi.stubGlobal('crypto', {});
  expect(await digestOf(bytes)).toBe(whole);
});
