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
  seededRandom,
  settings,
  workUntilKilled,
} from './killed-service.ts';
import { Workload } from './workload.ts';

/** `npm run kills` asks for more, and with another seed. */
const rounds = (whenNotAsked: number) => Number(process.env.QUERN_KILLS ?? whenNotAsked);
const longestWorkMs = 1_200;
/** Tables are compacted beside the work, as soon as they have a few files. */
const compacting = { ...settings, QUERN_COMPACTION_QUIET: '0', QUERN_SWEEP_INTERVAL: '1' };

const killed = killedService();

/** Kills the service again and again, each time looking for all that was acknowledged. Gives the service that runs last. */
async function killAgainAndAgain(env: Readonly<Record<string, string>>, kills: number, back: () => Promise<void>) {
  const random = seededRandom();
  let service = await killed.start(env);
  const workload = new Workload(await service.api().createDatabase());
  const total = { steps: 0, cutOff: 0 };
  for (let kill = 1; kill <= kills; kill++) {
    const { steps, cutOff } = await workUntilKilled(service, workload.clients, after(random() * longestWorkMs));
    total.steps += steps;
    total.cutOff += cutOff;
    service = await killed.start(env);
    await back();
    await workload.recover(service.api());
    if (kill % 50 === 0) console.log(`crash test: ${kill} kills, ${JSON.stringify(total)}`);
  }
  console.log(`crash test: ${total.steps} steps acknowledged, ${total.cutOff} cut off`);
  return { service, workload, total };
}

it('loses nothing acknowledged, shows nothing half done and leaves nothing behind, killed at any point', async () => {
  const kills = rounds(32);
  const { service: last, workload, total } = await killAgainAndAgain(compacting, kills, async () => {});
  expect(total.steps).toBeGreaterThan(kills);
  expect(total.cutOff).toBeGreaterThan(kills);
  await last.kill();

  const before = filesBelow(join(killed.dataDir, 'objects')).length;
  forgetCompactions(killed.dataDir);
  const service = await killed.start(collecting);
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
    ...compacting,
    QUERN_METADATA_URL: postgres.url,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    QUERN_NODE_TIMEOUT: '1',
  };
  try {
    // The dead node's last heartbeat has to be late first; its row is the last that is removed of it.
    const noticed = () => eventually(async () => expect(await countNodes(postgres.url)).toBe(1));
    const { total } = await killAgainAndAgain(env, rounds(2), noticed);
    expect(total.steps).toBeGreaterThan(0);
  } finally {
    await killed.stop();
    await postgres.drop();
  }
}, 36_000_000);

async function countNodes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query('select count(*) as count from nodes')).rows[0].count);
  } finally {
    await client.end();
  }
}
