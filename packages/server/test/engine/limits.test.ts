import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { EngineFixture, mebibyte, PlannerFixture } from './engine-fixture.ts';

/**
 * The pool enforces limits from outside. Every worker that the pool ends is replaced, and nothing
 * of the query stays.
 */
describe('limits of a query', () => {
  let engine: EngineFixture;
  let planner: PlannerFixture;
  beforeAll(async () => {
    engine = new EngineFixture();
    planner = new PlannerFixture();
    await Promise.all([engine.pool.ready(), planner.pool.ready()]);
  });
  afterAll(() => Promise.all([engine.close(), planner.close()]));

  const longTime = { deadlineMs: 50_000 };
  const small = { memoryBytes: 200 * mebibyte };
  const short = { deadlineMs: 400 };

  const idle = () =>
    eventually(() =>
      expect(engine.pool.stats()).toMatchObject({ workers: { busy: 0 }, queued: 0 }),
    );

  async function servesAgain() {
    expect(await engine.rows('SELECT 40 + 2')).toEqual([[42]]);
    await idle();
    expect(engine.leftFiles().filter((name) => !name.startsWith('result-'))).toEqual([]);
  }

  it.each([
    ['an aggregate that keeps every row', 'SELECT median(i), mode(i) FROM range(400000000) t(i)'],
    ['a list of two thousand million numbers', 'SELECT list_sum(range(2000000000))'],
  ])('ends %s when it outgrows its memory', async (_what, sql) => {
    await expect(engine.query(sql, {}, { ...longTime, ...small })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'query exceeded its memory budget of 200 MiB; narrow it, or filter and aggregate earlier',
    });
    await servesAgain();
  });

  it('ends joins without end when they outgrow memory and spill', async () => {
    const sql = `SELECT 1 FROM ${Array.from({ length: 300 }, (_, n) => `range(2) t${n}`).join(', ')}`;
    await expect(engine.query(sql, {}, { ...longTime, ...small })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(
        /^query (?:exceeded its memory budget|needed more temporary disk space)/,
      ),
    });
    await servesAgain();
  });

  it.each([
    ['a scan', 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3'],
    ['a deeply nested call, in the planner', `SELECT ${'abs('.repeat(990)}1${')'.repeat(990)}`],
    ['a text of 4 GB', `SELECT length(repeat('x', 4000000000))`],
    [
      'a pathological regular expression',
      `SELECT count(*) FROM range(2000) t(i) WHERE regexp_matches(repeat(md5(i::VARCHAR), 5000), 'a.{300}[g-z]')`,
    ],
  ])('ends %s at its deadline', async (_what, sql) => {
    await expect(
      engine.query(sql, {}, { ...short, memoryBytes: 4096 * mebibyte }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'query exceeded the time limit of 0.4 s; narrow it or split it',
    });
    await servesAgain();
  });

  it('ends tasks that share a time limit when they have taken it together', async () => {
    const timeSpent = { ms: 0 };
    const shared = { deadlineMs: 1_000_000, timeSpent };
    await engine.query('SELECT 1', {}, shared);
    const first = timeSpent.ms;
    expect(first).toBeGreaterThan(0);
    await engine.query('SELECT 1', {}, shared);
    expect(timeSpent.ms).toBeGreaterThan(first);
    timeSpent.ms = 999_600;
    const endless = 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3';
    await expect(engine.query(endless, {}, shared)).rejects.toMatchObject({
      message: 'query exceeded the time limit of 1000 s; narrow it or split it',
    });
    await servesAgain();
  });

  it.each([
    ['parentheses', `SELECT ${'('.repeat(30_000)}1${')'.repeat(30_000)}`],
    ['operators', `SELECT 1${' + 1'.repeat(30_000)}`],
    ['subqueries', `SELECT * FROM ${'(SELECT * FROM '.repeat(5000)}(SELECT 1)${')'.repeat(5000)}`],
    ['lists', `SELECT ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])(
    'refuses %s nested too deeply, in the parser and as a query, and goes on',
    async (_what, sql) => {
      const restarts = () => [engine, planner].map(({ pool }) => pool.stats().restarts);
      const before = restarts();
      const parsed = await planner.pool.run(
        'parseSql',
        { sql },
        { workspaceId: 'w', threads: 1, ...longTime, ...small },
      );
      expect(parsed).toMatchObject({ tree: null, error: { isSyntax: true } });
      await expect(engine.query(sql)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message:
          'the query nests too deeply; use fewer levels of parentheses, operators or subqueries',
      });
      expect(restarts()).toEqual(before);
      await servesAgain();
    },
  );

  it('cancels a running query when its caller goes, and tells nobody else', async () => {
    const caller = new AbortController();
    const running = engine.query(
      'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3',
      {},
      {
        signal: caller.signal,
      },
    );
    const refused = expect(running).rejects.toMatchObject({
      code: 'CLIENT_CLOSED_REQUEST',
      message: 'the query was cancelled',
    });
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(1));
    caller.abort();
    await refused;
    await servesAgain();
  });

  it('cancels a query that hears no interrupt, by ending its worker', async () => {
    const caller = new AbortController();
    const before = engine.pool.stats();
    const deaf = `SELECT length(repeat('x', 4000000000))`;
    const refused = expect(
      engine.query(deaf, {}, { signal: caller.signal, memoryBytes: 4096 * mebibyte }),
    ).rejects.toMatchObject({
      code: 'CLIENT_CLOSED_REQUEST',
    });
    // An interrupt before the query has begun would be heard.
    const begun = before.residentBytes + 64 * mebibyte;
    await eventually(() => expect(engine.pool.stats().residentBytes).toBeGreaterThan(begun));
    caller.abort();
    await refused;
    expect(engine.pool.stats().kills.cancelled).toBe(before.kills.cancelled + 1);
    await servesAgain();
  });

  it('refuses a query whose caller is gone already, without running it', async () => {
    await expect(
      engine.query('SELECT 1', {}, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      code: 'CLIENT_CLOSED_REQUEST',
    });
  });

  const endless = 'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3';
  /** Ends the process of the running query, and waits until the pool has noticed. */
  const endWorkers = async (signal: NodeJS.Signals) => {
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(1));
    const { deaths } = engine.pool.stats();
    for (const pid of engine.pool.workerPids()) process.kill(pid, signal);
    await eventually(() => expect(engine.pool.stats().deaths).toBe(deaths + 1));
  };

  it('runs a query again whose worker died under it, and tells the caller of nothing', async () => {
    const started: string[] = [];
    const onStart = async () => void started.push('once');
    const running = engine.query(
      'SELECT count(*) FROM range(200000000) t(i) WHERE i % 7 = 3',
      {},
      { onStart },
    );
    await endWorkers('SIGKILL');
    expect(JSON.parse((await running).preview.text)).toEqual([[28571429]]);
    expect(started).toEqual(['once']);
    await servesAgain();
  });

  it('reports a worker that dies under its query a second time, and replaces it', async () => {
    const failed = expect(
      engine.query(endless, {}, { diesOf: 'text', threads: 1 }),
    ).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'the worker process died while running the query; it has been replaced, try again',
    });
    await endWorkers('SIGSEGV');
    await endWorkers('SIGKILL');
    await failed;
    await servesAgain();
  });

  it('refuses what two workers crashed under, and runs it no third time', async () => {
    const failed = expect(
      engine.query(endless, {}, { diesOf: 'file', threads: 1 }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^this file ended the process that read it, twice/),
    });
    await endWorkers('SIGSEGV');
    await endWorkers('SIGABRT');
    await failed;
    await servesAgain();
  });

  it('does not run a query again of which rows were shown, nor one that was cancelled between two workers', async () => {
    const parts: unknown[] = [];
    const shown = engine.query(
      'SELECT i FROM range(5000000) t(i)',
      {},
      { onPart: (part) => parts.push(part) },
    );
    const failed = expect(shown).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await eventually(() => expect(parts.length).toBe(1));
    for (const pid of engine.pool.workerPids()) process.kill(pid, 'SIGKILL');
    await failed;

    const caller = new AbortController();
    const cancelled = expect(
      engine.query(endless, {}, { signal: caller.signal, threads: 1 }),
    ).rejects.toMatchObject({
      code: 'CLIENT_CLOSED_REQUEST',
    });
    await endWorkers('SIGKILL');
    caller.abort();
    await cancelled;
    await servesAgain();
  });

  it('counts its kills by reason', () => {
    const { kills } = engine.pool.stats();
    expect(kills.memory).toBeGreaterThanOrEqual(1);
    expect(kills.deadline).toBeGreaterThanOrEqual(1);
    expect(kills.clean_up).toBe(0);
  });
});
