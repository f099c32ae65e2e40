import type { HttpClient } from './http-client.ts';
import { median, timed } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { type BenchRow, mib, ms, ratioRow } from './report.ts';
import {
  cpuSeconds,
  peakDuring,
  type ServiceProcess,
  sourceWorkerBytes,
} from './service-process.ts';
import { againstPeers, postgresPeers } from './source-peers.ts';

interface SourceBench {
  readonly service: ServiceProcess;
  readonly client: HttpClient;
}

const millions = 2;
const largeRows = 10_000_000;
const changedRows = 1_000;
const mostWorkerBytes = 400 * 2 ** 20;

/** Time until tables of a real PostgreSQL can be queried, whole and by changes. */
export async function sources({ service, client }: SourceBench): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await makeOrders(source, millions);
    await source.run(
      `CREATE TABLE states (id int PRIMARY KEY, at timestamptz NOT NULL, state text, n int8)`,
    );
    await source.run(`INSERT INTO states SELECT i, timestamptz '2024-01-01' + i * interval '1 second', 'state ' || i % 100, i * 3
      FROM generate_series(1, ${largeRows}) AS i; CREATE INDEX ON states (at)`);
    await source.run('VACUUM ANALYZE');
    const made = await client.json<{ id: string }>(
      'POST',
      '/v1/connections',
      { name: 'bench', source_type: 'postgres', config: { url: source.url } },
      201,
    );
    return [
      ...(await whole(service, client, made.id, source)),
      await changes(client, made.id, source),
    ];
  } finally {
    await source.stop();
  }
}

async function makeOrders(source: Source, millions: number): Promise<void> {
  await source.run(`CREATE TABLE orders AS SELECT i AS id, i % 50000 AS customer, ((i % 100000) / 100.0)::numeric(12,2) AS amount,
      'order ' || i AS label, md5(i::text) AS hash, timestamptz '2024-01-01' + i * interval '1 second' AS at,
      date '2024-01-01' + i % 900 AS day, i % 3 = 0 AS paid, i / 7.0::float8 AS ratio, i::int8 * 1000 AS total
      FROM generate_series(1, ${millions * 1_000_000}) AS i`);
}

/** The same table, in turns with other programs that read the whole table. */
export async function postgresBesidePeers({ client }: SourceBench): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await makeOrders(source, millions);
    await source.run('VACUUM ANALYZE');
    const body = { name: 'peers', source_type: 'postgres', config: { url: source.url } };
    const { id } = await client.json<{ id: string }>('POST', '/v1/connections', body, 201);
    const rows = `${millions}M rows of 10 columns`;
    const peers = await postgresPeers(source.url, source.folder, rows);
    return await againstPeers(() => refresh(client, id, 'orders'), peers);
  } finally {
    await source.stop();
  }
}

type Source = Awaited<ReturnType<typeof startPostgres>>;

const refresh = (client: HttpClient, connection: string, table: string, more: object = {}) =>
  client.json<{ rows_synced: number; mode: string }>('POST', '/v1/refresh', {
    ...{ connection_id: connection, schema_name: 'public', table_name: table, data: true },
    ...more,
  });

/** All rows, in turns with the server's own writing of the rows into a file. */
async function whole(
  service: ServiceProcess,
  client: HttpClient,
  connection: string,
  source: Source,
): Promise<BenchRow[]> {
  const [quern, copies, cpu]: [number[], number[], number[]] = [[], [], []];
  let peak = 0;
  for (let round = 0; round < 3; round += 1) {
    copies.push(
      await timed(() => source.run(`COPY orders TO '${source.folder}/orders.csv' (FORMAT csv)`)),
    );
    const before = cpuSeconds(service.pid);
    const refreshed = () => timed(() => refresh(client, connection, 'orders'));
    const ofWorker = () => sourceWorkerBytes(service.pid);
    const most = await peakDuring(ofWorker, async () => quern.push(await refreshed()));
    peak = Math.max(peak, most);
    cpu.push(cpuSeconds(service.pid) - before);
  }
  const perMillion = median(cpu) / millions;
  return [
    ratioRow(
      `${millions}M rows of 10 columns from PostgreSQL until they can be queried, against its own COPY of them to a CSV file`,
      median(quern),
      median(copies),
      1.3,
    ),
    {
      what: "the same, CPU of all of Quern's processes",
      quern: `${median(cpu).toFixed(2)} s`,
      reference: '',
      result: `${perMillion.toFixed(2)} s a million rows`,
      reach: 'at most 1.3 s a million rows',
      reached: perMillion <= 1.3,
    },
    {
      what: 'the same, most memory of the source worker',
      quern: mib(peak),
      reference: '',
      result: mib(peak),
      reach: 'at most 400 MiB',
      reached: peak <= mostWorkerBytes,
    },
  ];
}

/**
 * A table of ten times as many rows takes a source worker no more memory. It takes minutes and
 * gigabytes, and is measured only where it is asked for by name.
 */
export async function largeSource({ service, client }: SourceBench): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await makeOrders(source, 0);
    const body = { name: 'large', source_type: 'postgres', config: { url: source.url } };
    const { id } = await client.json<{ id: string }>('POST', '/v1/connections', body, 201);
    const peaks: number[] = [];
    for (const of of [millions, 10 * millions]) {
      await source.run('DROP TABLE orders');
      await makeOrders(source, of);
      await source.run('VACUUM ANALYZE orders');
      const refreshed = async () => {
        const { rows_synced: rows } = await refresh(client, id, 'orders');
        if (rows !== of * 1_000_000) throw new Error(`${rows} rows came`);
      };
      peaks.push(await peakDuring(() => sourceWorkerBytes(service.pid), refreshed));
    }
    const [few = 0, many = 0] = peaks;
    return [
      {
        what: `most memory of a source worker that reads ${10 * millions}M rows, against ${millions}M`,
        quern: mib(many),
        reference: mib(few),
        result: `${(many / few).toFixed(2)} times`,
        reach: 'at most 400 MiB, the same',
        reached: many <= mostWorkerBytes && many <= 1.15 * few,
      },
    ];
  } finally {
    await source.stop();
  }
}

/** Compares a thousand changed rows of ten million with all rows. */
async function changes(client: HttpClient, connection: string, source: Source): Promise<BenchRow> {
  const path = `/v1/connections/${connection}/tables/public/states/refresh`;
  await client.json('PUT', path, { mode: 'incremental', cursor_column: 'at', overlap: 0 });
  const full = await timed(() => refresh(client, connection, 'states'));
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await source.run(`UPDATE states SET n = n + 1, at = timestamptz '2026-01-01' + ${round} * interval '1 day'
      WHERE id IN (SELECT (random() * ${largeRows})::int FROM generate_series(1, ${changedRows}))`);
    times.push(await timed(() => refresh(client, connection, 'states')));
  }
  const share = median(times) / full;
  return {
    what: `refresh of ${changedRows} changed rows of ${largeRows / 1_000_000}M, against one of all rows`,
    quern: ms(median(times)),
    reference: ms(full),
    result: `${(share * 100).toFixed(2)} %`,
    reach: 'at most 3 %',
    reached: share <= 0.03,
  };
}
