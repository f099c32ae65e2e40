import { CreateDatabaseRequest, CreateUploadRequest } from '@quern/contract';
import { describe, expect, test } from 'vitest';
import { dropNulls } from './drop-nulls.ts';

function dropped(schema: object, value: unknown): unknown {
  dropNulls(schema as never, value);
  return value;
}

describe('nulls of a request body', () => {
  test('an optional field without a null of its own is left out, however deep it lies', () => {
    const schemas = [
      { name: 'a', tables: [{ name: 't', key: null, sorted_by: [{ column: 'c', nulls: null }] }] },
    ];
    expect(dropped(CreateDatabaseRequest, { schemas, if_not_exists: null })).toEqual({
      schemas: [{ name: 'a', tables: [{ name: 't', sorted_by: [{ column: 'c', nulls: null }] }] }],
    });
  });

  test('a null that the schema takes stays', () => {
    expect(dropped(CreateUploadRequest, { filename: null })).toEqual({ filename: null });
  });

  test('a null in place of a required or an unknown field stays, to be refused', () => {
    expect(dropped(CreateDatabaseRequest, { schemas: [{ name: null }], nonsense: null })).toEqual({
      schemas: [{ name: null }],
      nonsense: null,
    });
  });

  test('what is no object is left alone', () => {
    for (const value of [null, 'text', 7, [null]])
      expect(dropped(CreateDatabaseRequest, value)).toEqual(value);
  });
});
