import { describe, expect, it } from 'vitest';
import { newId } from '../kernel/ids.ts';
import {
  assertSafeKey,
  indexFileKey,
  indexPrefix,
  isOwnKey,
  lakeFileKey,
  lakePrefix,
  objectPrefixes,
  resultKey,
  resultPrefix,
  uploadKey,
} from './keys.ts';

describe('object keys', () => {
  const lakeId = newId('connection');
  const workspaceId = newId('workspace');
  const resultId = newId('result');
  const uploadId = newId('upload');

  it('end in 26 characters that nobody can guess, and an extension', () => {
    for (const make of [
      () => lakeFileKey(lakeId),
      () => indexFileKey(lakeId, 'segment'),
      () => resultKey(workspaceId, resultId),
      () => uploadKey(uploadId),
    ]) {
      expect(make()).toMatch(/[/-][0-9a-z]{26}\.[a-z]+$/);
      expect(make()).not.toBe(make());
    }
  });

  it('lie below the prefix that collection lists', () => {
    expect(lakeFileKey(lakeId).startsWith(lakePrefix(lakeId))).toBe(true);
    expect(indexFileKey(lakeId, 'segment').startsWith(indexPrefix(lakeId))).toBe(true);
    expect(resultKey(workspaceId, resultId).startsWith(resultPrefix(workspaceId))).toBe(true);
    expect(resultKey(workspaceId, resultId)).toContain(resultId);
    expect(uploadKey(uploadId).startsWith(`${objectPrefixes.uploads}${uploadId}`)).toBe(true);
  });

  it('are told from those of another service whose prefix lies below this one’s', () => {
    const own = [
      lakeFileKey(lakeId),
      indexFileKey(lakeId, 'parquet'),
      resultKey(workspaceId, resultId),
      uploadKey(uploadId),
    ];
    const incoming = `incoming/${uploadKey(uploadId)}`;
    for (const key of [...own, incoming, `${incoming}/1-abc`])
      expect(isOwnKey(key), key).toBe(true);
    for (const prefix of [
      'lakes',
      `lakes/${lakeId}`,
      'indexes',
      'results',
      `results/${workspaceId}`,
      'uploads',
      'incoming',
      'x',
    ]) {
      for (const key of [...own, 'quern-store.json', 'a/b.parquet']) {
        expect(isOwnKey(`${prefix}/${key}`), `${prefix}/${key}`).toBe(
          prefix === 'incoming' && key === own[3],
        );
      }
    }
  });

  it('are refused where an id would lead elsewhere', () => {
    for (const id of ['..', 'a/../b', '', '.', '/', 'a\0', 'é', '.hidden']) {
      expect(() => lakeFileKey(id)).toThrow();
    }
    expect(() => resultKey('..', resultId)).toThrow();
    expect(() => uploadKey('../x')).toThrow();
  });

  it('have at most 200 characters', () => {
    expect(() => assertSafeKey('x'.repeat(200))).not.toThrow();
    expect(() => assertSafeKey('x'.repeat(201))).toThrow();
    expect(() => assertSafeKey('a\n')).toThrow();
  });
});
