/**
 * Bodies and queries as clients really send them, against the request schemas with a strict
 * validator.
 */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Endpoint, JsonSchema, OperationId } from '../src/index.ts';
import { coerceQuery, endpointsById } from '../src/index.ts';

const ajv = new Ajv({ strict: true, coerceTypes: false });
// Constraints that operations check by themselves; only the published schema has them.
ajv.addKeyword('x-stated');

function bodyIsValid(id: OperationId, value: unknown): boolean {
  const { body }: Endpoint = endpointsById[id];
  if (body === undefined) throw new Error(`${id} takes no body`);
  return ajv.validate(body.schema as JsonSchema, value);
}

function queryIsValid(id: OperationId, raw: Record<string, string>): boolean {
  const { query: schema }: Endpoint = endpointsById[id];
  const coerced = coerceQuery(schema, raw);
  return coerced.ok && ajv.validate((schema ?? {}) as JsonSchema, coerced.query);
}

const accepted: readonly [OperationId, unknown][] = [
  ['databases.create', {}],
  [
    'databases.create',
    { name: null, default_catalog: null, default_schema: null, expires_at: null },
  ],
  [
    'databases.create',
    { description: 'label', if_not_exists: false, schemas: [{ name: 'public' }] },
  ],
  [
    'databases.create',
    { schemas: [{ name: 's', tables: [{ name: 't', key: [], constant_per_key: ['a'] }] }] },
  ],
  [
    'databases.addTable',
    { name: 't', sorted_by: [{ column: 'a', direction: null, nulls: 'last' }] },
  ],
  [
    'databases.loadTable',
    { mode: 'replace', upload_id: 'u', key: null, format: null, async: false },
  ],
  [
    'databases.loadTable',
    { mode: 'append', data: 'a\n1', columns: { a: 'INTEGER', b: { type: 'DECIMAL', scale: 2 } } },
  ],
  [
    'connections.loadTable',
    { mode: 'upsert', result_id: 'r', async: true, async_after_ms: 10_000 },
  ],
  [
    'queries.run',
    { sql: 'SELECT 1', async: false, async_after_ms: null, dialect: null, database_id: null },
  ],
  [
    'uploads.create',
    { declared_size_bytes: 0, filename: null, content_encoding: null, part_size: 8_388_608 },
  ],
  ['uploads.finalize', {}],
  ['uploads.finalize', { parts: null }],
  ['uploads.finalize', { parts: [{ part_number: 1, e_tag: '"abc"' }] }],
  [
    'indexes.create',
    { index_name: 'i', columns: ['a'], index_type: 'vector', metric: null, dimensions: null },
  ],
  ['savedQueries.update', { category_override: null }],
  ['embeddingProviders.update', { config: null, secret_name: null }],
  ['tokens.create', { kind: 'database', database_id: 'd', read_only: true }],
];

const refused: readonly [OperationId, unknown][] = [
  ['databases.create', []],
  ['databases.create', { unknown: 1 }],
  ['databases.create', { name: 1 }],
  ['databases.create', { schemas: null }],
  ['databases.create', { if_not_exists: 'true' }],
  ['databases.create', { schemas: [{ name: 's', tables: [{ name: 't', keys: ['a'] }] }] }],
  [
    'databases.create',
    {
      schemas: [
        { name: 's', tables: [{ name: 't', partition_by: [{ column: 'a', transform: 'week' }] }] },
      ],
    },
  ],
  ['databaseBatches.create', { count: 0 }],
  ['databaseBatches.create', { count: 10_001 }],
  ['databaseBatches.create', { count: 1.5 }],
  ['databases.loadTable', { upload_id: 'u' }],
  ['databases.loadTable', { mode: 'merge', upload_id: 'u' }],
  ['databases.loadTable', { mode: 'append', data: 'a', columns: { a: 1 } }],
  ['databases.loadTable', { mode: 'append', url: 'http://example.org' }],
  ['queries.run', { sql: null }],
  ['queries.run', { sql: 'SELECT 1', async: null }],
  ['queries.run', { sql: 'SELECT 1', async: true, async_after_ms: 999 }],
  ['queries.run', { sql: 'SELECT 1', dialect: 'mysql' }],
  ['uploads.create', { checksum_algo: 'md5' }],
  ['uploads.create', { declared_size_bytes: -1 }],
  ['uploads.createBatch', { uploads: Array(101).fill({}) }],
  ['uploads.mintParts', { part_numbers: [] }],
  ['uploads.mintParts', { part_numbers: [0] }],
  ['savedQueries.update', {}],
  ['workspaces.create', { name: 'w', organization_public_id: null }],
];

describe('request schemas', () => {
  it.each(accepted)('of %s accept %j', (id, value) => {
    expect(bodyIsValid(id, value)).toBe(true);
  });

  it.each(refused)('of %s refuse %j', (id, value) => {
    expect(bodyIsValid(id, value)).toBe(false);
  });

  it('leave the page size of the database list to be clamped', () => {
    expect(queryIsValid('databases.list', { limit: '0' })).toBe(true);
    expect(queryIsValid('databases.list', { limit: '-7' })).toBe(true);
    expect(queryIsValid('databases.list', { limit: '99999999999999999999999' })).toBe(true);
    expect(queryIsValid('databases.list', { limit: 'ten' })).toBe(false);
  });

  it('refuse negative and fractional offsets and unknown parameters', () => {
    expect(queryIsValid('results.get', { offset: '0', limit: '0', format: 'markdown' })).toBe(true);
    expect(queryIsValid('results.get', { offset: '-1' })).toBe(false);
    expect(queryIsValid('results.get', { limit: '1.5' })).toBe(false);
    expect(queryIsValid('results.get', { format: 'xml' })).toBe(false);
    expect(queryIsValid('results.get', { page: '2' })).toBe(false);
    expect(queryIsValid('jobs.list', { job_type: 'unknown' })).toBe(false);
    expect(queryIsValid('informationSchema.list', { include_columns: '1' })).toBe(false);
  });
});
