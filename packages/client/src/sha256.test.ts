import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

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
