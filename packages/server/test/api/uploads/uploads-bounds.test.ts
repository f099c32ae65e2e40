import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type RunningService, startService } from '../../service.ts';

const MiB = 2 ** 20;

let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService({
    env: {
      QUERN_UPLOAD_SESSIONS: '100',
      QUERN_UPLOAD_MAX_BYTES: '64MiB',
      QUERN_UPLOAD_PENDING_BYTES: '80MiB',
      QUERN_UPLOAD_SINGLE_MAX_BYTES: '16MiB',
    },
  });
  const { body } = await service.api().post('/v1/workspaces', { name: 'uploads' });
  api = service.api().with({ 'x-workspace-id': body.workspace.public_id });
});
afterAll(() => service.dispose());

test('unfinished uploads are bounded by their bytes, and a finalized one makes room', async () => {
  const first = await api.post('/v1/uploads', { declared_size_bytes: 16 * MiB });
  const stream = await api.post('/v1/uploads', {});
  const mint = (numbers: number[]) =>
    api.post(
      `/v1/uploads/${stream.body.upload_id}/parts`,
      { part_numbers: numbers },
      {
        'x-upload-finalize-token': stream.body.finalize_token,
      },
    );
  expect((await mint([1, 2, 8])).status).toBe(200);
  // Asked for again, or below the highest: no more bytes.
  expect((await mint([8, 3])).status).toBe(200);
  const refused = await api.post('/v1/uploads', { declared_size_bytes: MiB });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'OVERLOADED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.body.error.message).toMatch(
    /may hold 83886080 bytes, and 83886080 are the most; finalize some/,
  );
  const batch = await api.post('/v1/uploads/batch', { uploads: [{ declared_size_bytes: 1 }] });
  expect(batch.status).toBe(429);
  await fetch(first.body.url, { method: 'PUT', body: new Uint8Array(16 * MiB) });
  const token = { 'x-upload-finalize-token': first.body.finalize_token };
  expect((await api.post(`/v1/uploads/${first.body.upload_id}/finalize`, {}, token)).status).toBe(
    200,
  );
  expect((await api.post('/v1/uploads', { declared_size_bytes: MiB })).status).toBe(201);
});

test('and by their number, in each workspace by itself', async () => {
  const most = await api.post('/v1/uploads/batch', {
    uploads: Array.from({ length: 98 }, () => ({})),
  });
  expect(most.status).toBe(201);
  const refused = await api.post('/v1/uploads', {});
  expect([refused.status, refused.body.error.code]).toEqual([429, 'OVERLOADED']);
  expect(refused.body.error.message).toContain('100 unfinished uploads, and 100 are the most');
  const workspaces = (await service.api().get('/v1/workspaces')).body.workspaces as {
    name: string;
    public_id: string;
  }[];
  const other = workspaces.find(({ name }) => name === 'default')?.public_id ?? '';
  expect(
    (await service.api().with({ 'x-workspace-id': other }).post('/v1/uploads', {})).status,
  ).toBe(201);
});
