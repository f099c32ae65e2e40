import { describe, expect, it } from 'vitest';
import { type PutGrant, UrlSigner } from './signed-urls.ts';

const signer = new UrlSigner(new Uint8Array(32).fill(1));
const grant: PutGrant = {
  key: 'uploads/some-key.bin',
  part: { multipartId: 'abc', partNumber: 7 },
  maxBytes: 8_388_608,
  expiresAt: 1_800_000_000_000,
};
const single: PutGrant = { ...grant, part: null };
const targetOf = (url: string) => url.slice('https://host'.length);

describe('a signed URL', () => {
  it.each([grant, single])('carries what it permits', (one) => {
    const url = signer.sign('https://host/', one);
    expect(url.startsWith('https://host/_objects/uploads/some-key.bin?')).toBe(true);
    expect(signer.verify(targetOf(url))).toEqual(one);
  });

  it('holds for nothing else', () => {
    const target = targetOf(signer.sign('https://host', grant));
    const changes: [string, string][] = [
      ['some-key', 'other-key'],
      ['part_number=7', 'part_number=8'],
      ['part_number=7', 'part_number=07'],
      ['multipart_id=abc', 'multipart_id=abd'],
      ['max_bytes=8388608', 'max_bytes=9388608'],
      ['expires_at=18', 'expires_at=19'],
      ['&part_number=7', ''],
      ['&multipart_id=abc&part_number=7', ''],
      ['signature=', 'signature=0'],
      ['/_objects/', '/_objects/../_objects/'],
      ['/_objects/', '/objects/'],
    ];
    for (const [from, to] of changes) {
      const changed = target.replace(from, to);
      expect(changed).not.toBe(target);
      const verified = signer.verify(changed);
      // A number written otherwise is the same number; nothing else may pass.
      if (to === 'part_number=07') expect(verified).toEqual(grant);
      else expect([to, verified]).toEqual([to, null]);
    }
    for (let end = 0; end < target.length; end++)
      expect(signer.verify(target.slice(0, end))).toBeNull();
    expect(signer.verify(`${target}00`)).toBeNull();
  });

  it('holds only under the key it was signed with', () => {
    const other = new UrlSigner(new Uint8Array(32).fill(2));
    expect(other.verify(targetOf(signer.sign('https://host', grant)))).toBeNull();
  });
});
