import { describe, expect, it } from 'vitest';
import { QuernError } from '../kernel/errors.ts';
import { mapS3Error, s3Meaning, s3Meanings } from './map-s3-error.ts';

const thrown = (name: string, extra: object = {}) =>
  Object.assign(new Error('secret detail'), { name }, extra);
const expectedNames = {
  missing: 'ObjectMissingError',
  exists: 'ObjectExistsError',
  'multipart missing': 'MultipartMissingError',
  retry: 'SERVICE_UNAVAILABLE',
  refused: 'PERSISTENCE_UNAVAILABLE',
  'bad part': 'as thrown',
  'empty range': 'as thrown',
};

describe('an error of S3', () => {
  it.each(Object.entries(s3Meanings))('%s is understood as %s', (name, meaning) => {
    const error = thrown(name);
    expect(s3Meaning(error)).toBe(meaning);
    const mapped = mapS3Error(error) as Error;
    const found =
      mapped === error ? 'as thrown' : mapped instanceof QuernError ? mapped.code : mapped.name;
    expect(found).toBe(expectedNames[meaning]);
    if (mapped !== error) expect(mapped.message).not.toContain('secret detail');
  });

  it('is understood by its system code where it never reached S3', () => {
    expect(s3Meaning(thrown('Error', { code: 'ECONNREFUSED' }))).toBe('retry');
    expect(s3Meaning(thrown('Error', { code: 'ENOTFOUND' }))).toBe('refused');
  });

  it.each([
    [412, 'exists'],
    [429, 'retry'],
    [503, 'retry'],
    [403, 'refused'],
  ])('with an unknown name and status %i means %s', (httpStatusCode, meaning) => {
    expect(s3Meaning(thrown('Strange', { $metadata: { httpStatusCode } }))).toBe(meaning);
  });

  it('is left alone where it is none of S3', () => {
    const error = new TypeError('a defect');
    expect(mapS3Error(error)).toBe(error);
    expect(s3Meaning('text')).toBeNull();
  });
});
