import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase } from '../postgres.ts';
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
import { Workload } from './workload.ts';

const rounds = kills(3, 8);
const longestWorkMs = 1_200;

const killed = killedService();

it('loses nothing acknowledged, shows nothing half done and leaves nothing behind, killed at any point', async () => {
  const random = seededRandom();
  let service = await killed.start(settings);
  const workload = new Workload(await service.api().createDatabase());
  const total = { steps: 0, cutOff: 0 };
  for (let round = 0; round < rounds; round++) {
    const { steps, cutOff } = await workUntilKilled(
      service,
      workload.clients,
      async (_api, soFar) => {
        // On a slow machine none may be acknowledged in the time below.
        if (round === 0) await eventually(() => expect(soFar.steps).toBeGreaterThan(rounds));
        await after(random() * longestWorkMs)();
      },
    );
    total.steps += steps;
    total.cutOff += cutOff;
    service = await killed.start(settings);
    await workload.recover(service.api());
  }
  console.log(`crash test: ${total.steps} steps acknowledged, ${total.cutOff} cut off`);
  expect(total.steps).toBeGreaterThan(rounds);
  expect(total.cutOff).toBeGreaterThan(rounds);
  await service.kill();

  const before = filesBelow(join(killed.dataDir, 'objects')).length;
  forgetCompactions(killed.dataDir);
  service = await killed.start(collecting);
  await collected(service);
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  expect(metrics).toMatch(/quern_sweep_removed\{sweep="collect"\} [1-9]/);
  await workload.recover(service.api());
  await service.stop();
  await expectOnlyNamedFiles(killed.dataDir);
  expect(filesBelow(join(killed.dataDir, 'objects')).length).toBeLessThan(before);
}, 36_000_000);

it('is whole again on PostgreSQL once the dead node has been noticed', async () => {
  const postgres = await createPostgresDatabase();
  const env = {
    ...settings,
    QUERN_METADATA_URL: postgres.url,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    QUERN_NODE_TIMEOUT: '1',
    QUERN_SWEEP_INTERVAL: '1',
  };
  try {
    let service = await killed.start(env);
    const workload = new Workload(await service.api().createDatabase());
    await workUntilKilled(service, workload.clients, after(3_000));
    service = await killed.start(env);
    // The dead node's last heartbeat has to be late first; the node's row is removed last.
    await eventually(async () => expect(await countNodes(postgres.url)).toBe(1));
    await workload.recover(service.api());
  } finally {
    await killed.stop();
    await postgres.drop();
  }
}, 120_000);

async function countNodes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as count from nodes')).rows[0].count);
  } finally {
    await client.end();
  }
}
