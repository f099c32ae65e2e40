import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, put, type RunningService, startService } from '../../service.ts';
import { engineLoad, occupyWorkers } from '../occupy-workers.ts';
import { MiB, openSession, tryPut } from '../upload-session.ts';

let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService({
    env: {
      QUERN_UPLOAD_URL_SECONDS: '1',
      QUERN_UPLOAD_SESSION_SECONDS: '3',
      QUERN_UPLOAD_LOAD_WINDOW_SECONDS: '1',
      QUERN_SWEEP_INTERVAL: '1',
    },
  });
  api = service.api();
});

afterAll(() => service.dispose());

const csv = Buffer.from('id,name\n1,Ada\n2,Grace\n');

/** Names of stored files whose path contains the id of an upload or a multipart upload. */
async function filesOf(id: string): Promise<string[]> {
  const entries = await readdir(service.dataDir, { recursive: true });
  return entries.filter((entry) => entry.includes(id));
}

it('mints 100 part URLs in a call, and not 101', async () => {
  const session = await openSession(api, { part_size: 5 * MiB });
  const numbers = Array.from({ length: 101 }, (_, index) => index + 1);
  expect((await session.mint(numbers.slice(0, 100))).body.parts).toHaveLength(100);
  const refused = await session.mint(numbers);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toMatch(/100 at most/);
});

it('refuses an expired part URL with 403, and takes the part at a fresh one', async () => {
  const session = await openSession(api, {});
  const { body } = await session.mint([1]);
  const refused = await eventually(async () => {
    const answer = await tryPut(body.parts[0].url, csv);
    expect(answer.status).toBe(403);
    return answer;
  });
  expect(refused.text).toMatch(/expired/);
  const part = await session.putPart(1, csv);
  expect((await session.finalize({ parts: [part] })).status).toBe(200);
});

it('refuses an expired single URL with 403 and keeps nothing of it', async () => {
  const session = await openSession(api, { declared_size_bytes: csv.length });
  await eventually(async () => expect((await tryPut(session.body.url, csv)).status).toBe(403));
});

it('forgets a session that was not finalized in time, with its bytes', async () => {
  const single = await openSession(api, { declared_size_bytes: csv.length });
  await put(single.body.url, csv);
  const streaming = await openSession(api, {});
  const { body } = await streaming.mint([1]);
  const part = { part_number: 1, e_tag: await put(body.parts[0].url, csv) };
  const multipart = new URL(body.parts[0].url).searchParams.get('multipart_id') ?? '';
  expect(await filesOf(single.id)).not.toEqual([]);
  expect(await filesOf(multipart)).not.toEqual([]);
  await eventually(async () => {
    expect((await single.mint([1])).status).toBe(404);
    expect((await streaming.mint([1])).status).toBe(404);
  });
  expect((await single.finalize({})).status).toBe(404);
  expect((await streaming.finalize({ parts: [part] })).status).toBe(404);
  await eventually(async () => {
    expect(await filesOf(single.id)).toEqual([]);
    expect(await filesOf(multipart)).toEqual([]);
  });
});

it('deletes a finalized upload that nobody loads; a load of it is 404 and makes no table', async () => {
  const database = await api.createDatabase();
  const upload = await api.upload(csv);
  expect(await filesOf(upload)).not.toEqual([]);
  await eventually(async () => expect(await filesOf(upload)).toEqual([]));
  const late = await api.load(database.id, 't', { upload_id: upload });
  expect(late.status).toBe(404);
  const { body } = await api.get(
    `/v1/information_schema?connection_id=${database.default_connection_id}`,
  );
  expect(body.tables).toEqual([]);
});

it('keeps the table of a loaded upload when the upload is swept away', async () => {
  const database = await api.createDatabase();
  const upload = await api.upload(csv);
  expect((await api.load(database.id, 't', { upload_id: upload })).status).toBe(200);
  await eventually(async () => expect(await filesOf(upload)).toEqual([]));
  const { body } = await api.query(database.id, 'SELECT name FROM t ORDER BY id');
  expect(body.rows).toEqual([['Ada'], ['Grace']]);
});

it('leaves an upload alone that is being loaded when its time ends', async () => {
  const database = await api.createDatabase();
  const release = await occupyWorkers(service, database.id, 2);
  const upload = await api.upload(csv);
  const load = api.load(database.id, 't', { upload_id: upload });
  await eventually(async () => expect((await engineLoad(service)).queued).toBe(1));
  const later = await api.upload(csv);
  await eventually(async () => expect(await filesOf(later)).toEqual([]));
  expect(await filesOf(upload)).not.toEqual([]);
  await release();
  expect((await load).body).toMatchObject({ row_count: 2 });
});
