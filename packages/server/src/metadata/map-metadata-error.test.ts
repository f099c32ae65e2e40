import { describe, expect, test } from 'vitest';
import { QuernError } from '../kernel/errors.ts';
import {
  contentionError,
  isConflict,
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
  mapMetadataError,
} from './map-metadata-error.ts';

const withCode = (code: string) => Object.assign(new Error('driver text with /a/path'), { code });

describe('errors of the metadata drivers', () => {
  test.each([
    ['23505', isUniqueViolation],
    ['SQLITE_CONSTRAINT_UNIQUE', isUniqueViolation],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', isUniqueViolation],
    ['23503', isForeignKeyViolation],
    ['23001', isForeignKeyViolation],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', isForeignKeyViolation],
    ['40001', isConflict],
    ['40P01', isConflict],
    ['SQLITE_BUSY', isConflict],
    ['SQLITE_BUSY_SNAPSHOT', isConflict],
    ['SQLITE_LOCKED', isConflict],
  ])('%s is recognised and left as it is', (code, recognises) => {
    const error = withCode(code);
    const recognisers = [isUniqueViolation, isForeignKeyViolation, isConflict, isUnavailable];
    expect(recognisers.filter((recogniser) => recogniser(error))).toEqual([recognises]);
    expect(mapMetadataError(error)).toBe(error);
  });

  test.each([
    '08000',
    '08006',
    '25P03',
    '28000',
    '28P01',
    '3D000',
    '53300',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('%s is SERVICE_UNAVAILABLE', (code) => {
    expect(mapMetadataError(withCode(code))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterS: 1,
    });
  });

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
  ])('an error without code that says %j is SERVICE_UNAVAILABLE', (message) => {
    expect(mapMetadataError(new Error(message))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test.each([
    '25006',
    '53100',
    '53200',
    '58030',
    'XX001',
    'XX002',
    'SQLITE_FULL',
    'SQLITE_IOERR_FSYNC',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_CORRUPT_VTAB',
    'SQLITE_NOTADB',
  ])('%s is PERSISTENCE_UNAVAILABLE', (code) => {
    expect(mapMetadataError(withCode(code))).toMatchObject({ code: 'PERSISTENCE_UNAVAILABLE' });
  });

  test('a message for callers holds nothing of the driver, which is kept as the cause', () => {
    const cause = withCode('SQLITE_FULL');
    const mapped = mapMetadataError(cause);
    expect(mapped).toBeInstanceOf(QuernError);
    expect(String(mapped)).not.toContain('/a/path');
    expect(mapped).toHaveProperty('cause', cause);
  });

  test('everything else stays as it is', () => {
    for (const error of [
      withCode('42P01'),
      new Error('x'),
      'thrown text',
      null,
      new QuernError('CONFLICT', 'c'),
    ]) {
      expect(mapMetadataError(error)).toBe(error);
    }
  });

  test('contention that outlasts the retries can be tried again later', () => {
    expect(contentionError(withCode('40001'))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterS: 1,
    });
  });
});
