import { endpointsById, type OperationId, operationIds, pathParameters } from '@quern/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/operations.ts';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';
import { startTimedService, type TimedService } from './timed-service.ts';

/** Ids of a workspace, by their name in paths and bodies. */
interface Possessions {
  readonly database_id: string;
  readonly connection_id: string;
  readonly batch_id: string;
  readonly upload_id: string;
  readonly job: string;
  readonly run: string;
  readonly result_id: string;
  readonly saved: string;
  readonly provider: string;
  readonly finalizeToken: string;
}
type Thing = Exclude<keyof Possessions, 'finalizeToken'>;

interface Ask {
  readonly operation: OperationId;
  /** Requests with an id of another workspace. */
  readonly thing: Thing;
  /**
   * The rest of what the request needs, of the caller's own; by default the path and the id's
   * header tell all.
   */
  readonly own?: Partial<Record<Thing, true>>;
  readonly body?: unknown;
  /** Field of the body with the id. */
  readonly field?: Thing;
}

const csv = { mode: 'append', data: 'a\n1\n' };
const inDatabase = { database_id: true } as const;
const asks: readonly Ask[] = [
  { operation: 'databases.get', thing: 'database_id' },
  { operation: 'databases.fork', thing: 'database_id', body: {} },
  { operation: 'databases.reset', thing: 'database_id', body: {} },
  { operation: 'databases.listSnapshots', thing: 'database_id' },
  { operation: 'databases.getLineage', thing: 'database_id' },
  {
    operation: 'databases.attachCatalog',
    thing: 'database_id',
    field: 'connection_id',
    own: { connection_id: true },
  },
  {
    operation: 'databases.attachCatalog',
    thing: 'connection_id',
    field: 'connection_id',
    own: inDatabase,
  },
  { operation: 'databases.detachCatalog', thing: 'database_id', own: { connection_id: true } },
  { operation: 'databases.detachCatalog', thing: 'connection_id', own: inDatabase },
  { operation: 'databases.addSchema', thing: 'database_id', body: { name: 'added' } },
  { operation: 'databases.addTable', thing: 'database_id', body: { name: 'added' } },
  { operation: 'databases.loadTable', thing: 'database_id', body: csv },
  {
    operation: 'databases.loadTable',
    thing: 'upload_id',
    field: 'upload_id',
    own: inDatabase,
    body: { mode: 'replace' },
  },
  {
    operation: 'databases.loadTable',
    thing: 'result_id',
    field: 'result_id',
    own: inDatabase,
    body: { mode: 'replace' },
  },
  {
    operation: 'databases.setConstantPerKey',
    thing: 'database_id',
    body: { constant_per_key: [] },
  },
  {
    operation: 'databases.restoreTable',
    thing: 'database_id',
    body: { snapshot_id: 1 },
  },
  { operation: 'databases.deleteTable', thing: 'database_id' },
  { operation: 'databases.delete', thing: 'database_id' },
  { operation: 'databaseBatches.get', thing: 'batch_id' },
  { operation: 'databaseBatches.delete', thing: 'batch_id' },
  { operation: 'databaseContexts.list', thing: 'database_id' },
  { operation: 'databaseContexts.upsert', thing: 'database_id', body: { name: 'c', content: 'x' } },
  { operation: 'databaseContexts.get', thing: 'database_id' },
  { operation: 'databaseContexts.delete', thing: 'database_id' },
  { operation: 'connections.get', thing: 'connection_id' },
  { operation: 'connections.checkHealth', thing: 'connection_id' },
  { operation: 'connections.purgeCache', thing: 'connection_id' },
  { operation: 'connections.purgeTableCache', thing: 'connection_id' },
  { operation: 'connections.getTableProfile', thing: 'connection_id' },
  { operation: 'refresh.getPolicy', thing: 'connection_id' },
  { operation: 'refresh.setPolicy', thing: 'connection_id', body: { mode: 'full' } },
  { operation: 'connections.addSchema', thing: 'connection_id', body: { name: 'added' } },
  { operation: 'connections.addTable', thing: 'connection_id', body: { name: 'added' } },
  { operation: 'connections.loadTable', thing: 'connection_id', body: csv },
  {
    operation: 'connections.loadTable',
    thing: 'upload_id',
    field: 'upload_id',
    own: { connection_id: true },
    body: { mode: 'replace' },
  },
  {
    operation: 'connections.setConstantPerKey',
    thing: 'connection_id',
    body: { constant_per_key: [] },
  },
  { operation: 'connections.deleteTable', thing: 'connection_id' },
  { operation: 'connections.delete', thing: 'connection_id' },
  { operation: 'embeddingProviders.get', thing: 'provider' },
  { operation: 'embeddingProviders.update', thing: 'provider', body: { name: 'theirs' } },
  { operation: 'embeddingProviders.delete', thing: 'provider' },
  { operation: 'uploads.mintParts', thing: 'upload_id', body: { part_numbers: [1] } },
  { operation: 'uploads.finalize', thing: 'upload_id', body: {} },
  { operation: 'queries.run', thing: 'database_id', body: { sql: 'SELECT 1' } },
  { operation: 'queryRuns.list', thing: 'database_id' },
  { operation: 'queryRuns.get', thing: 'run', own: inDatabase },
  { operation: 'queryRuns.get', thing: 'database_id', own: { run: true } },
  { operation: 'queryRuns.getProfile', thing: 'run', own: inDatabase },
  { operation: 'queryRuns.getProfile', thing: 'database_id', own: { run: true } },
  { operation: 'queryRuns.cancel', thing: 'run', own: inDatabase, body: {} },
  { operation: 'results.list', thing: 'database_id' },
  { operation: 'results.get', thing: 'result_id', own: inDatabase },
  { operation: 'results.get', thing: 'database_id', own: { result_id: true } },
  { operation: 'jobs.get', thing: 'job' },
  { operation: 'jobs.cancel', thing: 'job' },
  { operation: 'indexes.list', thing: 'database_id' },
  { operation: 'indexes.listOfTable', thing: 'connection_id' },
  {
    operation: 'indexes.create',
    thing: 'connection_id',
    body: { index_name: 'i', columns: ['a'], index_type: 'bm25' },
  },
  { operation: 'indexes.delete', thing: 'connection_id' },
  { operation: 'databaseIndexes.listOfTable', thing: 'database_id' },
  {
    operation: 'databaseIndexes.create',
    thing: 'database_id',
    body: { index_name: 'i', columns: ['a'], index_type: 'bm25' },
  },
  { operation: 'databaseIndexes.delete', thing: 'database_id' },
  { operation: 'savedQueries.get', thing: 'saved' },
  { operation: 'savedQueries.update', thing: 'saved', body: { name: 'mine' } },
  { operation: 'savedQueries.listVersions', thing: 'saved' },
  { operation: 'savedQueries.execute', thing: 'saved', own: inDatabase, body: {} },
  { operation: 'savedQueries.execute', thing: 'database_id', own: { saved: true }, body: {} },
  { operation: 'savedQueries.delete', thing: 'saved' },
];

let running: TimedService;
let caller: Api;
let own: Possessions;
let foreign: Possessions;
/** Own ids of deleted objects; an object that cannot be deleted alone went with its database. */
let deleted: Possessions;

beforeAll(async () => {
  running = await startTimedService('sqlite');
  caller = running.api;
  own = await possessions(caller);
  const { body } = await caller.post('/v1/workspaces', { name: 'theirs' });
  foreign = await possessions(caller.with({ 'x-workspace-id': body.workspace.public_id }));
  // The bootstrap token sees every workspace of the organization; the new token sees only its own.
  const home = (await caller.get('/v1/workspaces')).body.workspaces.find(
    (one: Json) => one.name === 'default',
  );
  caller = caller.with({ 'x-workspace-id': home.public_id });
  deleted = await possessions(caller, 'deleted');
  for (const path of [
    `connections/${deleted.connection_id}`,
    `databases/bulk/${deleted.batch_id}`,
    `databases/${deleted.database_id}`,
    `queries/${deleted.saved}`,
    `embedding-providers/${deleted.provider}`,
  ]) {
    expect((await caller.delete(`/v1/${path}`)).status).toBeLessThan(300);
  }
}, 60_000);
afterAll(() => running?.dispose());

describe('an id that is not the caller’s, or not any more', () => {
  test('is asked for at every operation that takes one', () => {
    const prefixes = new Set(asks.map(({ operation }) => operation.split('.')[0]));
    const taking = operationIds.filter(
      (id) =>
        operations[id] !== undefined &&
        prefixes.has(id.split('.')[0]) &&
        (pathParameters(endpointsById[id].path).some((name) => /^id$|_id$/.test(name)) ||
          ('databaseHeader' in endpointsById[id] &&
            endpointsById[id].databaseHeader === 'required')),
    );
    const asked = new Set<string>(asks.map(({ operation }) => operation));
    expect(taking.filter((id) => !asked.has(id))).toEqual([]);
  });

  test.each(asks.map((ask) => [ask.operation, ask.thing, ask] as const))(
    '%s by %s answers as for one that there is not, and changes nothing',
    async (_operation, thing, ask) => {
      const before = await rowsOfTenants();
      const answers: unknown[] = [];
      // A malformed X-Database-Id is 400 (docs/contract/requests.md#headers).
      const { path } = endpointsById[ask.operation];
      const malformed =
        thing === 'database_id' && !path.includes('{database_id}') ? [] : ['nope', "'--"];
      const gone = stays.has(thing) ? [] : [deleted[thing]];
      for (const id of [
        foreign[thing],
        `${foreign[thing].slice(0, -4)}0000`,
        ...gone,
        ...malformed,
      ]) {
        const { status, body } = await send(ask, { ...foreign, [thing]: id });
        const message = String(body.error?.message ?? body.error).replaceAll(id, '<id>');
        answers.push([status, body.error?.code, message]);
      }
      expect(answers[0]).toEqual([
        404,
        'NOT_FOUND',
        expect.stringMatching(/not found|is not attached to/),
      ]);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await rowsOfTenants()).toEqual(before);
    },
  );

  test('is no table, no filter of a list, and no part of an information schema', async () => {
    const before = await rowsOfTenants();
    const sql = `SELECT * FROM quern.results.${foreign.result_id}`;
    const { status, body } = await caller.query(own.database_id, sql);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/not found/)]);
    expect((await caller.get(`/v1/databases?batch=${foreign.batch_id}`)).body.databases).toEqual(
      [],
    );
    expect((await caller.get(`/v1/databases/count?batch=${foreign.batch_id}`)).body.total).toBe(0);
    expect(
      (await caller.get(`/v1/information_schema?connection_id=${foreign.connection_id}`)).status,
    ).toBe(404);
    expect(
      (await caller.get('/v1/jobs?limit=100')).body.jobs.map((job: Json) => job.id),
    ).not.toContain(foreign.job);
    const refusedRun = new Set(['query_runs', 'sql_texts']);
    const changed = [...(await rowsOfTenants())].filter(
      ([table, rows]) => rows.length !== before.get(table)?.length,
    );
    expect(changed.map(([table]) => table).filter((table) => !refusedRun.has(table))).toEqual([]);
  });
});

/** An upload and a job outlive their database. */
const stays: ReadonlySet<Thing> = new Set(['upload_id', 'job']);

async function possessions(api: Api, name = 'd'): Promise<Possessions> {
  const database = await api.createDatabase({ name });
  await api.loadCsv(database.id, 't', 'a\n1\n');
  await api.post(`/v1/databases/${database.id}/context`, { name: 'c', content: 'x' });
  const { body: connection } = await api.post('/v1/connections', {
    name: `lake of ${name}`,
    source_type: 'managed',
    config: {},
  });
  await api.post(`/v1/connections/${connection.id}/schemas/main/tables/t/loads`, csv);
  const { body: batch } = await api.post('/v1/databases/bulk', { count: 1 });
  const { body: run } = await api.query(database.id, 'SELECT * FROM t');
  const { body: saved } = await api.post('/v1/queries', { name: 'q', sql: 'SELECT * FROM t' });
  const { body: provider } = await api.post('/v1/embedding-providers', {
    name,
    provider_type: 'service',
  });
  const { body: upload } = await api.post('/v1/uploads', {});
  await eventually(async () =>
    expect((await api.get(`/v1/jobs/${batch.job_id}`)).body.status).toBe('succeeded'),
  );
  return {
    database_id: database.id,
    connection_id: connection.id,
    batch_id: batch.batch_id,
    upload_id: upload.upload_id,
    job: batch.job_id,
    run: run.query_run_id,
    result_id: run.result_id,
    saved: saved.id,
    provider: provider.id,
    finalizeToken: upload.finalize_token,
  };
}

const idOfPath: Readonly<Record<string, Thing>> = {
  queryRuns: 'run',
  results: 'result_id',
  jobs: 'job',
  savedQueries: 'saved',
};

function send({ operation, own: kept, body, field }: Ask, asked: Possessions) {
  const endpoint = endpointsById[operation];
  const idFor = (name: Thing) => (kept?.[name] ? own[name] : asked[name]);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'schema') return 'main';
    if (name === 'table') return 't';
    if (name === 'name') return 'c';
    return encodeURIComponent(
      idFor(name === 'id' ? (idOfPath[operation.split('.')[0] ?? ''] ?? 'job') : (name as Thing)),
    );
  });
  const headers = {
    ...('databaseHeader' in endpoint && !operation.endsWith('loadTable')
      ? { 'x-database-id': idFor('database_id') }
      : {}),
    ...(operation.startsWith('uploads.') ? { 'x-upload-finalize-token': asked.finalizeToken } : {}),
  };
  const whole = field === undefined ? body : { ...(body ?? {}), [field]: idFor(field) };
  return caller.request(endpoint.method, path, whole, headers);
}

/** Excludes rows that the processes write for themselves. */
async function rowsOfTenants(): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(
    [...(await running.rows())].filter(([table]) => table !== 'nodes' && table !== 'locks'),
  );
}
