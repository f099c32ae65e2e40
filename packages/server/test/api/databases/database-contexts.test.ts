import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let id: string;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  id = (await api.createDatabase()).id;
});

const path = (name = '', database = id) => `/v1/databases/${database}/context${name && `/${name}`}`;
const write = (name: unknown, content: unknown, database = id) =>
  api.post(path('', database), { name, content });
const names = async (database = id) =>
  (await api.get(path('', database))).body.contexts.map((row: Json) => row.name);

describe('a context', () => {
  test('is written with 200, new or over the one of its name, and read as it was written', async () => {
    const text = '# Model\n\n| a | b |\n|---|---|\n☃ "quoted" \\ \u2028 \r\n';
    const first = await write('DataModel', text);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      context: {
        name: 'DataModel',
        content: text,
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect((await api.get(path('DataModel'))).body).toEqual(first.body);
    const second = await write('DataModel', 'shorter');
    expect([second.status, second.body.context.content]).toEqual([200, 'shorter']);
    expect(Date.parse(second.body.context.updated_at)).toBeGreaterThanOrEqual(
      Date.parse(first.body.context.updated_at),
    );
    expect((await api.get(path('DataModel'))).body).toEqual(second.body);
    expect(await names()).toEqual(['DataModel']);
  });

  test('keeps the case of its name: names that differ by it are two', async () => {
    await write('datamodel', '');
    expect((await api.get(path('datamodel'))).body.context.content).toBe('');
    expect((await api.get(path('DATAMODEL'))).status).toBe(404);
    expect(await names()).toEqual(['DataModel', 'datamodel']);
  });

  test('is listed by name with its content, and not in another database', async () => {
    const other = (await api.createDatabase()).id;
    for (const name of ['b', 'a', '_c', 'B']) await write(name, `of ${name}`, other);
    const { status, body } = await api.get(path('', other));
    expect(status).toBe(200);
    expect(body.contexts.map((row: Json) => [row.name, row.content])).toEqual([
      ['B', 'of B'],
      ['_c', 'of _c'],
      ['a', 'of a'],
      ['b', 'of b'],
    ]);
    expect((await api.get(path('b'))).status).toBe(404);
  });

  test('deleted is 404, the second time too, and the others stay', async () => {
    await write('doomed', 'x');
    const deleted = await api.delete(path('doomed'));
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect((await api.get(path('doomed'))).status).toBe(404);
    expect((await api.delete(path('doomed'))).status).toBe(404);
    expect(await names()).toEqual(['DataModel', 'datamodel']);
  });

  test('takes 512,000 characters of any kind, and not one more', async () => {
    const longest = '🦆'.repeat(512_000);
    const written = await write('Long', longest);
    expect(written.status).toBe(200);
    expect((await api.get(path('Long'))).body.context.content).toBe(longest);
    const refused = await write('Long', `${longest}.`);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      "'content' has 512001 characters; a context takes 512000 at most",
    ]);
    expect((await api.get(path('Long'))).body.context.content).toBe(longest);
    await api.delete(path('Long'));
  });

  test('goes with its database', async () => {
    const doomed = (await api.createDatabase()).id;
    await write('a', 'x', doomed);
    expect((await api.delete(`/v1/databases/${doomed}`)).status).toBe(204);
    for (const answer of [
      await api.get(path('', doomed)),
      await api.get(path('a', doomed)),
      await write('a', 'x', doomed),
      await api.delete(path('a', doomed)),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('is bounded with the others of its database: 1,000 of them, and 16 million characters', async () => {
    const full = (await api.createDatabase()).id;
    const chunk = 'x'.repeat(512_000);
    for (let index = 0; index < 32; index += 1)
      expect((await write(`c${index}`, chunk, full)).status).toBe(200);
    const beyond = await write('more', 'x', full);
    expect([beyond.status, beyond.body.error.message]).toEqual([
      400,
      'The contexts of a database take 16384000 characters together; the others have 16384000',
    ]);
    expect((await write('c0', '', full)).status).toBe(200);
    expect((await write('more', 'x', full)).status).toBe(200);
    expect(await names(full)).toHaveLength(33);
  });
});

describe('wrong requests', () => {
  test.each(['1a', 'a-b', 'where', 'n'.repeat(129), 'k%C3%A4se', '..%2fa'])(
    'the name %s in a path is 400',
    async (name) => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await api.request(method, path(name));
        expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
      }
    },
  );

  test('a database token may neither read nor write, a read-only token may read', async () => {
    const limited = service.api(
      (await api.post('/v1/tokens', { kind: 'database', database_id: id })).body.token,
    );
    const reading = service.api(
      (await api.post('/v1/tokens', { kind: 'workspace', read_only: true })).body.token,
    );
    expect((await limited.get(path())).status).toBe(403);
    expect((await limited.post(path(), { name: 'a', content: 'x' })).status).toBe(403);
    expect((await reading.get(path())).status).toBe(200);
    expect((await reading.post(path(), { name: 'a', content: 'x' })).status).toBe(403);
    expect((await reading.delete(path('DataModel'))).status).toBe(403);
  });
});
