import { expect, test } from 'vitest';
import type { LakeTable } from '../../lake/model.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';
import { queryKey } from './reuse-key.ts';

/** A query of one table with the given version. */
function queryOf(version: string | null): PlannedQuery {
  const table = { id: 't1', version: version === null ? null : { id: version } };
  const schemas = new Map([['main', new Map([['events', table as LakeTable]])]]);
  const bound = { kind: 'table', catalog: 'default', schema: 'main', table: 'events' };
  return {
    plan: { sql: 'SELECT 1', tables: [{ ...bound, catalogIndex: 0, tableId: 't1' }] },
    view: { lakes: [{ schemas }] },
  } as unknown as PlannedQuery;
}

test('a query of a table whose rows were never fetched has a key of its own', () => {
  const keys = [null, 'v1', 'v2'].map((version) => queryKey('db', queryOf(version)));
  expect(new Set(keys).size).toBe(3);
  expect(queryKey('db', queryOf(null))).toBe(keys[0]);
});
