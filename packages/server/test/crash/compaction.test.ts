import { watch } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api } from '../service.ts';
import { byInline, byInlineKey, bySingle, byUploadJob } from './deliver.ts';
import { expectOnlyNamedFiles, filesBelow } from './files-of-service.ts';
import {
  after,
  collected,
  collecting,
  forgetCompactions,
  killedService,
  kills,
  seededRandom,
  settings,
  workUntilKilled,
} from './killed-service.ts';
import { keyed, Workload, type WriterPlan } from './workload.ts';

/** A few files are enough for a compaction. */
const compacting = { ...settings, QUERN_COMPACTION_QUIET: '0', QUERN_SWEEP_INTERVAL: '1' };
const rounds = kills(2, 6);
/** Delay after a compaction is seen to run: some compactions end before the kill. */
const longestWorkMs = 100;
/** Grace of the following collection. */
const killsOfCollection = 3;

/** A row is some 1 KiB, so that a file takes a while to be written anew. */
const plans: readonly WriterPlan[] = [
  {
    name: 'appended',
    deliver: byInlineKey,
    shape: { items: 700, padding: 1_000 },
    modes: ['append'],
    repeatable: true,
  },
  {
    name: 'replaced',
    deliver: byInline,
    shape: { items: 3, padding: 0 },
    modes: ['replace'],
    repeatable: true,
  },
  {
    name: 'uploaded',
    deliver: bySingle,
    shape: { items: 400, padding: 300 },
    modes: ['append'],
    repeatable: true,
  },
  {
    name: 'keyed',
    deliver: bySingle,
    shape: { items: 200, padding: 1_000 },
    modes: keyed,
    repeatable: true,
  },
  {
    name: 'keyed_job',
    deliver: byUploadJob,
    shape: { items: 100, padding: 100 },
    modes: keyed,
    repeatable: true,
  },
];

const killed = killedService();

it('loses nothing of tables that are compacted and collected while it is killed, and leaves nothing behind', async () => {
  const random = seededRandom();
  let service = await killed.start(compacting);
  const workloads: Workload[] = [];
  const found = { cutOff: 0, committedIn: 0, committed: 0 };
  for (let round = 0; round < rounds; round++) {
    // After a compaction a table waits for the next: new tables are due at once.
    const workload = new Workload(await service.api().createDatabase(), plans);
    workloads.push(workload);
    const killAfter = after(random() * longestWorkMs);
    await workUntilKilled(service, workload.clients, (api) => whileCompacting(api).then(killAfter));
    const { cutOff, committed } = leftBehind();
    found.cutOff += cutOff;
    found.committedIn += committed > found.committed ? 1 : 0;
    found.committed = committed;
    service = await killed.start(compacting);
    await workload.recover(service.api());
  }
  console.log(`compaction crash test: ${found.cutOff} cut off, ${found.committed} committed`);
  expect(found.cutOff).toBeGreaterThan(0);
  expect(found.committedIn).toBeGreaterThan(0);
  const api = service.api();
  await eventually(
    async () => expect(await compactions(api, 'pending,running')).toEqual([]),
    60_000,
  );
  expect(await compactions(api, 'failed')).toEqual([]);
  await service.kill();

  forgetCompactions(killed.dataDir);
  const counts = [lakeFiles()];
  for (let kill = 0; kill < killsOfCollection; kill++) {
    const removing = firstRemoval();
    service = await killed.start(collecting);
    await Promise.race([removing, collected(service)]);
    await service.kill();
    counts.push(lakeFiles());
  }
  service = await killed.start(collecting);
  await collected(service);
  console.log(`collection crash test: ${counts.join(', ')} files, in the end ${lakeFiles()}`);
  expect(counts.filter((count) => count > lakeFiles()).length).toBeGreaterThan(1);
  for (const workload of workloads) await workload.recover(service.api());
  await service.stop();
  await expectOnlyNamedFiles(killed.dataDir);
}, 36_000_000);

async function compactions(api: Api, status: string): Promise<unknown[]> {
  return (await api.get(`/v1/jobs?job_type=ducklake_table_compaction&status=${status}`)).body.jobs;
}

/** Polls without a pause: some compactions are shorter than a pause. */
async function whileCompacting(api: Api): Promise<void> {
  for (;;) if ((await compactions(api, 'running')).length > 0) return;
}

/** Resolves when the first file of a table is gone. */
function firstRemoval(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(killed.dataDir, 'objects/lakes'), { recursive: true }, () => {
      watcher.close();
      resolve();
    });
  });
}

const lakeFiles = () => filesBelow(join(killed.dataDir, 'objects/lakes')).length;

/** State of a dead service: unfinished compactions, and snapshots made by compactions so far. */
function leftBehind(): { cutOff: number; committed: number } {
  const metadata = new Database(join(killed.dataDir, 'quern.db'), { readonly: true });
  const count = (from: string) =>
    (metadata.prepare(`SELECT count(*) AS n FROM ${from}`).get() as { n: number }).n;
  const found = {
    cutOff: count("jobs WHERE job_type = 'ducklake_table_compaction' AND status = 'running'"),
    committed: count("lake_snapshots WHERE operation LIKE 'compact %'"),
  };
  metadata.close();
  return found;
}
