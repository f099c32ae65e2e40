import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';

let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService();
  api = service.api();
});
afterAll(() => service.dispose());

const total = async (filter = '') => (await api.get(`/v1/databases/count?${filter}`)).body.total;
const batch = async (id: string) => (await api.get(`/v1/databases/bulk/${id}`)).body;

async function start(body: object): Promise<Json> {
  const answer = await api.post('/v1/databases/bulk', body);
  expect([answer.status, answer.body.error ?? null]).toEqual([202, null]);
  return answer.body;
}

/** The ended job. */
const ended = (made: Json) =>
  eventually(async () => {
    const { body } = await api.get(`/v1/jobs/${made.job_id}`);
    expect(['succeeded', 'partially_succeeded', 'failed']).toContain(body.status);
    return body;
  });

async function fill(body: object): Promise<Json> {
  const made = await start(body);
  expect((await ended(made)).status).toBe('succeeded');
  return made;
}

async function walk(query: string): Promise<Json[]> {
  const seen: Json[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(
      `/v1/databases?limit=100&${query}${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.databases);
    if (!body.has_more) return seen;
    cursor = body.next_cursor;
  }
}

describe('a batch', () => {
  test('is accepted at once, fills, and its job tells the result in the shape of the typed clients', async () => {
    const answer = await api.post('/v1/databases/bulk', {
      count: 230,
      name_template: 'user-{index}',
      expires_at: '7d',
    });
    expect(answer.status).toBe(202);
    const made = answer.body;
    expect(made).toEqual({
      batch_id: expect.stringMatching(/^[0-9a-z]{26}$/),
      count: 230,
      created_count: 0,
      cancel_requested: false,
      expires_at: expect.stringMatching(/Z$/),
      job_id: expect.stringMatching(/^jobq/),
      status_url: `/v1/jobs/${made.job_id}`,
    });
    expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    const job = await ended(made);
    expect(job).toMatchObject({
      job_type: 'bulk_create_databases',
      status: 'succeeded',
      error_message: null,
    });
    expect(job.result).toEqual({
      batch_id: made.batch_id,
      requested: 230,
      created: 230,
      cancelled: false,
    });
    expect(await batch(made.batch_id)).toEqual({ ...made, created_count: 230 });
    expect((await api.get('/v1/jobs?job_type=bulk_create_databases')).body.jobs[0].id).toBe(
      made.job_id,
    );

    const listed = await walk(`batch=${made.batch_id}`);
    const ids = listed.map((row) => row.id);
    expect(ids).toEqual([...new Set(ids)].sort());
    const suffix = made.batch_id.slice(0, 6);
    const labels = Array.from(
      { length: 230 },
      (_, index) => `user-${String(index).padStart(3, '0')}-${suffix}`,
    );
    expect(listed.map((row) => row.name).sort()).toEqual(labels);
    expect(new Set(listed.map((row) => row.expires_at))).toEqual(new Set([made.expires_at]));
    expect(await total(`batch=${made.batch_id}`)).toBe(230);
    expect(await total(`batch=${made.batch_id}&search=USER-22`)).toBe(10);
    expect((await api.get('/v1/databases?search=user-1&limit=100')).body.count).toBe(100);
    expect((await api.get(`/v1/databases/by-name?name=user-007-${suffix}`)).status).toBe(200);
  });

  test('gives every database the catalog, schemas and tables of the template, and each can be used', async () => {
    const made = await fill({
      count: 3,
      default_catalog: 'shop',
      schemas: [{ name: 'Sales', tables: [{ name: 'Orders', key: ['id'] }] }],
    });
    const listed = await walk(`batch=${made.batch_id}`);
    expect(listed.map((row) => [row.default_catalog, row.default_schema, row.expires_at])).toEqual(
      Array(3).fill(['shop', 'sales', null]),
    );
    for (const { id, name } of listed) {
      expect(name).toBe(`database-${id.slice(-8)}`);
      expect(
        (await api.post(`/v1/databases/${id}/schemas/sales/tables`, { name: 'orders' })).status,
      ).toBe(409);
      expect((await api.load(id, 'orders', { data: 'id\n1\n' }, 'sales')).status).toBe(200);
      expect((await api.query(id, 'SELECT id FROM shop.sales.orders')).body.rows).toEqual([[1]]);
    }
  });

  test('treats null as absent', async () => {
    const made = await fill({
      count: 1,
      name_template: null,
      idempotency_key: null,
      expires_at: null,
      default_catalog: null,
      default_schema: null,
    });
    expect(made.expires_at).toBeNull();
    expect(await total(`batch=${made.batch_id}`)).toBe(1);
  });

  test('of ten thousand advances while it fills, and other requests are answered meanwhile', async () => {
    const made = await start({ count: 10_000, name_template: '{index}' });
    const counts = new Set<number>();
    await eventually(async () => {
      const { created_count: count } = await batch(made.batch_id);
      counts.add(count);
      expect(count).toBe(10_000);
    }, 60_000);
    expect(counts.size).toBeGreaterThan(3);
    expect((await ended(made)).result.created).toBe(10_000);
    expect(await total(`batch=${made.batch_id}`)).toBe(10_000);
    expect(await total(`batch=${made.batch_id}&search=9999-`)).toBe(1);
    const page = await api.get(`/v1/databases?batch=${made.batch_id}&limit=100`);
    expect(page.body).toMatchObject({ count: 100, has_more: true });
    const deleted = await api.delete(`/v1/databases/bulk/${made.batch_id}`);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { batch_id: made.batch_id, deleted_count: 10_000 },
    ]);
    expect(await total(`batch=${made.batch_id}`)).toBe(0);
  }, 120_000);

  test('of another workspace is not seen', async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const id = body.workspace.public_id;
    const home = (await api.get('/v1/workspaces')).body.workspaces.find(
      (row: Json) => row.name === 'default',
    ).public_id;
    const [stranger, own] = [
      api.with({ 'x-workspace-id': id }),
      api.with({ 'x-workspace-id': home }),
    ];
    const made = (await own.post('/v1/databases/bulk', { count: 2, idempotency_key: 'shared' }))
      .body;
    await eventually(async () =>
      expect((await own.get(`/v1/databases/bulk/${made.batch_id}`)).body.created_count).toBe(2),
    );
    expect((await stranger.get(`/v1/databases/bulk/${made.batch_id}`)).status).toBe(404);
    expect((await stranger.delete(`/v1/databases/bulk/${made.batch_id}`)).status).toBe(404);
    expect((await stranger.get(`/v1/jobs/${made.job_id}`)).status).toBe(404);
    expect((await stranger.get(`/v1/databases?batch=${made.batch_id}`)).body.databases).toEqual([]);
    const other = await stranger.post('/v1/databases/bulk', {
      count: 1,
      idempotency_key: 'shared',
    });
    expect([other.status, other.body.batch_id === made.batch_id]).toEqual([202, false]);
    await api.delete(`/v1/workspaces/${id}`);
  });
});

describe('an idempotency key', () => {
  test('answers the original batch, whatever else the repeat says', async () => {
    const made = await fill({ count: 4, name_template: 'k{index}', idempotency_key: 'again' });
    const before = await total();
    const again = await start({
      count: 9,
      name_template: 'other {index}',
      expires_at: '1h',
      idempotency_key: 'again',
    });
    expect(again).toEqual({ ...made, created_count: 4 });
    expect(await total()).toBe(before);
    expect((await api.get('/v1/jobs?job_type=bulk_create_databases&limit=1')).body.jobs[0].id).toBe(
      made.job_id,
    );
  });

  test('is 409 while its batch is running, naming it, and free again once the batch is deleted', async () => {
    const made = await start({ count: 3_000, idempotency_key: 'busy' });
    const repeat = await api.post('/v1/databases/bulk', { count: 3_000, idempotency_key: 'busy' });
    expect([repeat.status, repeat.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(repeat.body.error.message).toBe(
      `A batch with the idempotency key 'busy' is already running: '${made.batch_id}'; ask for that one`,
    );
    expect((await api.delete(`/v1/databases/bulk/${made.batch_id}`)).status).toBe(200);
    const fresh = await fill({ count: 1, idempotency_key: 'busy' });
    expect(fresh.batch_id).not.toBe(made.batch_id);
  });

  test('sent by ten callers at once makes one batch', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.post('/v1/databases/bulk', { count: 5, idempotency_key: 'raced' }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(new Set(accepted.map(({ body }) => body.batch_id)).size).toBe(1);
    for (const { status } of answers) expect([202, 409]).toContain(status);
    await ended(accepted[0]?.body);
    expect(await total(`batch=${accepted[0]?.body.batch_id}`)).toBe(5);
  });
});

describe('deleting a batch', () => {
  test('removes its databases and the batch, and nothing else; declared tables do not block', async () => {
    const bystander = await api.createDatabase({ name: 'bystander' });
    const made = await fill({ count: 250, schemas: [{ name: 'main', tables: [{ name: 't' }] }] });
    const listed = await walk(`batch=${made.batch_id}`);
    expect((await api.delete(`/v1/databases/${listed[0]?.id}`)).status).toBe(204);
    expect(await batch(made.batch_id)).toMatchObject({ created_count: 250 });
    const before = await total();
    const deleted = await api.delete(`/v1/databases/bulk/${made.batch_id}`);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { batch_id: made.batch_id, deleted_count: 249 },
    ]);
    expect(await total()).toBe(before - 249);
    expect((await api.get(`/v1/databases/${listed[1]?.id}`)).status).toBe(404);
    expect((await api.query(listed[2]?.id, 'SELECT 1')).status).toBe(404);
    expect((await api.get(`/v1/databases/${bystander.id}`)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) {
      expect((await api.request(method, `/v1/databases/bulk/${made.batch_id}`)).status).toBe(404);
    }
    expect((await api.get(`/v1/jobs/${made.job_id}`)).body.status).toBe('succeeded');
  });

  test('with loaded data in it is 409 and keeps all, until those databases are deleted', async () => {
    const made = await fill({ count: 5 });
    const listed = await walk(`batch=${made.batch_id}`);
    for (const { id } of listed.slice(3)) await api.loadCsv(id, 't', 'a\n1\n');
    const refused = await api.delete(`/v1/databases/bulk/${made.batch_id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toMatch(
      /^2 databases of batch '.*' hold loaded data; delete those one at a time/,
    );
    expect(await batch(made.batch_id)).toEqual({ ...made, created_count: 5 });
    expect(await total(`batch=${made.batch_id}`)).toBe(5);
    for (const { id } of listed.slice(3)) {
      expect((await api.query(id, 'SELECT a FROM t')).body.rows).toEqual([[1]]);
      expect((await api.delete(`/v1/databases/${id}`)).status).toBe(204);
    }
    expect((await api.delete(`/v1/databases/bulk/${made.batch_id}`)).body.deleted_count).toBe(3);
  });

  test('while it fills stops it, and its job tells how far it came', async () => {
    const made = await start({ count: 10_000 });
    const count = await eventually(async () => {
      const { created_count } = await batch(made.batch_id);
      expect(created_count).toBeGreaterThan(0);
      return created_count;
    });
    const deleted = await api.delete(`/v1/databases/bulk/${made.batch_id}`);
    expect(deleted.status).toBe(200);
    expect(deleted.body.deleted_count).toBeGreaterThanOrEqual(count);
    const job = await ended(made);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: {
        batch_id: made.batch_id,
        requested: 10_000,
        created: deleted.body.deleted_count,
        cancelled: true,
      },
    });
    expect(await total(`batch=${made.batch_id}`)).toBe(0);
  });

  test('while it fills, with loaded data, is 409: it stays stopped and keeps what it made', async () => {
    const made = await start({ count: 10_000 });
    const first = await eventually(async () => {
      const { body } = await api.get(`/v1/databases?batch=${made.batch_id}&limit=1`);
      expect(body.count).toBe(1);
      return body.databases[0].id;
    });
    await api.loadCsv(first, 't', 'a\n1\n');
    const refused = await api.delete(`/v1/databases/bulk/${made.batch_id}`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^1 database of batch '.*' holds loaded data/),
    ]);
    const job = await ended(made);
    const state = await batch(made.batch_id);
    expect(state).toMatchObject({ cancel_requested: true, created_count: job.result.created });
    expect(job.result.cancelled).toBe(true);
    expect(job.result.created).toBeLessThan(10_000);
    expect(await total(`batch=${made.batch_id}`)).toBe(job.result.created);
    expect((await api.delete(`/v1/databases/${first}`)).status).toBe(204);
    expect((await api.delete(`/v1/databases/bulk/${made.batch_id}`)).body.deleted_count).toBe(
      job.result.created - 1,
    );
  });
});

describe('wrong requests', () => {
  test.each(['nope', '%00', "'--", '..%2f..', 'k%C3%A4se'])(
    'a batch of id %s is 404',
    async (id) => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await api.request(method, `/v1/databases/bulk/${id}`);
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
    },
  );

  test('a database token may not, a read-only one may look', async () => {
    const { id } = await api.createDatabase();
    const made = await fill({ count: 1 });
    const limited = await api.post('/v1/tokens', { kind: 'database', database_id: id });
    const reading = await api.post('/v1/tokens', { kind: 'workspace', read_only: true });
    const tries = async (token: string) => {
      const caller = service.api(token);
      return [
        (await caller.post('/v1/databases/bulk', { count: 1 })).status,
        (await caller.get(`/v1/databases/bulk/${made.batch_id}`)).status,
        (await caller.delete(`/v1/databases/bulk/${made.batch_id}`)).status,
      ];
    };
    expect(await tries(limited.body.token)).toEqual([403, 403, 403]);
    expect(await tries(reading.body.token)).toEqual([403, 200, 403]);
  });
});
