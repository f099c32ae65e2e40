import {
  type Endpoint,
  endpointsById,
  type JsonSchema,
  type OperationId,
  operationIds,
  pathParameters,
} from '@quern/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/operations.ts';
import { eventually } from '../eventually.ts';
import type { Api, ApiResponse, Json } from '../service.ts';
import { type Refusals, refusals } from './refused-requests.ts';
import { startTimedService, type TimedService } from './timed-service.ts';
import { fieldsOf, pathsIn, stepsOf, withText, wrongValues } from './wrong-bodies.ts';
import type { Owned } from './wrong-meaning.ts';
import { unlikeNames } from './wrong-texts.ts';

/** A request to refuse, with the expected refusal. */
interface Refused {
  readonly what: string;
  readonly sent: unknown;
  readonly says: RegExp;
  readonly status: number;
  readonly code: string;
}

const resources = [
  'databases',
  'databaseBatches',
  'databaseContexts',
  'connections',
  'jobs',
  'usage',
  'secrets',
];
const isOfResources = (id: OperationId) =>
  operations[id] !== undefined && resources.includes(id.split('.')[0] ?? '');
const endpointOf = (operation: OperationId): Endpoint => endpointsById[operation];
const input = (operation: OperationId) => {
  const { body, query } = endpointOf(operation);
  return (body?.schema ?? query) as JsonSchema | undefined;
};
const isQuery = (operation: OperationId) => endpointOf(operation).method === 'GET';

let running: TimedService;
let api: Api;
let own: Owned;

beforeAll(async () => {
  running = await startTimedService('sqlite');
  ({ api } = running);
  own = await possessions();
}, 60_000);
afterAll(() => running?.dispose());

describe('a wrong request', () => {
  test('is tried of every operation of these resources that takes anything', () => {
    const taking = operationIds.filter((id) => isOfResources(id) && input(id) !== undefined);
    expect(refusals.map(({ operation }) => operation).sort()).toEqual(taking.sort());
  });

  test.each(refusals.map((row) => [row.operation, row] as const))(
    '%s: every field of it is tried',
    (operation, row) => {
      const schema = input(operation) ?? {};
      const fields = fieldsOf(schema);
      const held = new Set(row.right(own).flatMap((right) => pathsIn(schema, right)));
      const untried = fields.filter(({ path }) => !held.has(path) && row.texts[path] === undefined);
      expect(untried).toEqual([]);
      const free = fields.filter(({ isFreeText }) => isFreeText).map(({ path }) => path);
      expect(Object.keys(row.texts).sort()).toEqual(free.sort());
    },
  );

  test.each(refusals.map((row) => [row.operation, row] as const))(
    '%s: is told what is wrong with it, and changes nothing',
    async (operation, row) => {
      const before = await rowsOfTenants();
      const tried = [...wrongForms(row), ...wrongTexts(row), ...wrongMeanings(row)];
      const surprises: unknown[] = [];
      for (const { what, sent, says, status, code } of tried) {
        const answer = await send(operation, sent);
        const message = String(answer.body.error?.message ?? JSON.stringify(answer.body));
        const isAsSaid =
          answer.status === status && answer.body.error?.code === code && says.test(message);
        const isSentence =
          message.length < 500 && /^['A-Z\d]|^(schema|table|key|constant)/.test(message);
        if (!isAsSaid || !isSentence)
          surprises.push([what, answer.status, message.slice(0, 600), String(says)]);
      }
      expect(surprises).toEqual([]);
      expect(await rowsOfTenants()).toEqual(before);
    },
  );

  test.each(refusals.map((row) => [row.operation, row] as const))(
    '%s: is taken where nothing is wrong with it',
    async (operation, row) => {
      for (const right of row.right(own)) {
        const { status, body } = await send(operation, right);
        expect(Object.keys(endpointsById[operation].responses), JSON.stringify(body)).toContain(
          String(status),
        );
      }
    },
  );
});

/**
 * A managed connection has no cache and no profiles, whatever its tables are called; and a secret
 * of no such name is none.
 */
const takesNames = operationIds.filter(
  (id) =>
    isOfResources(id) &&
    !/Cache$|Profile$|^secrets\./.test(id) &&
    /\{(schema|table|name)\}/.test(endpointsById[id].path),
);

describe('a name in a path that can be none', () => {
  test.each(takesNames)('%s: is told so, and changes nothing', async (operation) => {
    const before = await rowsOfTenants();
    const body = refusals.find((row) => row.operation === operation)?.right(own)[0];
    const named = pathParameters(endpointsById[operation].path).filter((name) =>
      /^(schema|table|name)$/.test(name),
    );
    const surprises: unknown[] = [];
    for (const name of named) {
      // An empty id and ids of dots make other paths; the routes refuse NUL.
      for (const text of [...unlikeNames.filter((one) => !/^\.*$/.test(one)), 'n'.repeat(129)]) {
        const answer = await send(operation, body, { [name]: encodeURIComponent(text) });
        const message = String(answer.body.error?.message);
        const isAsSaid =
          answer.status === 400 && /is not a valid (schema|table|context) name/.test(message);
        if (!isAsSaid) surprises.push([name, text, answer.status, message]);
      }
    }
    expect(surprises).toEqual([]);
    expect(await rowsOfTenants()).toEqual(before);
  });
});

const bad = { status: 400, code: 'BAD_REQUEST' };

function wrongForms({ operation, right }: Refusals): Refused[] {
  const schema = input(operation) ?? {};
  return right(own).flatMap((one) => {
    if (!isQuery(operation)) {
      const { body } = endpointOf(operation);
      return [
        ...(body?.required
          ? [{ what: 'no body', sent: undefined, says: /^A JSON body is required/, ...bad }]
          : []),
        ...[...wrongValues(schema, one, '', body?.required)].map(({ what, value, says }) => ({
          what,
          sent: value,
          says,
          ...bad,
        })),
      ];
    }
    const numbers = fieldsOf(schema).filter(
      ({ isFreeText, path }) => !isFreeText && one[path] !== undefined,
    );
    return [
      { what: 'an unknown parameter', sent: { ...one, surplus: '1' }, says: /'surplus'/, ...bad },
      ...Object.keys(one).flatMap((name) => [
        {
          what: `'${name}' twice`,
          sent: { ...one, [name]: [one[name], one[name]] },
          says: new RegExp(`'${name}'`),
          ...bad,
        },
        {
          what: `NUL in '${name}'`,
          sent: { ...one, [name]: `${one[name]}\0` },
          says: /NUL|must be/,
          ...bad,
        },
      ]),
      ...numbers.flatMap(({ path }) =>
        ['', 'x', '1.5', '1e3', '١'].map((text) => {
          return {
            what: `'${text}' as ${path}`,
            sent: { ...one, [path]: text },
            says: new RegExp(`'${path}'`),
            ...bad,
          };
        }),
      ),
    ];
  });
}

function wrongTexts({ operation, right, texts }: Refusals): Refused[] {
  const schema = input(operation) ?? {};
  const rights = right(own);
  return Object.entries(texts).flatMap(([path, wrongs]) => {
    const whole = rights.find((one) => pathsIn(schema, one).includes(path)) ?? rights[0];
    return wrongs.map(({ text, says, status = 400 }) => ({
      what: `${path}: ${JSON.stringify(text.slice(0, 40))}`,
      sent: withText(whole, stepsOf(path), text),
      says,
      status,
      code: status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
    }));
  });
}

function wrongMeanings({ right, meanings = [] }: Refusals): Refused[] {
  const [whole] = right(own);
  return meanings.map(([what, change, says, [status, code] = [400, 'BAD_REQUEST']]) => {
    return { what, sent: { ...whole, ...change(own) }, says, status, code };
  });
}

function send(
  operation: OperationId,
  sent: unknown,
  names: Record<string, string> = {},
): Promise<ApiResponse> {
  const { method, path } = endpointsById[operation];
  const owned: Record<string, string> = {
    database_id: operation === 'databases.reset' ? own.fork.id : own.database.id,
    connection_id: own.database.default_connection_id,
    schema: 'main',
    table: 't',
    name: 'kept',
    ...names,
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => owned[name] ?? '');
  if (sent === undefined) return api.request(method, filled);
  if (!isQuery(operation)) return api.request(method, filled, sent === null ? 'null' : sent);
  const parameters = Object.entries(sent as Json).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as [string, string]),
  );
  return api.get(`${filled}?${new URLSearchParams(parameters)}`);
}

async function possessions(): Promise<Owned> {
  const database = await api.createDatabase({ name: 'home', default_catalog: 'home' });
  for (const name of ['twin', 'TWIN']) await api.createDatabase({ name });
  await api.post(`/v1/databases/${database.id}/schemas/main/tables`, { name: 't', key: ['id'] });
  await api.loadCsv(database.id, 't', 'id,v\n1,2.5\n', {
    columns: { id: 'BIGINT', v: 'DECIMAL(4,1)' },
  });
  await api.post(`/v1/databases/${database.id}/context`, { name: 'c', content: 'x' });
  const fork = (await api.post(`/v1/databases/${database.id}/fork`, { name: 'copy' })).body;
  const managed = async (name: string) =>
    (await api.post('/v1/connections', { name, source_type: 'managed', config: {} })).body.id;
  const [connection, attached] = [await managed('lake'), await managed('ext')];
  await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: attached });
  await api.post('/v1/secrets', { name: 'kept', value: 'hush' });
  const { body: batch } = await api.post('/v1/databases/bulk', { count: 1 });
  await eventually(async () =>
    expect((await api.get(`/v1/jobs/${batch.job_id}`)).body.status).toBe('succeeded'),
  );
  const upload = await api.upload(Buffer.from('id,v\n7,7.5\n'));
  const { body: run } = await api.query(database.id, 'SELECT 1 AS id, 2.5 AS v');
  running.clock.advance(2_000);
  return {
    database,
    fork,
    connection,
    attached,
    batch: batch.batch_id,
    upload,
    result: run.result_id,
  };
}

/**
 * Excludes rows that the processes write, and the next column number of a lake: a failed load
 * leaves an invisible gap there.
 */
async function rowsOfTenants(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = [...(await running.rows())].filter(
    ([table]) => table !== 'nodes' && table !== 'locks',
  );
  return new Map(
    rows.map(([table, found]) => [
      table,
      found.map((row) => row.replace(/"next_column_id":\d+,/, '')),
    ]),
  );
}
