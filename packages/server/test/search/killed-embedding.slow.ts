import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddingServer, vectorOf } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Json, type RunningService, startService } from '../service.ts';

const dimensions = 8;
let service: RunningService | undefined;
let embeddings: EmbeddingServer;
const made = mkdtemp(join(tmpdir(), 'quern-killed-embedding-'));
afterAll(async () => {
  await service?.kill();
  await embeddings?.stop();
  await rm(await made, { recursive: true, force: true, maxRetries: 5 });
});

const builtFiles = async () =>
  (await readdir(join(await made, 'objects', 'indexes'), { recursive: true })).filter((name) =>
    /\.(?:segment|parquet)$/.test(name),
  ).length;

/** Moments of the kill, with whether the load has been answered. */
type Moment = (load: Promise<unknown>, before: number) => Promise<boolean>;
const moments: Readonly<Record<string, Moment>> = {
  'while the provider is asked': async () => {
    const asked = new Promise<void>((resolve) => {
      // Is never answered.
      embeddings.next.push(() => resolve());
    });
    await asked;
    return false;
  },
  'while what was built is stored': async (_load, before) => {
    await eventually(async () => expect(await builtFiles()).toBeGreaterThan(before), 20_000);
    return false;
  },
  'when it is answered': async (load) => {
    await load;
    return true;
  },
};

test('a load that is killed while its texts are embedded is done with its vectors, or not at all', async () => {
  embeddings = await new EmbeddingServer().start();
  const env = {
    QUERN_SWEEP_INTERVAL: '1',
    QUERN_NODE_TIMEOUT: '1',
    QUERN_EMBEDDING_ORIGINS: embeddings.origin,
  };
  const options = { dataDir: await made, env };
  service = await startService(options);
  const database: Json = await service.api().createDatabase();
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions };
  const provider = { name: 'p', provider_type: 'service', config };
  const { id } = (await service.api().post('/v1/embedding-providers', provider)).body;
  for (const mode of ['fail', 'wait'] as const) {
    await service.api().post(`/v1/databases/${database.id}/schemas/main/tables`, {
      name: mode,
      key: ['id'],
    });
    await service.api().loadCsv(database.id, mode, 'id,body\n0,nothing\n');
    const path = `/v1/connections/${database.default_connection_id}/tables/main/${mode}/indexes`;
    const index = await service.api().post(path, {
      ...{ index_name: 'i', index_type: 'vector', columns: ['body'] },
      ...{ embedding_provider_id: id, on_embedding_failure: mode },
    });
    expect([index.status, index.body.error]).toEqual([201, undefined]);
  }
  const found = async (table: string): Promise<Json[][]> => {
    const sql = `SELECT id, body, body_embedding FROM ${table} ORDER BY id`;
    const headers = { 'x-database-id': database.id, 'cache-control': 'no-cache' };
    const answer = await service?.api().post('/v1/query', { sql }, headers);
    if (answer?.status !== 200) throw new Error(JSON.stringify(answer?.body));
    return answer.body.rows;
  };
  let row = 0;
  for (const [index, [name, moment]] of Object.entries(moments).entries()) {
    const table = index < 2 ? 'fail' : 'wait';
    row += 1;
    const data = `id,body\n${row},never seen before ${row}\n`;
    const body = { mode: 'upsert', data };
    const before = await builtFiles();
    const wasHeld = name === 'while the provider is asked';
    const killed = wasHeld ? moment(Promise.resolve(), before) : undefined;
    const load = service.api().load(database.id, table, body);
    const answer = load.catch(() => undefined);
    const isDone = await (killed ?? moment(load, before));
    await service.kill();
    await answer;
    service = await startService(options);
    const rows = await found(table);
    const isThere = rows.some(([at]) => at === row);
    expect([name, isThere || !isDone]).toEqual([name, true]);
    for (const [, text, vector] of rows) expect(vector).toEqual(vectorOf(text, dimensions));
    const again = await service.api().load(database.id, table, body);
    expect([again.status, again.body.embedded_row_count]).toEqual([200, 1]);
    expect((await found(table)).map(([at]) => at)).toContain(row);
    for (const [, text, vector] of await found(table))
      expect(vector).toEqual(vectorOf(text, dimensions));
  }
}, 180_000);
