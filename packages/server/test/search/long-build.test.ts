import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  const env = { QUERN_SEARCH_WORKERS: '2', QUERN_EMBEDDING_ORIGINS: embeddings.origin };
  service = await startService({ env });
  api = service.api();
  database = await api.createDatabase();
});
afterAll(async () => {
  await service?.kill();
  await embeddings?.stop();
});

const indexesOf = (table: string) =>
  `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
const append = (table: string, data: string, more: Json = {}) =>
  api.load(database.id, table, { mode: 'append', data, ...more });
const rows = async (sql: string) => {
  const { status, body } = await api.query(database.id, sql);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

/** 100,000 texts of 40 words: an index of them takes seconds. */
async function loadLongTexts(): Promise<void> {
  const words =
    "array_to_string(list_transform(range(40), x -> 'w' || hash(i * 41 + x) % 5000), ' ')";
  const sql = `SELECT i AS id, ${words} AS note FROM range(100000) t(i)`;
  const { result_id } = (await api.query(database.id, sql, { dialect: 'duckdb' })).body;
  await eventually(async () => {
    const headers = { 'x-database-id': database.id };
    expect((await api.get(`/v1/results/${result_id}?limit=0`, headers)).status).toBe(200);
  });
  expect((await api.load(database.id, 'long', { mode: 'replace', result_id })).status).toBe(200);
}

/** A table of texts that each load embeds. */
async function loadEmbedded(): Promise<void> {
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions: 8 };
  const provider = { name: 'letters', provider_type: 'service', config };
  const { id } = (await api.post('/v1/embedding-providers', provider)).body;
  await api.loadCsv(database.id, 'embedded', 'id,body\n1,one\n');
  const { status } = await api.post(indexesOf('embedded'), {
    ...{ index_name: 'by_letters', index_type: 'vector', columns: ['body'] },
    embedding_provider_id: id,
  });
  expect(status).toBe(201);
}

test('a build that takes long holds back no load and no search', async () => {
  await loadLongTexts();
  await loadEmbedded();
  const index = { index_name: 'words', index_type: 'bm25', columns: ['note'], async: true };
  const job = (await api.post(indexesOf('long'), index)).body.id;
  const statusOf = async (id: string) => (await api.get(`/v1/jobs/${id}`)).body.status;
  const builder = await eventually(() => {
    const [found] = searchWorkersOf(service.pid).filter(readsTable);
    if (found === undefined) throw new Error('nothing is built yet');
    return found;
  });
  process.kill(builder, 'SIGSTOP');
  try {
    expect((await append('plain', 'id\n1\n')).status).toBe(200);
    expect((await append('long', 'id,note\n100000,w1 added\n')).status).toBe(200);
    const loaded = await append('embedded', 'id,body\n2,two\n');
    expect([loaded.status, loaded.body.embedded_row_count]).toEqual([200, 1]);
    const later = (await append('plain', 'id\n2\n', { async: true })).body.id;
    await eventually(async () => expect(await statusOf(later)).toBe('succeeded'));
    expect(await rows("SELECT id FROM vector_search('embedded', 'body', 'two', 1)")).toEqual([[2]]);
    expect(await rows('SELECT sum(id) FROM plain')).toEqual([[3]]);
    expect(await statusOf(job)).toBe('running');
  } finally {
    process.kill(builder, 'SIGCONT');
  }
  await eventually(async () => expect(await statusOf(job)).toBe('succeeded'), 30_000);
  expect(await rows("SELECT id FROM bm25_search('long', 'note', 'added')")).toEqual([[100_000]]);
}, 120_000);

/** Processes that `parent` started for indexes. */
function searchWorkersOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      // The name of the program stands in brackets and may hold spaces.
      const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (
        Number(ppid) === parent &&
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('search-main')
      );
    } catch {
      return false;
    }
  });
}

function readsTable(pid: number): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).includes('/objects/lakes/');
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}
