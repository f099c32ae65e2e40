/**
 * The endpoints against `fixtures/endpoints.tsv`, see docs/contract/README.md#transcribed-tables.
 */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Endpoint, JsonSchema } from '../src/index.ts';
import {
  apiErrorCodes,
  endpoints,
  endpointsById,
  errorsOf,
  nameOf,
  operationIds,
  permissions,
  workspaceErrorCodes,
} from '../src/index.ts';
import { readTable } from './fixtures/read-table.ts';

const facts = readTable('endpoints.tsv', [
  'mark',
  'schemes',
  'method',
  'path',
  'headers',
  'query',
  'body',
  'answers',
]);

/**
 * Statuses besides the transcribed ones, each decided or implied by another part of the contract.
 */
const addedStatuses: Readonly<Record<string, readonly number[]>> = {
  'connections.deleteTable': [409],
  'connections.getTableProfile': [500],
  'connections.loadTable': [500],
  'databases.loadTable': [500],
  'results.get': [500],
  'databases.delete': [409],
  'databases.list': [400],
  'embeddingProviders.create': [503],
  'embeddingProviders.delete': [400],
  'embeddingProviders.update': [400, 409, 503],
  'indexes.create': [409],
  'indexes.delete': [409],
  'indexes.listOfTable': [400],
  'informationSchema.list': [400],
  'jobs.list': [400],
  'queries.run': [409, 502],
  'refresh.run': [502],
  'savedQueries.execute': [409, 429, 500, 502, 503],
  'secrets.create': [503],
  'secrets.update': [400, 409, 503],
  'usage.get': [400],
};

const beyondTheTable = [
  'connections.setConstantPerKey',
  'databaseIndexes.create',
  'databaseIndexes.delete',
  'databaseIndexes.listOfTable',
  'databases.deleteTable',
  'databases.getByName',
  'databases.getLineage',
  'databases.listSnapshots',
  'databases.reset',
  'databases.restoreTable',
  'databases.setConstantPerKey',
  'jobs.cancel',
  'queryRuns.cancel',
  'queryRuns.getProfile',
  'queryRuns.listAll',
  'refresh.getPolicy',
  'refresh.setPolicy',
  'tokens.create',
  'tokens.exchange',
  'tokens.getOwn',
  'tokens.list',
  'tokens.redeemCode',
  'tokens.revoke',
  'usage.getDays',
];

const route = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const byRoute = new Map(endpoints.map((endpoint) => [route(endpoint), endpoint]));

function endpointAt(row: { method: string; path: string }): Endpoint {
  const endpoint = byRoute.get(route(row));
  if (endpoint === undefined) throw new Error(`${route(row)} is not in the contract`);
  return endpoint;
}

function answersOf(endpoint: Endpoint): Map<number, string> {
  const answers = new Map<number, string>();
  const errorName = endpoint.errorShape === 'api' ? 'ApiErrorResponse' : 'Error';
  for (const error of endpoint.errors) answers.set(error.status, errorName);
  for (const [status, { schema }] of Object.entries(endpoint.responses)) {
    answers.set(Number(status), schema === undefined ? '' : (nameOf(schema) ?? 'anonymous'));
  }
  return answers;
}

describe('the endpoints of the contract', () => {
  it('are the transcribed ones and the listed extensions, no route or operation id twice', () => {
    expect(facts).toHaveLength(70);
    const transcribed = new Set(facts.map(route));
    const beyond = endpoints.filter((endpoint) => !transcribed.has(route(endpoint)));
    expect(beyond.map((endpoint) => endpoint.operationId).sort()).toEqual(beyondTheTable);
    expect(endpoints).toHaveLength(facts.length + beyondTheTable.length);
    expect(byRoute.size).toBe(endpoints.length);
    expect(new Set(operationIds).size).toBe(endpoints.length);
    for (const [id, endpoint] of Object.entries(endpointsById))
      expect(endpoint.operationId).toBe(id);
  });

  it.each(facts)('$method $path answers the statuses and bodies of the table', (row) => {
    const endpoint = endpointAt(row);
    const expected = new Map(
      row.answers.split(' ').map((answer) => {
        const [status, body = ''] = answer.split(':');
        return [Number(status), body];
      }),
    );
    const added = addedStatuses[endpoint.operationId] ?? [];
    const own = [...answersOf(endpoint)].filter(([status]) => !added.includes(status));
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(expected));
  });

  it.each(facts)('$method $path takes the body, headers and parameters of the table', (row) => {
    const { body, databaseHeader, headers, query, security, errorShape } = endpointAt(row);
    const shownBody =
      body === undefined ? '-' : `${nameOf(body.schema)}${body.required ? '' : '?'}`;
    expect(shownBody).toBe(row.body);
    expect(Object.keys(query?.properties ?? {}).join(' ') || '-').toBe(row.query);
    const database = { required: ['X-Database-Id'], optional: ['X-Database-Id?'] };
    const shownHeaders = [
      ...(databaseHeader === undefined ? [] : database[databaseHeader]),
      ...Object.keys(headers?.properties ?? {}),
    ];
    // A load has the body, too: clients send a load with a result as the source.
    const listed = row.path.endsWith('/loads') ? 'X-Database-Id?' : row.headers;
    expect(shownHeaders.join(' ').toLowerCase() || '-').toBe(listed.toLowerCase());
    expect(security).toBe(row.schemes === 'B' ? 'bearer' : 'bearer+workspace');
    expect(errorShape).toBe(row.schemes === 'B' ? 'workspace' : 'api');
  });

  it('give each error the status of its codes, in the shape of the endpoint', () => {
    for (const endpoint of endpoints) {
      const codes: Readonly<Record<string, number>> =
        endpoint.errorShape === 'api' ? apiErrorCodes : workspaceErrorCodes;
      for (const error of errorsOf(endpoint)) {
        for (const code of error.codes)
          expect(codes[code], `${endpoint.operationId} ${code}`).toBe(error.status);
      }
    }
  });

  it('all answer 400, 401, 403 and 500, and 413 and 415 when they take a body', () => {
    for (const endpoint of endpoints) {
      const statuses = errorsOf(endpoint).map((error) => error.status);
      const always =
        endpoint.body === undefined ? [400, 401, 403, 500] : [400, 401, 403, 413, 415, 500];
      expect(statuses, endpoint.operationId).toEqual(expect.arrayContaining(always));
      expect(statuses).toEqual([...new Set(statuses)].sort((one, other) => one - other));
    }
  });

  it('open exactly the allow-list to database tokens', () => {
    const open = endpoints.filter(
      ({ permission, security }) =>
        security !== 'none' &&
        (permissions[permission].tokens as readonly string[]).includes('database'),
    );
    expect(open.map((endpoint) => endpoint.operationId).sort()).toEqual([
      'databases.addSchema',
      'databases.addTable',
      'databases.create',
      'databases.loadTable',
      'jobs.cancel',
      'jobs.get',
      'queries.run',
      'queryRuns.cancel',
      'queryRuns.get',
      'queryRuns.getProfile',
      'queryRuns.list',
      'results.get',
      'results.list',
      'tokens.getOwn',
      'uploads.create',
      'uploads.createBatch',
      'uploads.finalize',
      'uploads.mintParts',
      'workspaces.list',
    ]);
  });

  it('let no GET change anything, and use every permission', () => {
    for (const { method, permission, operationId } of endpoints) {
      if (method === 'GET') expect(permissions[permission].mutates, operationId).toBe(false);
      if (method === 'PUT' || method === 'DELETE')
        expect(permissions[permission].mutates, operationId).toBe(true);
    }
    expect(new Set(endpoints.map((endpoint) => endpoint.permission))).toEqual(
      new Set(Object.keys(permissions)),
    );
  });

  it('have request schemas that a strict validator takes', () => {
    const ajv = new Ajv({ strict: true, allErrors: true });
    ajv.addKeyword('x-stated');
    for (const { body, headers, query } of endpoints) {
      for (const schema of [body?.schema, headers, query]) {
        if (schema !== undefined) expect(ajv.compile(schema as JsonSchema)).toBeTypeOf('function');
      }
    }
  });
});
