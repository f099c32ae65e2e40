import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, put, type RunningService, startService } from '../../service.ts';
import { MiB, openSession, type Session, tryPut } from '../upload-session.ts';

let service: RunningService;
let api: Api;
let workspaceId: string;

beforeAll(async () => {
  service = await startService({
    env: { QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB', QUERN_UPLOAD_MAX_BYTES: '12MiB' },
  });
  const { body } = await service.api().get('/v1/workspaces');
  workspaceId = body.workspaces[0].public_id;
  api = service.api().with({ 'x-workspace-id': workspaceId });
});

afterAll(() => service.dispose());

const csv = Buffer.from('id,name\n1,Ada\n2,Grace\n');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A session for one PUT, with the bytes sent. */
async function putSession(
  request: Record<string, unknown> = {},
  bytes: Uint8Array = csv,
): Promise<Session> {
  const session = await openSession(api, { declared_size_bytes: bytes.length, ...request });
  expect((await tryPut(session.body.url, bytes)).status).toBe(200);
  return session;
}

async function expectRefused(
  answer: ReturnType<Session['finalize']>,
  status: number,
  message: RegExp,
): Promise<void> {
  const { status: actual, body } = await answer;
  expect(body).toMatchObject({ error: { message: expect.stringMatching(message) } });
  expect(actual).toBe(status);
}

describe('finalizing a single upload', () => {
  it('answers with size, time and recorded content type', async () => {
    const session = await putSession({ content_type: 'text/csv', filename: 'people.csv' });
    const { status, body } = await session.finalize({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      upload_id: session.id,
      status: 'ready',
      size_bytes: csv.length,
      content_type: 'text/csv',
    });
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
    expect(body.finalize_token).toBeUndefined();
  });

  it.each([
    ['no body at all', undefined, {}],
    ['an empty body with a JSON content type', '', { 'content-type': 'application/json' }],
    ['null as the whole body', 'null', {}],
    ['an empty object', {}, {}],
    ['null parts', { parts: null }, {}],
    ['empty parts', { parts: [] }, {}],
  ])('takes %s', async (_, request, headers) => {
    const session = await putSession();
    expect((await session.finalize(request, { ...session.token, ...headers })).status).toBe(200);
  });

  it('refuses parts', async () => {
    const session = await putSession();
    await expectRefused(
      session.finalize({ parts: [{ part_number: 1, e_tag: 'x' }] }),
      400,
      /parts/,
    );
    expect((await session.finalize({})).status).toBe(200);
  });

  it("is 400 without the token header, 404 with a wrong token, another upload's token or an unknown id", async () => {
    const session = await putSession();
    const other = await putSession();
    await expectRefused(
      session.finalize({}, {}),
      400,
      /X-Upload-Finalize-Token header is required/,
    );
    await expectRefused(
      session.finalize({}, { 'x-upload-finalize-token': '' }),
      400,
      /header is required/,
    );
    await expectRefused(
      session.finalize({}, { 'x-upload-finalize-token': 'wrong' }),
      404,
      /not found/,
    );
    await expectRefused(session.finalize({}, other.token), 404, /not found/);
    await expectRefused(
      api.post('/v1/uploads/upld0/finalize', {}, session.token),
      404,
      /'upld0' not found/,
    );
    expect((await session.finalize({})).status).toBe(200);
  });

  it('is 400 while nothing was uploaded, and works once it was', async () => {
    const session = await openSession(api, { declared_size_bytes: csv.length });
    await expectRefused(session.finalize({}), 400, /Nothing was uploaded/);
    expect((await tryPut(session.body.url, csv)).status).toBe(200);
    expect((await session.finalize({})).status).toBe(200);
  });

  it('is 400 when fewer bytes came than were declared, naming both; the whole file may follow', async () => {
    const session = await openSession(api, { declared_size_bytes: csv.length });
    expect((await tryPut(session.body.url, csv.subarray(0, 5))).status).toBe(200);
    await expectRefused(
      session.finalize({}),
      400,
      new RegExp(`5 bytes, but ${csv.length} were declared`),
    );
    expect((await tryPut(session.body.url, csv)).status).toBe(200);
    expect((await session.finalize({})).status).toBe(200);
  });

  it('takes a declared empty file', async () => {
    const session = await putSession({}, Buffer.alloc(0));
    expect((await session.finalize({})).body).toMatchObject({ status: 'ready', size_bytes: 0 });
  });

  it('happens once: a second one is refused and changes nothing', async () => {
    const session = await putSession();
    expect((await session.finalize({})).status).toBe(200);
    await expectRefused(session.finalize({}), 400, /finalized already/);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).status).toBe(200);
    await expectRefused(session.finalize({}), 400, /finalized already/);
  });

  it('happens once among many at the same time', async () => {
    const session = await putSession();
    const answers = await Promise.all(Array.from({ length: 12 }, () => session.finalize({})));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  });

  it('checks a declared SHA-256, in either case', async () => {
    const right = await putSession({
      checksum_algo: 'sha256',
      checksum_value: sha256(csv).toUpperCase(),
    });
    expect((await right.finalize({})).status).toBe(200);
    const wrong = await putSession({
      checksum_algo: 'sha256',
      checksum_value: sha256(Buffer.from('x')),
    });
    await expectRefused(wrong.finalize({}), 400, /SHA-256/);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: wrong.id })).status).toBe(400);
  });

  it('lets the right bytes follow after a wrong checksum', async () => {
    const session = await putSession(
      { checksum_algo: 'sha256', checksum_value: sha256(csv) },
      Buffer.alloc(csv.length, 'x'),
    );
    await expectRefused(session.finalize({}), 400, /SHA-256/);
    expect((await tryPut(session.body.url, csv)).status).toBe(200);
    expect((await session.finalize({})).status).toBe(200);
  });

  it('counts and checks the bytes as they came, also where they are compressed', async () => {
    const packed = gzipSync(csv);
    const checksum = { checksum_algo: 'sha256', checksum_value: sha256(packed) };
    const session = await putSession({ content_encoding: 'gzip', ...checksum }, packed);
    expect((await session.finalize({})).body).toMatchObject({ size_bytes: packed.length });
  });
});

describe('finalizing a multipart upload', () => {
  const bytes = Buffer.concat([Buffer.from('id\n'), Buffer.alloc(5 * MiB + 20, '7\n')]);
  const first = bytes.subarray(0, 5 * MiB);
  const last = bytes.subarray(5 * MiB);

  it('joins parts of a known size that came in any order', async () => {
    const checksum = { checksum_algo: 'sha256', checksum_value: sha256(bytes) };
    const session = await openSession(api, {
      declared_size_bytes: bytes.length,
      part_size: 5 * MiB,
      ...checksum,
    });
    const second = await session.putPart(2, last);
    const parts = [await session.putPart(1, first), second];
    expect(parts[0]?.e_tag).toMatch(/^".+"$/);
    const { status, body } = await session.finalize({ parts });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready', size_bytes: bytes.length });
    const database = await api.createDatabase();
    const loaded = await api.load(database.id, 't', { upload_id: session.id });
    expect(loaded.body.row_count).toBe(bytes.toString().trimEnd().split('\n').length - 1);
  });

  it('joins the parts of a streaming upload of unknown size', async () => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const parts = [await session.putPart(1, first), await session.putPart(2, last)];
    expect((await session.finalize({ parts })).body).toMatchObject({ size_bytes: bytes.length });
  });

  it('takes the ETag with and without its quotes', async () => {
    const session = await openSession(api, {});
    const part = await session.putPart(1, csv);
    const parts = [{ ...part, e_tag: part.e_tag.replaceAll('"', '') }];
    expect((await session.finalize({ parts })).status).toBe(200);
  });

  it('refuses missing, doubled, unordered, unknown and mistaken parts, and takes the right ones after', async () => {
    const session = await openSession(api, {
      declared_size_bytes: bytes.length,
      part_size: 5 * MiB,
    });
    const one = await session.putPart(1, first);
    const two = await session.putPart(2, last);
    await expectRefused(session.finalize({}), 400, /'parts' is required/);
    await expectRefused(session.finalize(undefined), 400, /'parts' is required/);
    await expectRefused(session.finalize({ parts: null }), 400, /'parts' is required/);
    await expectRefused(session.finalize({ parts: [] }), 400, /'parts' is required/);
    await expectRefused(session.finalize({ parts: [two, one] }), 400, /ascending/);
    await expectRefused(session.finalize({ parts: [one, one] }), 400, /ascending/);
    await expectRefused(session.finalize({ parts: [two] }), 400, /ascending/);
    await expectRefused(
      session.finalize({ parts: [{ ...one, part_number: 0 }] }),
      400,
      /part_number/,
    );
    await expectRefused(session.finalize({ parts: [one, { part_number: 2 }] }), 400, /e_tag/);
    await expectRefused(
      session.finalize({ parts: [one, { ...two, e_tag: one.e_tag }] }),
      400,
      /part 2/i,
    );
    await expectRefused(session.finalize({ parts: [one, { ...two, e_tag: '' }] }), 400, /part 2/i);
    const three = { part_number: 3, e_tag: two.e_tag };
    await expectRefused(session.finalize({ parts: [one, two, three] }), 400, /3 parts/);
    expect((await session.finalize({ parts: [one, two] })).status).toBe(200);
  });

  it('refuses a part that was never uploaded', async () => {
    const session = await openSession(api, {
      declared_size_bytes: bytes.length,
      part_size: 5 * MiB,
    });
    const one = await session.putPart(1, first);
    const ghost = { part_number: 2, e_tag: one.e_tag };
    await expectRefused(session.finalize({ parts: [one, ghost] }), 400, /part 2/i);
  });

  it('refuses a part below 5 MiB that is not the last', async () => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const parts = [await session.putPart(1, csv), await session.putPart(2, csv)];
    await expectRefused(session.finalize({ parts }), 400, /part 1.*(5 MiB|5242880)/i);
  });

  it('refuses fewer bytes than were declared', async () => {
    const session = await openSession(api, {
      declared_size_bytes: bytes.length,
      part_size: 5 * MiB,
    });
    const parts = [await session.putPart(1, first), await session.putPart(2, last.subarray(1))];
    await expectRefused(session.finalize({ parts }), 400, /were declared/);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).status).toBe(400);
  });

  it.each([
    ['of another size', bytes.length - 1, null],
    ['with another checksum', bytes.length, 'f'.repeat(64)],
  ])('that was refused for bytes %s takes parts anew', async (_, declared, checksum) => {
    const right = bytes.subarray(0, declared);
    const session = await openSession(api, {
      declared_size_bytes: declared,
      part_size: 5 * MiB,
      ...(checksum === null ? {} : { checksum_algo: 'sha256', checksum_value: sha256(right) }),
    });
    const wrong = Buffer.from(first).fill('x', 0, 10);
    const tail = bytes.subarray(first.length);
    const sent = [
      await session.putPart(1, checksum === null ? first : wrong),
      await session.putPart(2, tail),
    ];
    await expectRefused(session.finalize({ parts: sent }), 400, /declared/);
    // The parts went with the refused bytes; each part is sent again to a minted URL.
    await expectRefused(session.finalize({ parts: sent }), 400, /part 1 is missing/);
    const urls = (await session.mint([1, 2])).body.parts;
    const e_tags = [
      await put(urls[0].url, first),
      await put(urls[1].url, right.subarray(first.length)),
    ];
    const parts = e_tags.map((e_tag, index) => ({ part_number: index + 1, e_tag }));
    expect((await session.finalize({ parts })).body).toMatchObject({ size_bytes: declared });
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).status).toBe(200);
  });

  it('refuses an empty upload of undeclared size', async () => {
    const session = await openSession(api, {});
    const parts = [await session.putPart(1, Buffer.alloc(0))];
    await expectRefused(session.finalize({ parts }), 400, /empty/);
  });

  it('refuses an upload of undeclared size above the maximum', async () => {
    const session = await openSession(api, { part_size: 5 * MiB });
    const full = Buffer.alloc(5 * MiB, 'a');
    const parts = [];
    for (const number of [1, 2, 3]) parts.push(await session.putPart(number, full));
    await expectRefused(session.finalize({ parts }), 400, /15728640 bytes.*12582912 at most/);
  });

  it('happens once among many at the same time', async () => {
    const session = await openSession(api, {});
    const parts = [await session.putPart(1, csv)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => session.finalize({ parts })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const database = await api.createDatabase();
    expect((await api.load(database.id, 't', { upload_id: session.id })).body.row_count).toBe(2);
  });
});

describe('uploads of others', () => {
  it('are 404 to another workspace, for finalize, mint and load', async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'elsewhere' });
    const elsewhere = api.with({ 'x-workspace-id': body.workspace.public_id });
    const mine = await openSession(api, {});
    const parts = [await mine.putPart(1, csv)];
    const path = `/v1/uploads/${mine.id}`;
    expect((await elsewhere.post(`${path}/parts`, { part_numbers: [1] }, mine.token)).status).toBe(
      404,
    );
    expect((await elsewhere.post(`${path}/finalize`, { parts }, mine.token)).status).toBe(404);
    expect((await mine.finalize({ parts })).status).toBe(200);
    const database = await elsewhere.createDatabase();
    const load = await elsewhere.load(database.id, 't', { upload_id: mine.id });
    expect(load.status).toBe(404);
    expect(load.body.error.message).toContain('not found');
  });

  it('are 404 to a token limited to another database, whoever made them', async () => {
    const one = await api.createDatabase();
    const two = await api.createDatabase();
    const tokenOf = async (id: string) => {
      const created = await api.post('/v1/tokens', {
        kind: 'database',
        database_id: id,
        workspace_id: workspaceId,
      });
      expect(created.status).toBe(201);
      return service.api(created.body.token);
    };
    const [mine, theirs] = [await tokenOf(one.id), await tokenOf(two.id)];
    const upload = await mine.upload(csv);
    const wide = await api.upload(csv);
    expect((await theirs.load(two.id, 't', { upload_id: upload })).status).toBe(404);
    expect((await theirs.load(two.id, 't', { upload_id: wide })).status).toBe(404);
    expect((await mine.load(one.id, 't', { upload_id: wide })).status).toBe(404);
    expect((await api.load(two.id, 't', { upload_id: upload })).status).toBe(404);
    expect((await mine.load(one.id, 't', { upload_id: upload })).status).toBe(200);
    const session = await openSession(mine, { declared_size_bytes: csv.length });
    await tryPut(session.body.url, csv);
    expect(
      (await theirs.post(`/v1/uploads/${session.id}/finalize`, {}, session.token)).status,
    ).toBe(404);
    expect((await mine.post(`/v1/uploads/${session.id}/finalize`, {}, session.token)).status).toBe(
      200,
    );
  });
});
