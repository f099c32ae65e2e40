/**
 * `npm run soak -- --minutes 10`: eight clients of mixed work, and every half minute the memory of
 * each process. What a service holds after a while it must hold for ever: the last lines are to be
 * like those in the middle.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HttpClient } from './http-client.ts';
import { residentBytes, startService, token } from './service-process.ts';
import { soakClients } from './soak-clients.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    every: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const mib = (bytes: number) => Math.round(bytes / 2 ** 20);

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-soak-'));
  const service = await startService(join(folder, 'data'), {
    QUERN_SWEEP_INTERVAL: '5',
    QUERN_COMPACTION_QUIET: '1',
    ...(process.env.NODE_OPTIONS ? { NODE_OPTIONS: process.env.NODE_OPTIONS } : {}),
  });
  const state = { ended: false, rounds: 0 };
  try {
    const client = new HttpClient(service.origin, { authorization: `Bearer ${token}` }, 32);
    const { id } = await client.json<{ id: string }>(
      'POST',
      '/v1/databases',
      { name: 'soak' },
      201,
    );
    const facts = [
      'id,name,amount',
      ...Array.from({ length: 30_000 }, (_, row) => `${row},name ${row % 999},${row / 8}`),
    ];
    await client.json('POST', `/v1/databases/${id}/schemas/main/tables/facts/loads`, {
      mode: 'replace',
      data: `${facts.join('\n')}\n`,
    });
    const works = Object.entries(soakClients(client, id)).filter(([name]) =>
      name.includes(values.only),
    );
    const working = works.map(async ([, work]) => {
      for (let round = 0; !state.ended; round++) {
        await work(round).catch((error: unknown) => {
          // A machine that is busy with other things as well: the client comes again.
          if (!/: 429 /.test(String(error))) throw error;
        });
        state.rounds += 1;
      }
    });
    const measuring = measure(service.pid, service.origin, state);
    await Promise.race([measuring, Promise.all(working)]);
    state.ended = true;
    await Promise.all(working);
    client.close();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(pid: number, origin: string, state: { rounds: number }): Promise<void> {
  console.log(
    'seconds | rounds | HTTP process MiB (heap, outside; cached: lake, plans, answers) | workers MiB (footers, ranges)',
  );
  const begun = performance.now();
  const seconds = Number(values.every);
  for (let line = 1; line * seconds <= Number(values.minutes) * 60; line++) {
    await new Promise((resolve) =>
      setTimeout(resolve, begun + line * seconds * 1000 - performance.now()),
    );
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const metric = (name: string) =>
      mib(
        Number(
          metrics
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.slice(name.length) ?? 0,
        ),
      );
    const cached = (kind: string, cache: string) => metric(`quern_cache_${kind}{cache="${cache}"}`);
    const heap = metric('quern_nodejs_heap_size_used_bytes');
    const outside = metric('quern_nodejs_external_memory_bytes');
    const workers = childrenOf(pid).map((child) => mib(residentBytes(child)));
    const own = [
      cached('characters', 'lake'),
      cached('characters', 'plans'),
      cached('bytes', 'answers'),
    ].join(', ');
    const ofFiles = [cached('bytes', 'file_footers'), cached('bytes', 'file_ranges')].join(', ');
    console.log(
      `${line * seconds} | ${state.rounds} | ${mib(residentBytes(pid))} (${heap}, ${outside}; ${own}) | ` +
        `${workers.join(' ')} (${ofFiles})`,
    );
  }
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0);
}

await main();
