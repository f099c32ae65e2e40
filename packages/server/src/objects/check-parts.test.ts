import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findPartProblem, maxPartNumber, minPartBytes, multipartEtag } from './check-parts.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const part = (partNumber: number, text = `part ${partNumber}`) => ({
  partNumber,
  etag: `"${md5(text)}"`,
});
const stored = (partNumber: number, sizeBytes: number, text?: string) => ({
  ...part(partNumber, text),
  sizeBytes,
});

describe('the parts of a multipart upload', () => {
  it('fit when each is there under its ETag and all but the last are large', () => {
    const there = [stored(2, 1), stored(1, minPartBytes), stored(3, 5)];
    expect(findPartProblem([part(1), part(2)], there)).toBeNull();
    expect(findPartProblem([part(1), part(3)], there)).toBeNull();
    expect(findPartProblem([{ partNumber: 2, etag: md5('part 2') }], there)).toBeNull();
  });

  it('may be there twice after a crash, under either ETag', () => {
    const there = [stored(1, 4, 'former'), stored(1, 4, 'latter')];
    expect(findPartProblem([part(1, 'former')], there)).toBeNull();
    expect(findPartProblem([part(1, 'latter')], there)).toBeNull();
    expect(findPartProblem([part(1, 'other')], there)?.partNumber).toBe(1);
  });

  it('must be large unless last, by the byte', () => {
    const named = [part(1), part(2)];
    expect(findPartProblem(named, [stored(1, minPartBytes), stored(2, 0)])).toBeNull();
    expect(findPartProblem(named, [stored(1, minPartBytes - 1), stored(2, 0)])?.message).toContain(
      '5242880',
    );
  });

  it('are numbered from 1 to 10,000', () => {
    for (const partNumber of [0, -1, maxPartNumber + 1, 1.5, Number.NaN]) {
      expect(findPartProblem([part(partNumber)], [stored(partNumber, 1)])).not.toBeNull();
    }
    expect(findPartProblem([part(maxPartNumber)], [stored(maxPartNumber, 1)])).toBeNull();
  });

  it("give the object's ETag as S3 computes it", () => {
    // aws s3api complete-multipart-upload gives this form; the digest is MD5 over the binary MD5s.
    const binary = Buffer.concat([Buffer.from(md5('a'), 'hex'), Buffer.from(md5('b'), 'hex')]);
    const expected = `"${createHash('md5').update(binary).digest('hex')}-2"`;
    expect(multipartEtag([part(1, 'a'), part(2, 'b')])).toBe(expected);
    expect(multipartEtag([{ partNumber: 1, etag: 'opaque' }])).toBeNull();
  });
});
