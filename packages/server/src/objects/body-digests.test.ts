import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BodyDigests } from './body-digests.ts';

const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const folder = mkdtempSync(join(tmpdir(), 'quern-digests-'));
afterAll(() => rmSync(folder, { recursive: true }));

function digest(pieces: readonly Uint8Array[], ...keys: [Uint8Array, ...Uint8Array[]]): string {
  const made = new BodyDigests(keys[0], keys.slice(1)).start();
  for (const piece of pieces) made.update(piece);
  return made.hex();
}

describe('the digest of a body', () => {
  it('is the HMAC of its GMAC, under keys made of the service’s', () => {
    const body = Buffer.from('id,name\n1,x\n');
    const keys = Buffer.from(hkdfSync('sha256', key, '', 'quern digests of uploaded bodies', 48));
    const cipher = createCipheriv('aes-128-gcm', keys.subarray(0, 16), Buffer.alloc(12));
    cipher.setAAD(body).final();
    const mac = createHmac('sha256', keys.subarray(16)).update(cipher.getAuthTag());
    expect(digest([body], key)).toBe(mac.digest('hex').slice(0, 40));
  });

  it('is the same in whatever pieces it comes', () => {
    const body = randomBytes(300_001);
    const whole = digest([body], key);
    for (const size of [1, 15, 16, 17, 65_535, 65_536]) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
      expect(digest(pieces, key)).toBe(whole);
    }
    expect(digest([Buffer.alloc(0), body, Buffer.alloc(0)], key)).toBe(whole);
  });

  it('is another for other bytes, also for zeros more, and under another key', () => {
    const bodies = ['', '\0', '\0\0', 'a', 'a\0', 'b', 'a'.repeat(16), 'a'.repeat(17)];
    const found = bodies.map((body) => digest([Buffer.from(body)], key));
    for (const one of found) expect(one).toMatch(/^[0-9a-f]{40}$/);
    expect(new Set(found).size).toBe(bodies.length);
    expect(digest([Buffer.from('a')], other)).not.toBe(digest([Buffer.from('a')], key));
  });
});

describe('bytes of a file', () => {
  const path = join(folder, 'body');
  const body = randomBytes(3 * 2 ** 20 + 5);
  writeFileSync(path, Buffer.concat([Buffer.from('before'), body, Buffer.from('behind')]));
  const range = { path, startBytes: 6 };
  const isOf = (etag: string, digests: BodyDigests, sizeBytes = body.length) =>
    digests.isOf(`"${etag}"`, range, sizeBytes);

  it('are those of their ETag alone', async () => {
    const digests = new BodyDigests(key);
    expect(await isOf(digest([body], key), digests)).toBe(true);
    expect(await isOf(digest([body], key), digests, body.length + 1)).toBe(false);
    expect(await isOf(digest([body.subarray(1)], key), digests)).toBe(false);
    expect(await isOf(digest([], key), digests, 0)).toBe(true);
  });

  it('are those of an ETag that was given under a former key, or is the SHA-1 of an older build', async () => {
    const etag = digest([body], key);
    expect(await isOf(etag, new BodyDigests(other, [key]))).toBe(true);
    expect(await isOf(etag, new BodyDigests(other))).toBe(false);
    expect(digest([body], other, key)).toBe(digest([body], other));
    const plain = createHash('sha1').update(body).digest('hex');
    expect(await isOf(plain, new BodyDigests(key))).toBe(true);
  });
});
