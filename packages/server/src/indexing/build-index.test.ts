import { expect, test } from 'vitest';
import type { IndexDefinition } from '../search/index-definition.ts';
import { problemOf } from './build-index.ts';

const definitions = {
  bm25: { indexType: 'bm25', options: {} },
  sorted: { indexType: 'sorted', options: {} },
  vector: { indexType: 'vector', options: { embedding: null } },
  embedded: { indexType: 'vector', options: { embedding: { providerId: 'p' } } },
} as unknown as Record<string, IndexDefinition>;

test('only rows of an index of embedded texts wait for vectors', () => {
  const said = Object.entries(definitions).map(([kind, definition]) => [
    kind,
    problemOf(definition, 'no'),
  ]);
  expect(Object.fromEntries(said)).toEqual({
    bm25: 'Some files are not in the index yet: no',
    sorted: 'Some files are not in the index yet: no',
    vector: 'Some files are not in the index yet: no',
    embedded: 'Some rows wait for their vectors: no',
  });
});
