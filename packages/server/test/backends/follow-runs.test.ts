import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRun } from '../../src/metadata/query-run-store.ts';
import { insertResult } from '../../src/metadata/result-store.ts';
import { createRunFollower } from '../../src/querying/run/follow-runs.ts';
import type { RunningQuery } from '../../src/querying/run/running-queries.ts';
import type { Services } from '../../src/start/services.ts';
import { createSweepFixture, type SweepFixture } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';

describe.each(metadataKinds)('a node and its runs on %s', (kind) => {
  let fixture: SweepFixture;
  let services: Services;
  let workspaceId: string;
  let elapsedMs: number;
  let followRuns: () => Promise<void>;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    services = { ...fixture.services, runningQueries: new Map() };
    workspaceId = await fixture.workspace();
    elapsedMs = 1_000;
    followRuns = createRunFollower(services, () => elapsedMs);
  });
  afterEach(() => fixture.remove());

  const record = async (id: string) => {
    const { db } = services.metadata;
    const run = {
      id,
      workspaceId,
      databaseId: 'dbid1',
      sql: `SELECT ${id}`,
      dialect: 'hotsql',
      nodeId: services.nodeId,
      userId: 'user_1',
    };
    const origin = { traceId: null, savedQuery: null, now: fixture.clock.now() };
    await insertRun(services.metadata, { ...run, ...origin });
    const result = {
      id: `rslt${id}`,
      workspaceId,
      databaseId: 'dbid1',
      queryRunId: id,
      expiresAt: null,
    };
    await insertResult(db, { ...result, now: fixture.clock.now() });
  };
  const present = (id: string, isRecorded = true) => {
    const cancelled: string[] = [];
    const query: RunningQuery = {
      cancel: (reason) => cancelled.push(reason),
      done: Promise.resolve(),
      isWaiting: false,
      isRecorded,
    };
    services.runningQueries.set(id, query);
    return cancelled;
  };
  const statusOf = async (id: string) => {
    const { db } = services.metadata;
    const run = await db
      .selectFrom('query_runs')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const result = await db
      .selectFrom('results')
      .select('status')
      .where('query_run_id', '=', id)
      .executeTakeFirstOrThrow();
    return [run.status, result.status];
  };

  it('stops what was ended elsewhere, and leaves alone what runs and what has no row yet', async () => {
    await record('ended');
    await record('runs');
    const ended = present('ended');
    const runs = present('runs');
    const unrecorded = present('unrecorded', false);
    await services.metadata.db
      .updateTable('query_runs')
      .set({ status: 'cancelled' })
      .where('id', '=', 'ended')
      .execute();
    await followRuns();
    expect(ended).toHaveLength(1);
    expect([...runs, ...unrecorded]).toEqual([]);
    expect(await statusOf('runs')).toEqual(['running', 'processing']);
  });

  it('interrupts what nobody runs any more because its end could not be recorded, once that is certain', async () => {
    await record('lost');
    await record('runs');
    const runs = present('runs');
    fixture.clock.advance(61_000);
    await followRuns();
    elapsedMs += 9_000;
    await followRuns();
    expect(await statusOf('lost')).toEqual(['running', 'processing']);
    elapsedMs += 1_000;
    await followRuns();
    expect(await statusOf('lost')).toEqual(['interrupted', 'failed']);
    const lost = services.metadata.db
      .selectFrom('query_runs')
      .select('server_processing_ms')
      .where('id', '=', 'lost');
    expect(await lost.executeTakeFirstOrThrow()).toEqual({ server_processing_ms: 61_000 });
    expect(await statusOf('runs')).toEqual(['running', 'processing']);
    expect(runs).toEqual([]);
  });

  it('does so where the clock was set back since, and forgets what it found to be its own', async () => {
    await record('lost');
    await record('late');
    await followRuns();
    fixture.clock.advance(-3_600_000);
    present('late');
    elapsedMs += 10_000;
    await followRuns();
    services.runningQueries.delete('late');
    await followRuns();
    expect(await statusOf('lost')).toEqual(['interrupted', 'failed']);
    expect(await statusOf('late')).toEqual(['running', 'processing']);
  });
});
