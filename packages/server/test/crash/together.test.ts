import pg from 'pg';
import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { BatchClient } from './batch-client.ts';
import { byInline, byInlineJob, byInlineKey, bySingle, byUploadJob } from './deliver.ts';
import {
  after,
  killedService,
  kills,
  seededRandom,
  settings,
  workUntilKilled,
} from './killed-service.ts';
import { keyed, Workload, type WriterPlan } from './workload.ts';

/** A kill comes after some acknowledgements, and then at any point of the next. */
const mostSteps = 12;
const longestPauseMs = 120;
/** Tables are compacted beside the work, as soon as they have a few files. */
const compacting = { ...settings, QUERN_COMPACTION_QUIET: '0', QUERN_SWEEP_INTERVAL: '1' };

const few = { items: 3, padding: 0 };
const some = { items: 40, padding: 20 };
/** Small loads, so many loads fit between two kills. */
const plans: readonly WriterPlan[] = [
  { name: 'replaced', deliver: byInline, shape: few, modes: ['replace'], repeatable: true },
  {
    name: 'replaced_by_key',
    deliver: byInlineKey,
    shape: few,
    modes: ['replace'],
    repeatable: true,
  },
  {
    name: 'replaced_by_upload',
    deliver: bySingle,
    shape: some,
    modes: ['replace'],
    repeatable: true,
  },
  {
    name: 'replaced_by_job',
    deliver: byInlineJob,
    shape: few,
    modes: ['replace'],
    repeatable: false,
  },
  { name: 'appended', deliver: byInlineKey, shape: some, modes: ['append'], repeatable: true },
  { name: 'keyed', deliver: bySingle, shape: some, modes: keyed, repeatable: true },
  { name: 'keyed_by_job', deliver: byUploadJob, shape: some, modes: keyed, repeatable: true },
];

const killed = killedService();

/**
 * Kills the service repeatedly under writers, forks, batches and compactions, and checks everything
 * acknowledged each time. A table is as its last acknowledged load left it, or as the one
 * unanswered load left it.
 */
async function killTogether(
  env: Readonly<Record<string, string>>,
  count: number,
  back = async () => {},
) {
  const random = seededRandom();
  let service = await killed.start(env);
  const workload = new Workload(await service.api().createDatabase(), plans, [new BatchClient()]);
  const total = { steps: 0, cutOff: 0 };
  for (let kill = 1; kill <= count; kill++) {
    const [enough, pause] = [random() * mostSteps, after(random() * longestPauseMs)];
    const { steps, cutOff } = await workUntilKilled(service, workload.clients, async (_, soFar) => {
      await eventually(() => expect(soFar.steps).toBeGreaterThan(enough), 60_000);
      await pause();
    });
    total.steps += steps;
    total.cutOff += cutOff;
    service = await killed.start(env);
    await back();
    await workload.recover(service.api());
    if (kill % 25 === 0)
      console.log(`${kill} kills: ${total.steps} steps acknowledged, ${total.cutOff} cut off`);
  }
  expect(total.steps).toBeGreaterThan(count);
  expect(total.cutOff).toBeGreaterThan(count);
  const { body } = await service
    .api()
    .get('/v1/jobs?job_type=ducklake_table_compaction&limit=1000');
  console.log(
    `${count} kills: ${total.steps} acknowledged, ${total.cutOff} cut off, ${body.jobs.length} compactions`,
  );
}

it('loses no acknowledged load while forks, batches and compactions go on, killed at any point', async () => {
  await killTogether(compacting, kills(2, 6));
}, 36_000_000);

it('loses none on PostgreSQL either', async () => {
  const postgres = await createPostgresDatabase();
  const env = {
    ...compacting,
    QUERN_METADATA_URL: postgres.url,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    QUERN_NODE_TIMEOUT: '1',
  };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    // The dead node's last heartbeat has to be late first; the node's row is removed last.
    const noticed = async () => {
      await eventually(async () =>
        expect((await client.query('SELECT id FROM nodes')).rows).toHaveLength(1),
      );
    };
    await killTogether(env, kills(1, 4), noticed);
  } finally {
    await killed.stop();
    await client.end();
    await postgres.drop();
  }
}, 36_000_000);
