import { describe, expect, test } from 'vitest';
import { QuernError, toQuernError } from './errors.ts';
import { storageFailureOf } from './storage-failure.ts';

const system = (code: string) => Object.assign(new Error(`${code}: /secret/path`), { code });

describe('a failure of the storage', () => {
  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EFBIG', 'full'],
    ['SQLITE_FULL', 'full'],
    ['53100', 'full'],
    ['EROFS', 'read_only'],
    ['SQLITE_READONLY_DBMOVED', 'read_only'],
    ['EIO', 'broken'],
    ['SQLITE_IOERR_WRITE', 'broken'],
    ['EMFILE', 'too_many_files'],
    ['ENFILE', 'too_many_files'],
  ])('of the system, %s, is %s, and a 503 that says what to do and no path', (code, kind) => {
    expect(storageFailureOf(system(code))).toBe(kind);
    expect(storageFailureOf(new Error('a load failed', { cause: system(code) }))).toBe(kind);
    const error = toQuernError(system(code));
    expect([error.code, error.status, error.retryAfterS]).toEqual([
      'PERSISTENCE_UNAVAILABLE',
      503,
      5,
    ]);
    expect(error.message).toMatch(/; try again/);
    expect(error.message).not.toContain('secret');
  });

  test.each([
    ['Could not write file "/a/b": No space left on device', 'full'],
    ['Could not write file "/a/b": File too large', 'full'],
    ['Cannot open file "/a/b": Disk quota exceeded', 'full'],
    ['Cannot open file "/a/b": Read-only file system', 'read_only'],
    ['Could not read from file "/a/b": Input/output error', 'broken'],
    ['Cannot open file "/a/b": Too many open files', 'too_many_files'],
  ])('is known by the words of the system where there are no others: %s', (words, kind) => {
    expect(storageFailureOf(new Error(`IO Error: ${words}`))).toBe(kind);
    expect(storageFailureOf(new Error(`Invalid Input Error: IO Error: ${words}`))).toBe(null);
    expect(
      storageFailureOf(
        new Error(`Invalid Input Error: CSV Error on Line: 2\nOriginal Line: ${words}`),
      ),
    ).toBe(null);
  });

  test('is nothing else', () => {
    expect(storageFailureOf(system('ENOENT'))).toBe(null);
    expect(storageFailureOf(new Error('IO Error: No files found that match the pattern'))).toBe(
      null,
    );
    expect(storageFailureOf('ENOSPC')).toBe(null);
    const refused = new QuernError('BAD_REQUEST', 'no');
    expect(toQuernError(refused)).toBe(refused);
    expect(toQuernError(new Error('x')).code).toBe('INTERNAL_SERVER_ERROR');
  });
});
