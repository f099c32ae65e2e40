import { describe, expect, test } from 'vitest';
import { replaceFiles, visitFiles } from './named-files.ts';

const file = (key: string) => ({ key, subject: `file '${key}'` });
const upper = (file: unknown) => `/${(file as { key: string }).key}`;

describe('a request with files', () => {
  test('has paths in their place, in every field that names one', () => {
    const request = {
      source: { path: file('a'), morePaths: [file('b')], format: 'csv' },
      paths: [file('c')],
      directory: file('d'),
      decodedPath: null,
      files: [{ path: file('e'), deletes: { path: file('f'), part: 1 } }],
    };
    expect(replaceFiles(request, upper)).toEqual({
      source: { path: '/a', morePaths: ['/b'], format: 'csv' },
      paths: ['/c'],
      directory: '/d',
      decodedPath: null,
      files: [{ path: '/e', deletes: { path: '/f', part: 1 } }],
    });
  });

  test('is copied only where it has some, and keeps one list for all that share it', () => {
    const written = [{ id: 1, name: 'path' }];
    const [columns, rows] = [[{ name: 'a' }], new Uint32Array(2)];
    const request = {
      columns,
      hits: { rows },
      files: [
        { path: file('a'), written },
        { path: file('b'), written },
      ],
    };
    const replaced = replaceFiles(request, upper) as typeof request;
    expect(replaced.columns).toBe(columns);
    expect(replaced.hits.rows).toBe(rows);
    expect(replaced.files.map((file) => file.written)).toEqual([written, written]);
    expect(replaced.files[0]?.written).toBe(replaced.files[1]?.written);
    expect(request.files[0]?.path).toEqual(file('a'));
  });

  test('names files alone in such fields: what is none is not opened', () => {
    const names: unknown[] = [];
    const types = { path: 'TEXT', paths: ['TEXT'], directory: { type: 'TEXT' }, aPath: null };
    visitFiles({ types, path: { held: 'one' } }, (found) => names.push(found));
    expect(names).toEqual([{ held: 'one' }]);
  });

  test('is itself where it has none', () => {
    const request = { sql: 'SELECT 1', catalogs: [], columns: ['path'] };
    expect(replaceFiles(request, upper)).toBe(request);
  });
});
