import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { engineLoad, occupyWorkers } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** No endpoint shows a table's lock, so the test reads the metadata. */
let metadata: Database.Database;
/** Takes some hundred milliseconds to load: long enough to be met while it runs. */
let longCsv: Buffer;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  database = await api.createDatabase();
  metadata = new Database(`${service.dataDir}/quern.db`, { readonly: true });
  const lines = Array.from(
    { length: 600_000 },
    (_, index) => `${index},name ${index},${index / 8},2024-01-31`,
  );
  longCsv = Buffer.from(`id,name,share,day\n${lines.join('\n')}\n`);
});

afterAll(async () => {
  metadata.close();
  await service.dispose();
});

const people = 'id,name\n1,Ada\n2,Grace\n';

const count = async (table: string) => {
  const { body } = await api.query(database.id, `SELECT count(*) FROM ${table}`);
  return body.rows?.[0]?.[0] ?? body.error.message;
};

function endOf(id: string): Promise<Json> {
  return eventually(async () => {
    const { body } = await api.get(`/v1/jobs/${id}`);
    expect(['succeeded', 'failed', 'partially_succeeded']).toContain(body.status);
    return body;
  });
}

/** Resolves when a load holds the table's lock. */
const isLoading = (table: string) =>
  eventually(() => {
    const name = `load:${database.default_connection_id}/main.${table}`;
    const held = metadata
      .prepare('SELECT 1 FROM locks WHERE name = ? AND expires_at > ?')
      .get(name, Date.now());
    expect(held).toBeDefined();
  });

describe('an asynchronous load', () => {
  it.each([
    [
      'a type that is none',
      { id: 'NUMBER', name: 'TEXT' },
      "Column 'id' is declared as 'NUMBER', which is no type for CSV data; use one of VARCHAR, ",
    ],
    [
      'a precision of 39',
      { id: { type: 'DECIMAL', precision: 39 }, name: 'TEXT' },
      'a precision of 1 to 38',
    ],
    [
      'a scale alone',
      { id: { type: 'DECIMAL', scale: 2 }, name: 'TEXT' },
      "a 'scale' needs a 'precision'",
    ],
  ])(
    'that is wrong by itself is refused at once and makes no job: %s',
    async (_what, columns, message) => {
      const jobs = async () => (await api.get('/v1/jobs?limit=1000')).body.jobs.length;
      const before = await jobs();
      const { status, body } = await api.load(database.id, 'wrong', {
        data: people,
        columns,
        async: true,
      });
      expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.error.message).toContain(message);
      expect(await jobs()).toBe(before);
    },
  );

  it('answers 202 with a managed_load job whose result is the load answer and nothing else', async () => {
    const { status, body } = await api.load(database.id, 'later', { data: people, async: true });
    expect(status).toBe(202);
    expect(Object.keys(body).sort()).toEqual(['id', 'status', 'status_url']);
    expect(['pending', 'running']).toContain(body.status);
    expect(body.status_url).toBe(`/v1/jobs/${body.id}`);
    const job = await endOf(body.id);
    expect(job).toMatchObject({
      id: body.id,
      job_type: 'managed_load',
      status: 'succeeded',
      attempts: 1,
    });
    expect(job.error_message ?? null).toBeNull();
    expect(Date.parse(job.completed_at)).toBeGreaterThanOrEqual(Date.parse(job.created_at));
    expect(Object.keys(job.result).sort()).toEqual([
      'arrow_schema_json',
      'connection_id',
      'row_count',
      'schema_name',
      'table_name',
    ]);
    expect(job.result).toMatchObject({ table_name: 'later', row_count: 2 });
    expect(await count('later')).toBe(2);
  });

  it('is in the job list, under its type and status', async () => {
    const { body } = await api.load(database.id, 'listed', { data: people, async: true });
    await endOf(body.id);
    const listed = await api.get('/v1/jobs?job_type=managed_load&status=succeeded');
    expect(listed.body.jobs.map((job: Json) => job.id)).toContain(body.id);
    expect((await api.get('/v1/jobs?job_type=create_index')).body.jobs).toEqual([]);
  });

  it('answers 200 with the load answer when it ends within async_after_ms', async () => {
    const { status, body } = await api.load(database.id, 'soon', {
      data: people,
      async: true,
      async_after_ms: 30_000,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ table_name: 'soon', row_count: 2 });
    expect(await count('soon')).toBe(2);
  });

  it('answers 202 when it does not end within async_after_ms, and goes on', async () => {
    const release = await occupyWorkers(service, database.id, 2);
    const request = { data: people, async: true, async_after_ms: 1000 };
    const { status, body } = await api.load(database.id, 'slow', request);
    expect(status).toBe(202);
    await release();
    expect(await endOf(body.id)).toMatchObject({ status: 'succeeded', result: { row_count: 2 } });
    expect(await count('slow')).toBe(2);
  });

  it('tells what can be told at once with its own status, and makes no job', async () => {
    const before = (await api.get('/v1/jobs?limit=1000')).body.jobs.length;
    const unknown = await api.load(database.id, 'x', { upload_id: 'upld_nothing', async: true });
    expect(unknown.status).toBe(404);
    expect((await api.load(database.id, 'x', { async: true })).status).toBe(400);
    expect((await api.get('/v1/jobs?limit=1000')).body.jobs).toHaveLength(before);
  });

  it('whose file is bad ends as a failed job with the reason, a null result and no table', async () => {
    const { body } = await api.load(database.id, 'broken', { data: 'a,b\n1\n', async: true });
    const job = await endOf(body.id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1 });
    expect(job.error_message).toMatch(/line 2/i);
    expect(job.result ?? null).toBeNull();
    expect(await count('broken')).toMatch(/not found/);
  });

  it('repeated with the same upload loads once, however the two overlap', async () => {
    const upload = await api.upload(Buffer.from(people));
    const request = { mode: 'append', upload_id: upload, async: true };
    const submitted = await Promise.all(
      [1, 2, 3].map(() => api.load(database.id, 'overlapping', request)),
    );
    for (const { body } of submitted)
      expect(await endOf(body.id)).toMatchObject({ result: { row_count: 2 } });
    expect(await count('overlapping')).toBe(2);
  });

  it('goes on when its client goes away', async () => {
    const upload = await api.upload(longCsv);
    const leaving = new AbortController();
    const request = fetch(
      `${service.origin}/v1/databases/${database.id}/schemas/main/tables/departed/loads`,
      {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          mode: 'replace',
          upload_id: upload,
          async: true,
          async_after_ms: 60_000,
        }),
      },
    );
    await isLoading('departed');
    leaving.abort();
    await expect(request).rejects.toThrow();
    await eventually(async () => expect(await count('departed')).toBe(600_000));
  });
});

test('writers that meet wait for each other', async () => {
  await api.loadCsv(database.id, 'met', 'id\n');
  const writer = async (first: number) => {
    for (let load = 0; load < 4; load++) {
      const { status, body } = await api.load(database.id, 'met', {
        mode: 'append',
        data: `id\n${first + load}\n`,
      });
      expect(status, JSON.stringify(body)).toBe(200);
    }
  };
  await Promise.all([0, 4, 8, 12, 16, 20].map(writer));
  expect(await count('met')).toBe(24);
});

describe('two loads of one table', () => {
  it('one of them is 409 RESOURCE_LOCKED with whole seconds in Retry-After, and may be sent again', async () => {
    const release = await occupyWorkers(service, database.id, 2);
    const first = api.load(database.id, 'contended', { data: people });
    await isLoading('contended');
    const path = `/v1/connections/${database.default_connection_id}/schemas/main/tables/Contended/loads`;
    const refusals = [
      await api.load(database.id, 'contended', { mode: 'append', data: people }),
      await api.post(path, { mode: 'replace', data: people }),
    ];
    for (const { status, body, headers } of refusals) {
      expect(status).toBe(409);
      expect(body.error.code).toBe('RESOURCE_LOCKED');
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    await release();
    expect((await first).status).toBe(200);
    expect(
      (await api.load(database.id, 'contended', { mode: 'append', data: people })).body.row_count,
    ).toBe(4);
  });

  it('do not hinder loads of other tables, nor queries of this one', async () => {
    await api.loadCsv(database.id, 'busy', people);
    const upload = await api.upload(longCsv);
    const long = api.load(database.id, 'busy', { upload_id: upload });
    await isLoading('busy');
    expect(await count('busy')).toBe(2);
    expect((await api.load(database.id, 'beside', { data: people })).status).toBe(200);
    expect((await long).status).toBe(200);
    expect(await count('busy')).toBe(600_000);
  });

  it('of which one is asynchronous wait for each other: the job tries again', async () => {
    const release = await occupyWorkers(service, database.id, 2);
    const first = api.load(database.id, 'queued', { data: 'id,name\n9,Eve\n' });
    await isLoading('queued');
    const { body } = await api.load(database.id, 'queued', {
      mode: 'append',
      data: people,
      async: true,
    });
    await eventually(async () => {
      const { status, attempts } = (await api.get(`/v1/jobs/${body.id}`)).body;
      expect([status, attempts > 0]).toEqual(['pending', true]);
    });
    await release();
    expect((await first).status).toBe(200);
    expect(await endOf(body.id)).toMatchObject({ status: 'succeeded', result: { row_count: 3 } });
  });

  it('of which all are asynchronous and short are one attempt each', async () => {
    // A job waits an eighth of it, here longer than any load takes on a busy machine.
    const patient = await startService({ env: { QUERN_LOAD_WAIT_MS: '60000' } });
    try {
      const own = patient.api();
      const { id } = await own.createDatabase();
      const body = { mode: 'append', data: people, async: true };
      const asked = await Promise.all(Array.from({ length: 24 }, () => own.load(id, 'met', body)));
      for (const { body: submitted } of asked)
        await eventually(async () =>
          expect((await own.get(`/v1/jobs/${submitted.id}`)).body).toMatchObject({
            status: 'succeeded',
            attempts: 1,
          }),
        );
    } finally {
      await patient.dispose();
    }
  });

  it('of one upload into two tables: one is loaded, the other is 409', async () => {
    const upload = await api.upload(Buffer.from(people));
    const release = await occupyWorkers(service, database.id, 2);
    const first = api.load(database.id, 'one_of_two', { upload_id: upload });
    await isLoading('one_of_two');
    await eventually(async () => expect((await engineLoad(service)).queued).toBe(1));
    const second = await api.load(database.id, 'other_of_two', { upload_id: upload });
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    await release();
    expect((await first).status).toBe(200);
    expect(await count('other_of_two')).toMatch(/not found/);
  });

  it('sent at the same moment many times lose nothing: those that are accepted are there', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        api.load(database.id, 'raced', { mode: 'append', data: `n\n${index}\n` }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await count('raced')).toBe(accepted);
  });
});

describe('a load whose job is cancelled', () => {
  it('leaves the table as it was, is failed with that reason, and the upload can be loaded again', async () => {
    await api.loadCsv(database.id, 'cancelled', people);
    const upload = await api.upload(longCsv);
    const { body: job } = await api.load(database.id, 'cancelled', {
      upload_id: upload,
      async: true,
    });
    await isLoading('cancelled');
    const { status, body } = await api.post(`/v1/jobs/${job.id}/cancel`, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: job.id,
      status: 'failed',
      error_message: 'The job was cancelled',
      result: null,
    });
    await eventually(async () => {
      expect(
        (await api.load(database.id, 'cancelled', { mode: 'append', data: people })).status,
      ).toBe(200);
    });
    expect(await count('cancelled')).toBe(4);
    expect((await api.load(database.id, 'cancelled', { upload_id: upload })).status).toBe(200);
    expect(await count('cancelled')).toBe(600_000);
  });

  it('where it waits for others never begins; one that has ended stays as it is', async () => {
    const release = await occupyWorkers(service, database.id, 2);
    const { body: waiting } = await api.load(database.id, 'never', { data: people, async: true });
    expect((await api.post(`/v1/jobs/${waiting.id}/cancel`, {})).body.status).toBe('failed');
    await release();
    expect(await count('never')).toMatch(/not found/);
    const { body: job } = await api.load(database.id, 'ended', { data: people, async: true });
    const ended = await endOf(job.id);
    expect((await api.post(`/v1/jobs/${job.id}/cancel`, {})).body).toEqual(ended);
    expect(await count('ended')).toBe(2);
  });
});

describe('a synchronous load whose client goes away', () => {
  it('is abandoned: the table stays as it was and is free, and the upload can be loaded', async () => {
    await api.loadCsv(database.id, 'abandoned', people);
    const upload = await api.upload(longCsv);
    const leaving = new AbortController();
    const request = fetch(
      `${service.origin}/v1/databases/${database.id}/schemas/main/tables/abandoned/loads`,
      {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ mode: 'replace', upload_id: upload }),
      },
    );
    await isLoading('abandoned');
    leaving.abort();
    await expect(request).rejects.toThrow();
    await eventually(async () => {
      expect(
        (await api.load(database.id, 'abandoned', { mode: 'append', data: people })).status,
      ).toBe(200);
    });
    expect(await count('abandoned')).toBe(4);
    expect((await api.load(database.id, 'abandoned', { upload_id: upload })).status).toBe(200);
    expect(await count('abandoned')).toBe(600_000);
  });
});

describe('a table that is deleted while it is being loaded', () => {
  it('is gone, and the load is 404: it makes no table of what was deleted', async () => {
    await api.loadCsv(database.id, 'doomed', people);
    const upload = await api.upload(Buffer.from(people));
    const release = await occupyWorkers(service, database.id, 2);
    const load = api.load(database.id, 'doomed', { upload_id: upload });
    await eventually(async () => expect((await engineLoad(service)).queued).toBe(1));
    expect(
      (await api.delete(`/v1/databases/${database.id}/schemas/main/tables/doomed`)).status,
    ).toBe(204);
    await release();
    expect(await load).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringMatching(/deleted/) } },
    });
    expect(await count('doomed')).toMatch(/not found/);
    expect((await api.load(database.id, 'doomed', { upload_id: upload })).status).toBe(200);
  });

  it.each(['database', 'connection'])(
    'or its %s is: the load is 404, and the upload can be loaded elsewhere',
    async (owner) => {
      const ofDatabase = owner === 'database';
      const made = ofDatabase
        ? await api.createDatabase()
        : (
            await api.post('/v1/connections', {
              name: 'doomed',
              source_type: 'managed',
              config: {},
            })
          ).body;
      const path = `/v1/${owner}s/${made.id}`;
      const upload = await api.upload(Buffer.from(people));
      const release = await occupyWorkers(service, database.id, 2);
      const load = api.post(`${path}/schemas/main/tables/t/loads`, {
        mode: 'replace',
        upload_id: upload,
      });
      await eventually(async () => expect((await engineLoad(service)).queued).toBe(1));
      expect((await api.delete(path)).status).toBe(204);
      await release();
      expect(await load).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
      expect(
        (await api.load(database.id, `elsewhere_${owner}`, { upload_id: upload })).status,
      ).toBe(200);
    },
  );
});
