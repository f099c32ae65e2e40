import { afterEach, describe, expect, it } from 'vitest';
import type { EnginePoolOptions, RunOptions } from '../../src/engine/host/pool-options.ts';
import { createDeferred } from '../../src/kernel/deferred.ts';
import { QuernError } from '../../src/kernel/errors.ts';
import { eventually } from '../eventually.ts';
import { EngineFixture, mebibyte, plainOptions, plainRequest } from './engine-fixture.ts';

const endless = 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3';

describe('admission', () => {
  let engine: EngineFixture;
  afterEach(() => engine.close());

  async function start(options: Partial<EnginePoolOptions>) {
    engine = new EngineFixture(options);
    await engine.pool.ready();
  }

  /** Occupies a worker until released. */
  async function occupy(workspaceId = 'busy', memoryBytes = 1024 * mebibyte) {
    const caller = new AbortController();
    const before = engine.pool.stats().workers.busy;
    const ended = engine
      .query(endless, {}, { signal: caller.signal, workspaceId, memoryBytes })
      .then(
        () => {
          throw new Error('the query ended by itself');
        },
        () => {},
      );
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(before + 1));
    return async () => {
      caller.abort();
      await ended;
    };
  }

  it('serves two workspaces in turn, however much one of them queues', async () => {
    await start({ workers: 1 });
    const release = await occupy();
    const order: string[] = [];
    const ask = (workspaceId: string) =>
      engine.query('SELECT 1', {}, { workspaceId }).then(() => order.push(workspaceId));
    const asked = [
      ...Array.from({ length: 20 }, () => ask('greedy')),
      ask('modest'),
      ask('modest'),
    ];
    await release();
    await Promise.all(asked);
    expect(order).toHaveLength(22);
    expect(order.indexOf('modest')).toBeLessThanOrEqual(1);
    expect(order.lastIndexOf('modest')).toBeLessThanOrEqual(3);
  });

  it('refuses with 429 what the queue has no room for, before anything of it happened', async () => {
    await start({ workers: 1, maxQueued: 3, maxQueuedPerWorkspace: 2 });
    const release = await occupy();
    const waiting = [engine.query('SELECT 1'), engine.query('SELECT 2')];
    const resultPath = engine.resultPath();
    const overloaded = { code: 'OVERLOADED', status: 429, retryAfterS: 1 };
    await expect(engine.query('SELECT 3', { resultPath })).rejects.toMatchObject(overloaded);
    expect(() => engine.pool.assertRoom('work1')).toThrowError(
      expect.objectContaining({ code: 'OVERLOADED' }),
    );
    engine.pool.assertRoom('other');
    waiting.push(engine.query('SELECT 4', {}, { workspaceId: 'other' }));
    await expect(engine.query('SELECT 5', {}, { workspaceId: 'third' })).rejects.toMatchObject(
      overloaded,
    );
    expect(engine.pool.stats()).toMatchObject({ queued: 3, refused: 3 });
    await release();
    const answers = await Promise.all(waiting);
    expect(answers.map((answer) => answer.preview.text)).toEqual(['[[1]]', '[[2]]', '[[4]]']);
    expect(engine.leftFiles().filter((name) => resultPath.endsWith(name))).toEqual([]);
  });

  it('refuses with 429 what waits too long, and what is cancelled while it waits never runs', async () => {
    await start({ workers: 1, queueTimeoutMs: 150 });
    const release = await occupy();
    const caller = new AbortController();
    const cancelled = expect(
      engine.query('SELECT 1', {}, { signal: caller.signal }),
    ).rejects.toMatchObject({
      code: 'CLIENT_CLOSED_REQUEST',
    });
    const late = expect(engine.query('SELECT 2')).rejects.toMatchObject({
      code: 'OVERLOADED',
      retryAfterS: 1,
    });
    caller.abort();
    await Promise.all([cancelled, late]);
    expect(engine.pool.stats().queued).toBe(0);
    await release();
    // Clearing up after the long query may take longer than a task may wait here.
    await eventually(() => expect(engine.pool.stats().workers.idle).toBe(1));
    expect(await engine.rows('SELECT 3')).toEqual([[3]]);
  });

  it('runs no more at a time than memory allows, and starts workers only when they are needed', async () => {
    await start({ workers: 3, memoryBytes: 2048 * mebibyte });
    expect(engine.pool.workerPids()).toHaveLength(1);
    const releases = [await occupy(), await occupy()];
    expect(engine.pool.workerPids()).toHaveLength(2);
    expect(engine.pool.stats().reservedBytes).toBe(2048 * mebibyte);
    let served = false;
    const waiting = engine.rows('SELECT 1').then((rows) => {
      served = true;
      return rows;
    });
    await eventually(() =>
      expect(engine.pool.stats()).toMatchObject({ queued: 1, workers: { busy: 2, idle: 1 } }),
    );
    expect(served).toBe(false);
    await Promise.all(releases.map((release) => release()));
    expect(await waiting).toEqual([[1]]);
  });

  it('gives one workspace no more than its share while another finds a worker', async () => {
    await start({ workers: 2, maxRunningPerWorkspace: 1 });
    const release = await occupy('greedy');
    const second = engine.query('SELECT 1', {}, { workspaceId: 'greedy' });
    expect(await engine.rows('SELECT 2')).toEqual([[2]]);
    expect(engine.pool.stats().queued).toBe(1);
    await release();
    expect((await second).preview.text).toBe('[[1]]');
  });

  it('keeps one of several workers for small work, also behind large work of the same workspace', async () => {
    await start({ workers: 3, memoryBytes: 4096 * mebibyte });
    const large = { size: 'large', workspaceId: 'busy' } as const;
    const callers = [new AbortController(), new AbortController()];
    const held = callers.map(({ signal }) =>
      engine.query(endless, {}, { ...large, signal }).catch(() => 'ended'),
    );
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(2));
    let served = false;
    const third = engine.query('SELECT 3', {}, large).then(({ preview }) => {
      served = true;
      return preview.text;
    });
    expect((await engine.query('SELECT 1', {}, { workspaceId: 'busy' })).preview.text).toBe(
      '[[1]]',
    );
    expect((await engine.query('SELECT 2')).preview.text).toBe('[[2]]');
    expect([served, engine.pool.stats().queued]).toEqual([false, 1]);
    callers[0]?.abort();
    expect(await third).toBe('[[3]]');
    callers[1]?.abort();
    await Promise.all(held);
  });

  describe('of a task whose request is made once it has a worker', () => {
    const request = (sql: string) => ({ ...plainRequest, sql, resultPath: engine.resultPath() });
    const run = (
      make: () => Promise<ReturnType<typeof request>>,
      options: Partial<RunOptions> = {},
    ) => engine.pool.run('executeQuery', make, { ...plainOptions, ...options });

    it('makes it no sooner', async () => {
      await start({ workers: 1 });
      const release = await occupy();
      let made = 0;
      const reply = run(async () => {
        made += 1;
        return request('SELECT 1');
      });
      await eventually(() => expect(engine.pool.stats().queued).toBe(1));
      expect(made).toBe(0);
      await release();
      expect([(await reply).preview.text, made]).toEqual(['[[1]]', 1]);
    });

    it('makes none for what is cancelled while it waits', async () => {
      await start({ workers: 1 });
      const release = await occupy();
      const caller = new AbortController();
      const cancelled = run(() => Promise.reject(new Error('made')), { signal: caller.signal });
      caller.abort();
      await expect(cancelled).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
      await release();
      expect(await engine.rows('SELECT 2')).toEqual([[2]]);
    });

    it.each(['fails', 'is cancelled', 'takes too long'])(
      'keeps the worker where making it %s',
      async (ending) => {
        await start({ workers: 1 });
        const pids = engine.pool.workerPids();
        const caller = new AbortController();
        const made = createDeferred<ReturnType<typeof request>>();
        const options = {
          signal: caller.signal,
          ...(ending === 'takes too long' ? { deadlineMs: 100 } : {}),
        };
        const reply = run(() => made.promise, options);
        reply.catch(() => {});
        await eventually(() => expect(engine.pool.stats().queued).toBe(0));
        if (ending === 'fails') made.reject(new QuernError('NOT_FOUND', 'gone'));
        if (ending === 'is cancelled') caller.abort();
        const code = {
          fails: 'NOT_FOUND',
          'is cancelled': 'CLIENT_CLOSED_REQUEST',
          'takes too long': 'BAD_REQUEST',
        }[ending];
        await expect(reply).rejects.toMatchObject({ code });
        // Too late: the worker is another task's.
        const other = engine.rows('SELECT 3');
        made.resolve(request('SELECT 4'));
        expect(await other).toEqual([[3]]);
        const idle = { workers: { busy: 0, idle: 1 }, queued: 0, reservedBytes: 0 };
        await eventually(() => expect(engine.pool.stats()).toMatchObject(idle));
        expect(engine.pool.workerPids()).toEqual(pids);
      },
    );
  });

  it('gives the only worker to large work too', async () => {
    await start({ workers: 1 });
    expect((await engine.query('SELECT 1', {}, { size: 'large' })).preview.text).toBe('[[1]]');
  });

  it('ends its processes and its files when it is closed, and refuses what comes after', async () => {
    await start({ workers: 2 });
    const running = expect(engine.query(endless)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(1));
    const pids = engine.pool.workerPids();
    await engine.pool.close();
    await running;
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(engine.leftFiles()).toEqual([]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  it('says so when its workers cannot start', async () => {
    engine = new EngineFixture({ workerFile: '/nonexistent/worker.js' });
    await expect(engine.pool.ready()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await expect(engine.query('SELECT 1')).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });
});
