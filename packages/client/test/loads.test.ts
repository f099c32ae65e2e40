import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';
import { type RunningService, startService, testToken } from '../../server/test/service.ts';
import {
  type Client,
  createClient,
  type Database,
  QuernError,
  UploadInterrupted,
} from '../src/index.ts';

let service: RunningService;
let client: Client;
let database: Database;
const mebibyte = 2 ** 20;

beforeAll(async () => {
  service = await startService({ env: { QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB' } });
  client = createClient({ url: service.origin, token: testToken });
  database = client.database((await client.databases.create({})).id);
});
afterAll(() => service.dispose());

/** CSV of one column with the given number of bytes. */
function csvOf(bytes: number): Uint8Array {
  const line = `${'7'.repeat(99)}\n`;
  return new TextEncoder().encode(`wide\n${line.repeat(Math.ceil(bytes / line.length))}`);
}

async function rowsOf(table: string): Promise<unknown[]> {
  return (await database.query(`SELECT * FROM ${table} ORDER BY 1`)).rows;
}

/** A client whose PUTs fail by `fails`, before or after sending. */
function flakyClient(fails: (put: number) => 'before' | 'after' | null): Client {
  let puts = 0;
  return createClient({
    url: service.origin,
    token: testToken,
    retries: 1,
    fetch: async (input, init) => {
      if (init?.method !== 'PUT') return fetch(input, init);
      puts += 1;
      const how = fails(puts);
      if (how === 'before') throw new TypeError('fetch failed');
      const response = await fetch(input, init);
      if (how === 'after') throw new TypeError('terminated');
      return response;
    },
  });
}

/** Outcome of the stopped upload. */
async function interruption(upload: Promise<unknown>): Promise<UploadInterrupted> {
  const error = await upload.catch((reason: unknown) => reason);
  if (!(error instanceof UploadInterrupted)) throw error;
  return error;
}

describe('an upload', () => {
  it('takes bytes, texts, blobs and streams, and tells its progress', async () => {
    const bytes = csvOf(12 * mebibyte);
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 700_001) yield bytes.subarray(at, at + 700_001);
    }
    const sources = [
      bytes,
      new Blob([bytes as Uint8Array<ArrayBuffer>]),
      chunks(),
      new Blob(['a\n1\n']).stream(),
      Readable.from([Buffer.from('a\n'), Buffer.from('1\n')]),
      'a\n1\n',
    ];
    const sizes: number[] = [];
    for (const source of sources) {
      const sent: number[] = [];
      const done = await client.upload(source, {
        partSize: 5 * mebibyte,
        onProgress: ({ sentBytes }) => sent.push(sentBytes),
      });
      expect(done.status).toBe('ready');
      expect(sent.at(0)).toBe(0);
      expect(sent.at(-1)).toBe(done.size_bytes);
      sizes.push(done.size_bytes);
    }
    expect(sizes).toEqual([bytes.length, bytes.length, bytes.length, 4, 4, 4]);
  });

  it('is refused where the bytes are not those of the checksum', async () => {
    const bytes = randomBytes(1000);
    const digest = createHash('sha256').update(bytes).digest('hex');
    await expect(client.upload(bytes, { checksum: digest })).resolves.toMatchObject({
      size_bytes: 1000,
    });
    await expect(client.upload(randomBytes(1000), { checksum: digest })).rejects.toThrow(
      'checksum',
    );
    // The client's own digest is compared too, and differs for bytes changed on the way.
    const altering = createClient({
      url: service.origin,
      token: testToken,
      fetch: (input, init) =>
        fetch(input, init?.method === 'PUT' ? { ...init, body: randomBytes(1000) } : init),
    });
    await expect(altering.upload(bytes)).rejects.toThrow('checksum');
  });

  it('sends a part again whose connection was lost, before or after it came', async () => {
    const bytes = csvOf(16 * mebibyte);
    const flaky = flakyClient((put) => (put === 2 ? 'before' : put === 3 ? 'after' : null));
    const { upload_id } = await flaky.upload(bytes, { partSize: 5 * mebibyte });
    await database.load('wide', { uploadId: upload_id }, { mode: 'replace' });
    const { rows } = await database.query('SELECT count(*)::int AS n FROM wide');
    expect(rows).toEqual([{ n: Math.ceil((16 * mebibyte) / 100) }]);
  });

  it('goes on in another client where it stopped', async () => {
    const bytes = csvOf(16 * mebibyte);
    const abortedAfter = flakyClient((put) => (put > 2 ? 'before' : null));
    const options = { partSize: 5 * mebibyte, concurrency: 1, retries: 0 };
    const interrupted = await interruption(abortedAfter.upload(bytes, options));
    const state = JSON.parse(JSON.stringify(interrupted.state));
    expect(state.parts).toHaveLength(2);
    const sent: number[] = [];
    const done = await client.upload(bytes, {
      ...options,
      resume: state,
      onProgress: (now) => sent.push(now.sentBytes),
    });
    expect(done.size_bytes).toBe(bytes.length);
    expect(sent[0]).toBe(10 * mebibyte);
    expect(sent.at(-1)).toBe(bytes.length);
  });

  it('says truly what is there where a part before the others failed', async () => {
    const bytes = csvOf(16 * mebibyte);
    // The second of four parts is lost; the parts beside arrive, with the short last part.
    const failing = flakyClient((put) => (put === 2 ? 'before' : null));
    const options = { partSize: 5 * mebibyte, retries: 0 };
    const stopped = await interruption(failing.upload(bytes, options));
    expect(stopped.state.parts).toHaveLength(3);
    const sent: number[] = [];
    const onProgress = (now: { sentBytes: number }) => sent.push(now.sentBytes);
    await client.upload(bytes, { ...options, resume: stopped.state, onProgress });
    expect(sent[0]).toBe(bytes.length - 5 * mebibyte);
    expect(sent.at(-1)).toBe(bytes.length);
  });

  it('goes on after a store that was unavailable, of one part and of several', async () => {
    const unavailable = createClient({
      url: service.origin,
      token: testToken,
      fetch: async (input, init) =>
        init?.method === 'PUT' ? new Response('busy', { status: 503 }) : fetch(input, init),
    });
    for (const bytes of [csvOf(1000), csvOf(6 * mebibyte)]) {
      const options = { partSize: 5 * mebibyte, retries: 0 };
      const { state } = await interruption(unavailable.upload(bytes, options));
      const done = await client.upload(bytes, { resume: state });
      expect(done).toMatchObject({ status: 'ready', size_bytes: bytes.length });
    }
  });

  it('is finalized once, also where the answer to that is lost', async () => {
    const losing = (most: number) => {
      let answers = 0;
      return createClient({
        url: service.origin,
        token: testToken,
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          if (!String(input).endsWith('/finalize')) return response;
          answers += 1;
          if (answers <= most) throw new TypeError('terminated');
          return response;
        },
      });
    };
    for (const bytes of [csvOf(1000), csvOf(6 * mebibyte)]) {
      const ready = { status: 'ready', size_bytes: bytes.length };
      const options = { partSize: 5 * mebibyte };
      const once = await losing(1).upload(bytes, options);
      expect(once).toMatchObject(ready);
      await database.load('wide', { uploadId: once.upload_id }, { mode: 'replace' });
      const always = losing(9).upload(bytes, { ...options, retries: 1 });
      const { state } = await interruption(always);
      expect(await client.upload(bytes, { resume: state })).toMatchObject(ready);
    }
    // The size of a stream is the number of sent bytes.
    const stream = new Blob([csvOf(1000) as Uint8Array<ArrayBuffer>]).stream();
    expect((await losing(1).upload(stream)).size_bytes).toBe(csvOf(1000).length);
  });

  it('goes on after it was aborted, and skips nothing of what was not there', async () => {
    const bytes = csvOf(16 * mebibyte);
    const abort = new AbortController();
    const states: string[] = [];
    const aborted = client.upload(bytes, {
      partSize: 5 * mebibyte,
      concurrency: 1,
      signal: abort.signal,
      onState: (state) => {
        states.push(JSON.stringify(state));
        if (state.parts.length === 2) abort.abort(new Error('enough'));
      },
    });
    await expect(aborted).rejects.toThrow('enough');
    expect(states.map((text) => JSON.parse(text).parts.length)).toEqual([0, 1, 2]);
    const sent: number[] = [];
    const { upload_id } = await client.upload(bytes, {
      resume: JSON.parse(states.at(-1) ?? ''),
      onProgress: ({ sentBytes }) => sent.push(sentBytes),
    });
    expect(sent[0]).toBe(10 * mebibyte);
    await database.load('wide', { uploadId: upload_id }, { mode: 'replace' });
    const { rows } = await database.query('SELECT count(*)::int AS n FROM wide');
    expect(rows).toEqual([{ n: Math.ceil((16 * mebibyte) / 100) }]);
  });

  it('does not go on with other bytes of the same size', async () => {
    const bytes = csvOf(16 * mebibyte);
    // Larger than the limit for an automatic digest.
    const options = { partSize: 5 * mebibyte, concurrency: 1, retries: 0, checksum: false };
    const failing = flakyClient((put) => (put > 2 ? 'before' : null));
    const { state } = await interruption(failing.upload(bytes, options));
    const changed = bytes.slice();
    changed[7 * mebibyte] = 56;
    await expect(client.upload(changed, { ...options, resume: state })).rejects.toThrow(
      'its bytes 5242880 to 10485760 are others',
    );
    await expect(client.upload(bytes, { ...options, resume: state })).resolves.toMatchObject({
      size_bytes: bytes.length,
    });
    // An upload of one part, present and not finalized.
    const lost = createClient({
      url: service.origin,
      token: testToken,
      retries: 0,
      fetch: async (input, init) => {
        if (String(input).endsWith('/finalize')) throw new TypeError('fetch failed');
        return fetch(input, init);
      },
    });
    const small = csvOf(1000);
    const whole = (await interruption(lost.upload(small, options))).state;
    const other = small.slice().fill(56, 900);
    await expect(client.upload(other, { resume: whole })).rejects.toThrow('are others');
    await expect(client.upload(small, { resume: whole })).resolves.toMatchObject({
      status: 'ready',
    });
  });

  it('ends with its signal', async () => {
    const abort = new AbortController();
    const bytes = csvOf(12 * mebibyte);
    const onProgress = () => abort.abort(new Error('enough'));
    await expect(client.upload(bytes, { signal: abort.signal, onProgress })).rejects.toThrow(
      'enough',
    );
  });
});

describe('a load', () => {
  it('takes every mode, by key and without', async () => {
    await database.load('people', 'id,name\n1,Ada\n2,Grace\n', { mode: 'replace' });
    await database.load('people', { rows: [{ id: 3, name: 'Mary' }] }, { mode: 'append' });
    await database.load('people', 'id,name\n2,Grace Hopper\n4,Joan\n', {
      mode: 'upsert',
      key: ['id'],
    });
    await database.load('people', 'id,name\n1,Ada Lovelace\n9,Nobody\n', {
      mode: 'update',
      key: ['id'],
    });
    const after = await database.load('people', 'id\n4\n', { mode: 'delete', key: ['id'] });
    expect(after.row_count).toBe(3);
    expect(await rowsOf('people')).toEqual([
      { id: 1, name: 'Ada Lovelace' },
      { id: 2, name: 'Grace Hopper' },
      { id: 3, name: 'Mary' },
    ]);
  });

  it('takes results, typed texts, and rows with long integers', async () => {
    const { resultId } = await database.query('SELECT n FROM generate_series(1, 3) AS t(n)');
    await database.load(
      'copied',
      { resultId: resultId ?? '' },
      { mode: 'replace', schema: 'copies' },
    );
    expect(await rowsOf('copies.copied')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await database.load('typed', 'n\n007\n', { mode: 'replace', columns: { n: 'VARCHAR' } });
    expect(await rowsOf('typed')).toEqual([{ n: '007' }]);
    await database.load('long', { rows: [{ n: 9223372036854775807n }] }, { mode: 'replace' });
    expect(await rowsOf('long')).toEqual([{ n: 9223372036854775807n }]);
  });

  it('waits for its job where the load takes longer than a request', async () => {
    const rows = 400_000;
    const lines = Array.from({ length: rows }, (_, n) => `${n},${'x'.repeat(40)},${n * 3.5}\n`);
    const looked: string[] = [];
    const loaded = await database.load('many', `n,t,d\n${lines.join('')}`, { mode: 'replace' });
    expect(loaded.row_count).toBe(rows);
    const { id } = (await client.databases.loadTable({
      database_id: database.id,
      schema: 'main',
      table: 'again',
      mode: 'replace',
      data: 'a\n1\n',
      async: true,
    })) as { id: string };
    const job = await client.waitForJob(id, { onLook: ({ status }) => looked.push(status) });
    expect(job.result).toMatchObject({ table_name: 'again', row_count: 1 });
    expect(looked.at(-1)).toBe('succeeded');
  });

  it('is cancelled by its signal, with its job', async () => {
    const abort = new AbortController();
    const impatient = createClient({
      url: service.origin,
      token: testToken,
      fetch: async (input, init) => {
        const isLoad = String(input).endsWith('/loads');
        // The load is a job from the start, and the caller aborts at the first poll.
        if (String(input).includes('/v1/jobs/') && init?.method === 'GET')
          abort.abort(new Error('enough'));
        const body = isLoad ? String(init?.body).replace(',"async_after_ms":1000', '') : init?.body;
        return fetch(input, { ...init, ...(body == null ? {} : { body }) });
      },
    });
    const lines = Array.from(
      { length: 300_000 },
      (_, n) => `${n},${'x'.repeat(60)},${n * 3.5}\n`,
    ).join('');
    const load = impatient.database(database.id).load('aborted', `n,t,d\n${lines}`, {
      mode: 'replace',
      signal: abort.signal,
    });
    await expect(load).rejects.toThrow('enough');
    await eventually(async () => {
      const [job] = (await client.jobs.list({ job_type: 'managed_load', limit: 1 })).jobs;
      expect(job).toMatchObject({
        status: 'failed',
        error_message: expect.stringContaining('cancel'),
      });
    });
  });

  it('fails as the service says, loaded at once or by a job', async () => {
    await expect(
      database.load('bad', 'a,b\n1\n', { mode: 'replace', format: 'csv' }),
    ).rejects.toMatchObject({
      name: 'QuernError',
      message: expect.stringContaining('Line 2'),
    });
    const { id } = (await client.databases.loadTable({
      database_id: database.id,
      schema: 'main',
      table: 'bad',
      mode: 'replace',
      data: 'a,b\n1\n',
      async: true,
    })) as { id: string };
    await expect(client.waitForJob(id)).rejects.toMatchObject({ code: 'JOB_FAILED' });
    await expect(database.load('bad', { rows: [] }, { mode: 'upsert' })).rejects.toBeInstanceOf(
      QuernError,
    );
  });
});
