import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let api: Api;
let good: string;
let bad: string;

beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
  const { id } = await api.createDatabase();
  good = (await api.load(id, 'good', { data: 'a\n1\n2\n', async: true })).body.id;
  bad = (await api.load(id, 'bad', { data: 'a,b\n1\n', async: true })).body.id;
  await eventually(async () => {
    for (const job of [good, bad])
      expect((await api.get(`/v1/jobs/${job}`)).body.completed_at).not.toBeNull();
  });
});

const ids = async (query = '') =>
  (await api.get(`/v1/jobs${query}`)).body.jobs.map((job: Json) => job.id);

describe('jobs', () => {
  test('a finished load has the shape that the typed clients decode', async () => {
    const { status, body } = await api.get(`/v1/jobs/${good}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: good,
      job_type: 'managed_load',
      status: 'succeeded',
      attempts: 1,
      created_at: expect.stringMatching(/Z$/),
      completed_at: expect.stringMatching(/Z$/),
      error_message: null,
      result: expect.objectContaining({ schema_name: 'main', table_name: 'good', row_count: 2 }),
    });
  });

  test('a failed one says why, and has no result', async () => {
    const { body } = await api.get(`/v1/jobs/${bad}`);
    expect(body).toMatchObject({
      status: 'failed',
      result: null,
      error_message: expect.stringMatching(/Line 2 /),
    });
  });

  test('the list has them newest first and no paging envelope, and no maintenance sweep', async () => {
    const { status, body } = await api.get('/v1/jobs');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['jobs']);
    expect(await ids()).toEqual([bad, good]);
  });

  test.each([
    ['?status=succeeded', () => [good]],
    ['?status=failed', () => [bad]],
    ['?status=succeeded,failed', () => [bad, good]],
    ['?status=pending,running,partially_succeeded', () => []],
    ['?job_type=managed_load', () => [bad, good]],
    ['?job_type=noop', () => []],
    ['?job_type=table_constants_update', () => []],
    ['?job_type=database_fork', () => []],
    ['?job_type=data_refresh_table', () => []],
    ['?job_type=managed_load&status=failed', () => [bad]],
    ['?limit=1', () => [bad]],
    ['?limit=1&offset=1', () => [good]],
    ['?offset=2', () => []],
    ['?limit=99999999999999999999', () => [bad, good]],
  ])('%s filters', async (query, expected) => {
    expect(await ids(query)).toEqual(expected());
  });

  test('a job of a type that some clients only know is listed when it is asked for by its type', async () => {
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    const retype = metadata.prepare('UPDATE jobs SET job_type = ? WHERE id = ?');
    try {
      for (const type of [
        'data_refresh_table',
        'data_refresh_connection',
        'table_constants_update',
        'database_fork',
      ]) {
        retype.run(type, bad);
        expect(await ids()).toEqual([good]);
        expect(await ids('?status=failed')).toEqual([]);
        expect(await ids(`?job_type=${type}`)).toEqual([bad]);
      }
    } finally {
      retype.run('managed_load', bad);
      metadata.close();
    }
  });

  test('an unknown job is 404, and so is one of another workspace', async () => {
    const home = service.workspaceId;
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const stranger = api.with({ 'x-workspace-id': body.workspace.public_id });
    expect((await stranger.get('/v1/jobs')).body.jobs).toEqual([]);
    const answers = [
      await stranger.get(`/v1/jobs/${good}`),
      ...(await Promise.all(
        ['jobq00000000000000000000000000', 'x', '%00', "'"].map((id) =>
          api.get(`/v1/jobs/${id}`, { 'x-workspace-id': home }),
        ),
      )),
    ];
    for (const answer of answers)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});
