import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { connectionConfigOf, createPostgresDatabase, runOnServer } from '../postgres.ts';
import { type RunningService, startService, testToken } from '../service.ts';
import {
  type ClientVersion,
  clientVersions,
  exchangingVersions,
  installClients,
  runPython,
} from './python-client.ts';
import { canRunPython, installTimeoutMs } from './python-environment.ts';

const script = (name: string) => fileURLToPath(new URL(`./${name}.py`, import.meta.url));

/** Features without words in a release, and what the release sees besides known features. */
const olderWords = { knows: [false, false], fork: [true] };
const newerWords = {
  knows: [true, true],
  fork: [true, 'trial', 'ledger'],
  plain: [null, true],
  ancestors: [
    [true, true, null],
    [true, false, 'trial'],
  ],
  root: [true, false, [], 0],
  forks: [[false, null, 'trial', 1], 1],
  no_lineage: [404, 'NOT_FOUND'],
  said: [['day'], [], ['day']],
  answers: [[], ['day'], 'main', 'events'],
  wrong_column: [404, 'NOT_FOUND'],
  new_types: [[], []],
};
const connected = { knows: [false, false], unfiltered: 0, gone: [[404, 'NOT_FOUND']] };
const refreshed = {
  knows: [true, true],
  types: true,
  schema: expect.arrayContaining(['database']),
  secret: ['py_shop', 'py_shop'],
  secrets: ['kept', 'py_shop'],
  health: true,
  refreshed: ['TableRefreshResult', 500],
  schemas: ['SchemaRefreshResult', 1, 0],
  all: ['ConnectionRefreshResult', 1, 500],
  jobs: [
    ['succeeded', 'TableRefreshResult'],
    ['succeeded', 'TableRefreshResult'],
  ],
  unknown: [404, 'NOT_FOUND'],
  purged: 0,
  anew: [[500, 500]],
  unfiltered: 0,
  gone: [
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ],
};

describe.skipIf(!canRunPython())('the official Python client (needs python3 with venv)', () => {
  let service: RunningService;
  let folder: string;
  let embeddings: EmbeddingServer;

  beforeAll(async () => {
    await installClients();
    folder = await mkdtemp(join(tmpdir(), 'quern-python-'));
    embeddings = await new EmbeddingServer().start();
    service = await startService({ env: { QUERN_EMBEDDING_ORIGINS: embeddings.origin } });
  }, installTimeoutMs);
  afterAll(async () => {
    await service?.dispose();
    await embeddings?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** View of a script in its own workspace. */
  const seenBy = async (name: string, version: ClientVersion, ...args: readonly string[]) =>
    seenIn(await newWorkspace(name), name, version, ...args);

  const newWorkspace = async (name: string): Promise<string> =>
    (await service.api().post('/v1/workspaces', { name })).body.workspace.public_id;

  const seenIn = (
    workspace: string,
    name: string,
    version: ClientVersion,
    ...args: readonly string[]
  ) => runPython(script(name), [service.origin, testToken, workspace, ...args], version);

  test.each(clientVersions)(
    '%s does the main job unchanged, from an upload in parts to Arrow results',
    async (version) => {
      expect(await seenBy('main_job', version, folder)).toEqual({
        no_token: [401, true],
        workspace: 1,
        unknown_workspace: 404,
        default_schema: 'public',
        ...(version === '0.10.0' ? {} : { by_name: true }),
        first_page: ['python'],
        upload: ['ready', true, true],
        loaded: 1_500_000,
        appended: 1_500_001,
        rows: [
          [-1, 'first'],
          [0, 'row 0'],
          [1, 'row 1'],
        ],
        followed: [120_001, (119_999 * 120_000) / 2 - 1],
        arrow: [3, ['int64', 'string']],
        streamed: 120_001,
        run: ['succeeded', 1],
        run_rows: [[1_500_001]],
        listed_runs: true,
        results: ['ready', 'ready', 'ready'],
        columns: [
          ['id', 'Int64'],
          ['text', 'Utf8'],
        ],
        jobs: [['managed_load', 'succeeded']],
        bad_query: [400, 'BAD_REQUEST', "table 'default.public.nothing' not found"],
        forked: ['trial', true, 'default', 'public'],
        after_fork: [[1_500_001]],
        fork_alone: [[1_500_001]],
        deleted: 404,
      });
    },
  );

  test.each(clientVersions)(
    '%s makes databases by the batch, contexts, attachments, and asks for the usage',
    async (version) => {
      expect(await seenBy('databases', version)).toEqual({
        job: ['bulk_create_databases', 'succeeded', 'BulkCreateDatabasesResult', 120, 120, false],
        batch_id: true,
        batch: [120, 120, false, true],
        same: true,
        count: 10,
        pages: [100, 20, true, false],
        names: true,
        holds_data: [409, 'CONFLICT'],
        deleted: 119,
        gone: [404, 'NOT_FOUND'],
        context: ['DataModel', '# Model', 'datetime'],
        contexts: ['DataModel'],
        read: '# Model',
        reserved: [400, 'BAD_REQUEST'],
        context_gone: [404, 'NOT_FOUND'],
        connection: ['store', 'managed', 'success', 0],
        declared: ['sales', 'orders'],
        counts: [1, 1],
        listed: ['store'],
        attachment: [true, 'sdkci_cat'],
        rows: [[7]],
        attached_twice: [409, 'CONFLICT'],
        held: [409, 'CONFLICT'],
        detached: [],
        usage: [1, true, true, true, true],
        no_connection: [404, 'NOT_FOUND'],
      });
    },
  );

  test.each(clientVersions)(
    '%s saves queries, changes them into versions, and executes one of them',
    async (version) => {
      expect(await seenBy('saved_queries', version)).toEqual({
        made: ['people', '', ['t'], 1, 'point_lookup', 1],
        flags: [true, true, false, false, false, false],
        changed: ['people', 2, 'join', null],
        cleared: [2, 'aggregation'],
        empty: [400, 'BAD_REQUEST', 'The body is empty; name at least one field'],
        got: true,
        versions: [[2, 'aggregation'], [1, 'point_lookup'], false, true],
        listed: [['people', 2], 1, false],
        latest: [['n'], [[2]], 1],
        pinned: [['Ada']],
        no_version: [404, 'NOT_FOUND'],
        result: [['Ada']],
        gone: [404, 'NOT_FOUND'],
        history: [
          [true, 1, 'succeeded'],
          [false, 2, 'succeeded'],
        ],
      });
    },
  );

  test.each(clientVersions)(
    '%s reads lineages and says what a key fixes where it can, and is told of keys and types that it does not know',
    async (version) => {
      const knows = version === '0.10.0' ? olderWords : newerWords;
      expect(await seenBy('newer', version)).toEqual({
        ...knows,
        again: true,
        other_table: [409, 'IDEMPOTENCY_KEY_CONFLICT'],
        other_data: [409, 'IDEMPOTENCY_KEY_CONFLICT'],
        too_large: [413, 'INLINE_DATA_TOO_LARGE'],
        result: 1,
        jobs: ['managed_load'],
        statuses: [0, 1],
        indexes: [[], []],
        built: ['bm25', 'ready', ['note'], 'create_index', 'succeeded'],
        listed: [['words', 'texts']],
        found: [[1]],
        left: ['by_id'],
      });
    },
  );

  test.each(clientVersions)(
    '%s registers an embedding provider, indexes texts with it, and finds what is near',
    async (version) => {
      embeddings.requests.length = 0;
      expect(await seenBy('searches', version, embeddings.baseUrl)).toEqual({
        provider: ['letters', 'service', true, true, 'user'],
        renamed: ['renamed', ['renamed']],
        index: ['vector', 'body', 'cosine', version === '0.10.0' ? null : 'hnsw', 'ready'],
        listed: ['notes_body_bm25', 'notes_body_vector'],
        page: [['notes_body_vector', 'notes', 'body']],
        near: [[2, 'a lazy dog']],
        words: [[1, 'the quick brown fox']],
        left: ['notes_body_bm25'],
        providers: [],
      });
      expect(new Set(embeddings.requests.map(({ authorization }) => authorization))).toEqual(
        new Set(['Bearer sk-py']),
      );
    },
  );

  test.each(clientVersions)(
    '%s connects a PostgreSQL database, and refreshes and purges it where it can',
    async (version) => {
      const source = await createPostgresDatabase();
      try {
        await runOnServer(
          source.url,
          'create table py_rows as select i as v from generate_series(1, 500) as i',
        );
        const { password, ...config } = connectionConfigOf(source.url);
        const workspace = await newWorkspace('sources');
        const kept = { name: 'kept', value: password };
        const header = { 'x-workspace-id': workspace };
        expect((await service.api().post('/v1/secrets', kept, header)).status).toBe(201);
        const args = [JSON.stringify(config), password];
        expect(await seenIn(workspace, 'sources', version, ...args)).toEqual({
          ...(version === '0.10.0' ? refreshed : connected),
          connection: ['success', null, 1],
          tables: [['py_rows', false, [['v', 'Int32', true]]]],
          rows: [[500, 500]],
        });
      } finally {
        await source.drop();
      }
    },
  );

  test.each(exchangingVersions)(
    '%s exchanges its token first, and is let in by the short-lived one',
    async (version) => {
      expect(await seenBy('exchange', version)).toEqual({
        rows: [[1]],
        sent: 'eyJ',
        wrong: 'TokenExchangeError',
      });
    },
  );
});
