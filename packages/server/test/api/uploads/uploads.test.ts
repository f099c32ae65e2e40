import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type RunningService, startService } from '../../service.ts';
import { MiB, openSession, sessionOf, tryPut } from '../upload-session.ts';

let service: RunningService;
let api: Api;

const singleMax = MiB;
const uploadMax = 16 * MiB;

beforeAll(async () => {
  service = await startService({
    env: { QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB', QUERN_UPLOAD_MAX_BYTES: '16MiB' },
  });
  api = service.api();
});

afterAll(() => service.dispose());

const csv = Buffer.from('id,name\n1,Ada\n2,Grace\n');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const uploadBatch = (uploads: unknown) => api.post('/v1/uploads/batch', { uploads });

describe('creating a session', () => {
  it('answers a small declared size with one URL, no parts, a token and empty headers', async () => {
    const { status, body } = await api.post('/v1/uploads', { declared_size_bytes: csv.length });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mode: 'single', headers: {} });
    expect(body.upload_id).toMatch(/^upld[0-9a-z]{26}$/);
    expect(body.finalize_token.length).toBeGreaterThan(20);
    expect(body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(body.part_urls ?? null).toBeNull();
    expect(body.part_size ?? null).toBeNull();
  });

  it('gives sessions and tokens of their own to equal requests', async () => {
    const first = await openSession(api, { declared_size_bytes: 5 });
    const second = await openSession(api, { declared_size_bytes: 5 });
    expect(second.id).not.toBe(first.id);
    expect(second.body.finalize_token).not.toBe(first.body.finalize_token);
    expect(second.body.url).not.toBe(first.body.url);
  });

  it('turns from single to multipart right above the limit of a single PUT', async () => {
    expect((await openSession(api, { declared_size_bytes: 0 })).body.mode).toBe('single');
    expect((await openSession(api, { declared_size_bytes: singleMax })).body.mode).toBe('single');
    const { body } = await openSession(api, { declared_size_bytes: singleMax + 1 });
    expect(body.mode).toBe('multipart');
    expect(body.url ?? null).toBeNull();
    expect(body.part_urls).toHaveLength(1);
  });

  it.each([
    [10 * MiB, 5 * MiB, 2],
    [10 * MiB + 1, 5 * MiB, 3],
    [16 * MiB, 5 * MiB, 4],
    [2 * MiB, 5 * MiB, 1],
  ])('gives a file of %i bytes in parts of %i exactly %i URLs', async (size, partSize, count) => {
    const { body } = await openSession(api, { declared_size_bytes: size, part_size: partSize });
    expect(body.part_size).toBe(partSize);
    expect(body.part_urls).toHaveLength(count);
    expect(new Set(body.part_urls).size).toBe(count);
  });

  it('clamps the part size hint to 5 MiB and 5 GiB, and takes 0 and null for no hint', async () => {
    const partSize = async (hint: number | null) =>
      (await openSession(api, { declared_size_bytes: 10 * MiB, part_size: hint })).body.part_size;
    expect(await partSize(1)).toBe(5 * MiB);
    expect(await partSize(6 * MiB)).toBe(6 * MiB);
    expect(await partSize(10 * 2 ** 30)).toBe(5 * 2 ** 30);
    expect(await partSize(0)).toBe(8 * MiB);
    expect(await partSize(null)).toBe(8 * MiB);
  });

  it('answers an undeclared size with a part size and without any URL, also where every field is null', async () => {
    const { body } = await openSession(api, {
      declared_size_bytes: null,
      part_size: null,
      content_type: null,
      content_encoding: null,
      filename: null,
      checksum_algo: null,
      checksum_value: null,
    });
    expect(body).toMatchObject({ mode: 'multipart', part_size: 8 * MiB, headers: {} });
    expect(body.url ?? null).toBeNull();
    expect(body.part_urls ?? null).toBeNull();
  });

  it.each([
    ['a size over the maximum', { declared_size_bytes: uploadMax + 1 }, /16777217.*16777216/],
    ['a negative size', { declared_size_bytes: -1 }, /declared_size_bytes/],
    ['a size that is no integer', { declared_size_bytes: 1.5 }, /declared_size_bytes/],
    ['a size as text', { declared_size_bytes: '1' }, /declared_size_bytes/],
    ['a negative part size', { part_size: -1 }, /part_size/],
    ['another checksum algorithm', { checksum_algo: 'md5', checksum_value: 'x' }, /checksum_algo/],
    ['a checksum without its algorithm', { checksum_value: sha256(csv) }, /checksum_algo/],
    ['an algorithm without a checksum', { checksum_algo: 'sha256' }, /checksum_value/],
    [
      'a checksum that is no SHA-256',
      { checksum_algo: 'sha256', checksum_value: 'abc' },
      /checksum_value/,
    ],
    ['an encoding nobody decodes', { content_encoding: 'br' }, /content_encoding/],
    ['an unknown field', { size: 1 }, /'size'/],
  ])('refuses %s with 400 and says why', async (_, request, message) => {
    const { status, body } = await api.post('/v1/uploads', request);
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
    expect(body.error.message).toMatch(message);
  });

  it('takes a declared size of exactly the maximum', async () => {
    expect((await openSession(api, { declared_size_bytes: uploadMax })).body.mode).toBe(
      'multipart',
    );
  });
});

describe('creating a batch of sessions', () => {
  it('gives one session per file in the order of the request', async () => {
    const { status, body } = await uploadBatch([
      { declared_size_bytes: 1 },
      {},
      { declared_size_bytes: 2 * MiB },
      { declared_size_bytes: 3 },
    ]);
    expect(status).toBe(201);
    expect(body.uploads.map((upload: { mode: string }) => upload.mode)).toEqual([
      'single',
      'multipart',
      'multipart',
      'single',
    ]);
    expect(body.uploads[1].part_urls ?? null).toBeNull();
    expect(body.uploads[2].part_urls).toHaveLength(1);
    const last = sessionOf(api, body.uploads[3]);
    expect((await tryPut(last.body.url, Buffer.from('a\n1'))).status).toBe(200);
    expect((await last.finalize({})).body).toMatchObject({ upload_id: last.id, size_bytes: 3 });
  });

  it('makes nothing when one file is refused', async () => {
    const before = uploadCount();
    const good = { declared_size_bytes: 10 };
    const refused = await uploadBatch([good, { declared_size_bytes: uploadMax + 1 }, good]);
    expect(refused.status).toBe(400);
    expect(refused.body.uploads).toBeUndefined();
    expect(uploadCount()).toBe(before);
    expect((await uploadBatch([good])).status).toBe(201);
    expect(uploadCount()).toBe(before + 1);
  });

  it('takes 100 files, and refuses none and 101', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, () => ({ declared_size_bytes: 1 }));
    expect((await uploadBatch(files(100))).body.uploads).toHaveLength(100);
    expect((await uploadBatch(files(101))).status).toBe(400);
    expect((await uploadBatch([])).status).toBe(400);
    expect((await api.post('/v1/uploads/batch', {})).status).toBe(400);
  });
});

describe('the URLs of an upload', () => {
  it('take exactly the declared bytes and nothing longer, and say nothing of the service', async () => {
    const { body } = await openSession(api, { declared_size_bytes: csv.length });
    const longer = await tryPut(body.url, Buffer.concat([csv, csv]));
    expect(longer.status).toBe(413);
    expect(longer.text).not.toContain(service.dataDir);
    expect((await tryPut(body.url, csv)).status).toBe(200);
  });

  it('refuse a part longer than the part size', async () => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const { body } = await session.mint([1]);
    expect((await tryPut(body.parts[0].url, Buffer.alloc(5 * MiB + 1))).status).toBe(413);
  });

  it('need no credential and are good for PUT alone', async () => {
    const { body } = await openSession(api, { declared_size_bytes: csv.length });
    for (const method of ['POST', 'GET', 'DELETE'])
      expect((await tryPut(body.url, csv, method)).status).toBe(405);
    expect((await tryPut(body.url, csv)).status).toBe(200);
    expect((await tryPut(body.url, csv, 'GET')).status).toBe(405);
  });

  it('are refused with 403 once a letter, a limit, the expiry or the target is changed', async () => {
    const first = await openSession(api, { declared_size_bytes: csv.length });
    const second = await openSession(api, { declared_size_bytes: csv.length });
    const url = new URL(first.body.url);
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const tampered = [...url.searchParams.keys()].map((name) =>
      changed((copy) =>
        copy.searchParams.set(name, `${Number(copy.searchParams.get(name)) + 1 || 'ff'}`),
      ),
    );
    tampered.push(
      changed((copy) => {
        copy.search = '';
      }),
      changed((copy) => {
        copy.pathname = new URL(second.body.url).pathname;
      }),
      changed((copy) => {
        copy.pathname += '/../../quern.db';
      }),
    );
    expect(tampered.length).toBeGreaterThan(4);
    for (const target of tampered) expect((await tryPut(target, csv)).status, target).toBe(403);
    expect((await first.finalize({})).status).toBe(400);
  });

  it('may be used again before the finalize: the last bytes are the upload', async () => {
    const session = await openSession(api, { declared_size_bytes: csv.length });
    expect((await tryPut(session.body.url, Buffer.alloc(csv.length, 'x'))).status).toBe(200);
    expect((await tryPut(session.body.url, csv)).status).toBe(200);
    expect((await session.finalize({})).status).toBe(200);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).body.row_count).toBe(2);
  });

  it('are no good after the finalize', async () => {
    const session = await openSession(api, { declared_size_bytes: csv.length });
    await tryPut(session.body.url, csv);
    await session.finalize({});
    const late = await tryPut(session.body.url, Buffer.alloc(csv.length, 'x'));
    expect(late.status).toBe(409);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).body.row_count).toBe(2);
  });
});

describe('minting part URLs', () => {
  it('gives exactly the asked numbers in ascending order', async () => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const { status, body } = await session.mint([3, 1, 2]);
    expect(status).toBe(200);
    expect(body.parts.map((part: { part_number: number }) => part.part_number)).toEqual([1, 2, 3]);
    expect(new Set(body.parts.map((part: { url: string }) => part.url)).size).toBe(3);
  });

  it('mints a part of known size again, and one that was uploaded already: its last bytes count', async () => {
    const session = await openSession(api, {
      declared_size_bytes: 5 * MiB + 3,
      part_size: 5 * MiB,
    });
    const stale = await session.putPart(1, Buffer.alloc(5 * MiB, 'x'));
    const { body } = await session.mint([1]);
    const again = await tryPut(body.parts[0].url, Buffer.alloc(5 * MiB, 'y'));
    expect(again.status).toBe(200);
    const last = await session.putPart(2, Buffer.from('abc'));
    const refused = await session.finalize({ parts: [stale, last] });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/part 1|ETag/i);
  });

  it.each([
    ['0', [0]],
    ['a negative number', [-1]],
    ['a number twice', [2, 1, 2]],
    ['none', []],
    ['no integer', [1.5]],
    ['text', ['1']],
    ['more parts than an upload of the maximum size has', [5]],
    ['101 numbers', Array.from({ length: 101 }, (_, index) => index + 1)],
  ])('refuses %s with 400', async (_, numbers) => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const { status, body } = await session.mint(numbers as number[]);
    expect(status).toBe(400);
    expect(body.error.code).toBe('BAD_REQUEST');
  });

  it('knows the last part of a known size', async () => {
    const session = await openSession(api, {
      declared_size_bytes: 10 * MiB + 1,
      part_size: 5 * MiB,
    });
    expect((await session.mint([3])).status).toBe(200);
    expect((await session.mint([4])).status).toBe(400);
  });

  it('is 400 for a single upload and for one that is finalized', async () => {
    const single = await openSession(api, { declared_size_bytes: csv.length });
    expect((await single.mint([1])).status).toBe(400);
    const streaming = await openSession(api, {});
    const part = await streaming.putPart(1, csv);
    expect((await streaming.finalize({ parts: [part] })).status).toBe(200);
    expect((await streaming.mint([2])).status).toBe(400);
  });

  it('is 400 without the token and 404 with a wrong one or an unknown upload', async () => {
    const session = await openSession(api, {});
    const other = await openSession(api, {});
    expect((await session.mint([1], {})).status).toBe(400);
    expect((await session.mint([1], other.token)).status).toBe(404);
    expect((await session.mint([1], { 'x-upload-finalize-token': 'wrong' })).status).toBe(404);
    const unknown = await api.post(
      '/v1/uploads/upld_nothing/parts',
      { part_numbers: [1] },
      session.token,
    );
    expect(unknown.status).toBe(404);
  });
});

/** No endpoint shows the value, so the test reads the metadata. */
function uploadCount(): number {
  const metadata = new Database(`${service.dataDir}/quern.db`, { readonly: true });
  try {
    const row = metadata.prepare('SELECT count(*) AS uploads FROM uploads').get() as {
      uploads: number;
    };
    return row.uploads;
  } finally {
    metadata.close();
  }
}
