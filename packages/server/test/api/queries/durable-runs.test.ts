import {
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryId,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeferred } from '../../../src/kernel/deferred.ts';
import type { Metadata } from '../../../src/metadata/open-metadata.ts';
import { eventually } from '../../eventually.ts';
import type { Api } from '../../service.ts';
import { endlessSql } from '../occupy-workers.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

type Handle = 'db' | 'unsynced' | 'transaction';

interface RunWrite {
  readonly kind: 'insert' | 'update';
  readonly by: Handle;
}

/** Writes of runs, by metadata handle; metadata/sqlite.test.ts shows what the handles promise. */
class WatchedRuns {
  writes: RunWrite[] = [];
  /** Awaited after each recorded run, before the writer continues. */
  afterInsert: () => Promise<void> = async () => {};
  /** Printed statements, which another handle may run many times. */
  readonly #kinds = new WeakMap<QueryId, RunWrite['kind']>();

  watch(metadata: Metadata): void {
    const { db, unsynced, transaction, write } = metadata;
    Object.assign(metadata, {
      write: async (...[statements, options]: Parameters<typeof write>) => {
        const by = options.synced ? 'transaction' : 'unsynced';
        const kinds = statements.flatMap(({ sql }) => {
          const [, verb] = /^(insert into|update) "query_runs"/.exec(sql) ?? [];
          return verb === undefined ? [] : verb === 'update' ? 'update' : 'insert';
        });
        for (const kind of kinds) this.writes.push({ kind, by });
        const isWritten = await write(statements, options);
        if (kinds.includes('insert')) await this.afterInsert();
        return isWritten;
      },
      db: db.withPlugin(this.#plugin('db')),
      unsynced: unsynced.withPlugin(this.#plugin('unsynced')),
      transaction: (work: Parameters<typeof transaction>[0]) =>
        transaction((trx) => work(trx.withPlugin(this.#plugin('transaction')) as typeof trx)),
    });
  }

  #plugin(by: Handle): KyselyPlugin {
    const kinds = this.#kinds;
    return {
      transformQuery: ({ node, queryId }) => {
        const isOfRuns = (table: OperationNode | undefined) =>
          table !== undefined &&
          TableNode.is(table) &&
          table.table.identifier.name === 'query_runs';
        if (InsertQueryNode.is(node) && isOfRuns(node.into)) kinds.set(queryId, 'insert');
        if (UpdateQueryNode.is(node) && isOfRuns(node.table)) kinds.set(queryId, 'update');
        return node;
      },
      // Statements that are only printed are written in another way.
      transformResult: async ({ result, queryId }) => {
        const kind = kinds.get(queryId);
        if (kind !== undefined) this.writes.push({ kind, by });
        if (kind === 'insert') await this.afterInsert();
        return result;
      },
    };
  }
}

describe('what is told of a run outlives a power loss', () => {
  let timed: TimedService;
  let api: Api;
  let databaseId: string;
  const runs = new WatchedRuns();
  beforeAll(async () => {
    timed = await startTimedService('sqlite');
    databaseId = (await timed.api.createDatabase()).id;
    api = timed.api.with({ 'x-database-id': databaseId });
    runs.watch(timed.service.services.metadata);
  });
  afterAll(() => timed.dispose());
  beforeEach(() => {
    runs.writes = [];
    runs.afterInsert = async () => {};
  });

  const query = (sql: string, more: object = {}) =>
    api.post('/v1/query', { sql, dialect: 'duckdb', ...more });
  const ended = (id: string) =>
    eventually(async () => {
      const { body } = await api.get(`/v1/query-runs/${id}`);
      expect(body.status).not.toBe('running');
      return body.status;
    });
  const synced = (kind: RunWrite['kind']) => ({
    kind,
    by: expect.stringMatching(/^(db|transaction)$/),
  });

  test.each([0, 1000])(
    'an asynchronous run is on disk before 202 is answered (async_after_ms %i)',
    async (ms) => {
      const stored = createDeferred<void>();
      runs.afterInsert = () => stored.promise;
      let answer: Awaited<ReturnType<typeof query>> | undefined;
      const sql = ms === 0 ? 'SELECT 1 AS polled' : endlessSql;
      const asking = query(sql, { async: true, ...(ms === 0 ? {} : { async_after_ms: ms }) }).then(
        (reply) => {
          answer = reply;
        },
      );
      await eventually(() => expect(runs.writes).toEqual([synced('insert')]));
      // Other requests are answered meanwhile, and the time until the answer says to poll has
      // passed.
      const askedAt = performance.now();
      await eventually(async () => {
        expect((await api.get('/v1/workspaces')).status).toBe(200);
        expect(performance.now() - askedAt).toBeGreaterThan(1.5 * ms);
      });
      expect(answer).toBeUndefined();
      stored.resolve();
      await asking;
      expect(answer?.status).toBe(202);
      const { query_run_id: id } = answer?.body ?? {};
      if (ms > 0) await api.post(`/v1/query-runs/${id}/cancel`, undefined);
      expect(await ended(id)).toBe(ms === 0 ? 'succeeded' : 'cancelled');
      expect(runs.writes).toEqual([synced('insert'), synced('update')]);
    },
  );

  test('a run whose client waits is written without the disk, and its end with it', async () => {
    expect((await query('SELECT 1 AS waited')).status).toBe(200);
    expect(runs.writes).toEqual([{ kind: 'insert', by: 'unsynced' }, synced('update')]);
    runs.writes = [];
    // The answer arrives before the run is recorded.
    expect((await query('SELECT 1 AS waited')).status).toBe(200);
    expect(runs.writes).toEqual([synced('insert')]);
  });

  test.each([
    ['of a query that fails', "SELECT error('no') FROM range(3)"],
    ['of a text that is refused', 'SELECT nothing FROM nowhere'],
    [
      'of a saved result that is too large for the metadata',
      'SELECT i, md5(i::TEXT) FROM range(20000) t(i)',
    ],
  ])('the end %s is on disk', async (_what, sql) => {
    const { status, body } = await query(sql);
    expect([200, 400]).toContain(status);
    if (status === 200) expect(await ended(body.query_run_id)).toBe('succeeded');
    expect(runs.writes.at(-1)).toEqual(synced('update'));
    expect(runs.writes.filter(({ kind }) => kind === 'update')).toHaveLength(1);
  });
});
