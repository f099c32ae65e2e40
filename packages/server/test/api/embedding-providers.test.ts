import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { type Api, type RunningService, startService } from '../service.ts';
import { readFilesBelow } from './search-folder.ts';

const systemKey = 'sk-system-7f3a91c04b';
const key = 'sk-inline-91c04b7f3a';
const origin = 'https://embeddings.example.com';

describe('embedding providers', () => {
  let folder: string;
  let service: RunningService;
  let api: Api;
  const path = '/v1/embedding-providers';
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-providers-'));
    const file = join(folder, 'providers.json');
    const house = {
      config: { base_url: 'http://models.internal:8080/v1', model: 'house' },
      api_key: systemKey,
    };
    await writeFile(file, JSON.stringify({ house, open: {} }));
    service = await startService({
      env: {
        QUERN_EMBEDDING_PROVIDERS: file,
        QUERN_EMBEDDING_ORIGINS: `https://api.openai.com ${origin}`,
        QUERN_LOG_LEVEL: 'debug',
      },
    });
    const home = (await service.api().get('/v1/workspaces')).body.workspaces[0].public_id;
    api = service.api().with({ 'x-workspace-id': home });
  });
  afterAll(async () => {
    await service?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('are registered, listed, changed and deleted', async () => {
    const config = { base_url: `${origin}/v1`, model: 'm', dimensions: 3 };
    const created = await api.post(path, { name: ' mine ', provider_type: 'service', config });
    const { id } = created.body;
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^embp[0-9a-z]{26}$/),
        name: 'mine',
        provider_type: 'service',
        config,
        created_at: timestamp,
      },
    ]);
    const shown = {
      ...created.body,
      has_secret: false,
      source: 'user',
      updated_at: created.body.created_at,
    };
    expect((await api.get(`${path}/${id}`)).body).toEqual(shown);
    const listed = (await api.get(path)).body.embedding_providers;
    expect(listed.map((row: { id: string; source: string }) => [row.id, row.source])).toEqual([
      ['sys_emb_house', 'system'],
      ['sys_emb_open', 'system'],
      [id, 'user'],
    ]);
    const changed = await api.request('PUT', `${path}/${id}`, { name: 'renamed', config: null });
    expect([changed.status, changed.body]).toEqual([
      200,
      { id, name: 'renamed', updated_at: timestamp },
    ]);
    expect((await api.get(`${path}/${id}`)).body).toMatchObject({ name: 'renamed', config: null });
    expect((await api.delete(`${path}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const gone = await api.request(method, `${path}/${id}`, method === 'PUT' ? {} : undefined);
      expect([method, gone.status]).toEqual([method, 404]);
    }
  });

  test('without a configuration ask the public API', async () => {
    const created = await api.post(path, { name: 'plain', provider_type: 'service' });
    expect([created.status, created.body.config]).toEqual([201, null]);
    expect((await api.delete(`${path}/${created.body.id}`)).status).toBe(204);
  });

  test('keep an inline key as a secret of their own, which goes with them', async () => {
    const names = async () =>
      (await api.get('/v1/secrets')).body.secrets.map((row: { name: string }) => row.name);
    const { body } = await api.post(path, {
      name: 'Keyed One',
      provider_type: 'service',
      api_key: key,
    });
    expect((await api.get(`${path}/${body.id}`)).body.has_secret).toBe(true);
    expect(await names()).toEqual(['emb-keyed-one-api_key']);
    await api.request('PUT', `${path}/${body.id}`, { api_key: `${key}2` });
    expect(await names()).toEqual(['emb-keyed-one-api_key-1']);
    // A key is never sent to another address than its own.
    const elsewhere = { base_url: `${origin}/v1`, model: 'm' };
    const moved = await api.request('PUT', `${path}/${body.id}`, { config: elsewhere });
    expect([moved.status, moved.body.error.message]).toEqual([
      400,
      expect.stringMatching(/for another address/),
    ]);
    expect(
      (await api.request('PUT', `${path}/${body.id}`, { config: elsewhere, api_key: `${key}2` }))
        .status,
    ).toBe(200);
    expect(await names()).toEqual(['emb-keyed-one-api_key']);
    await api.post('/v1/secrets', { name: 'stored', value: `${key}3` });
    expect((await api.request('PUT', `${path}/${body.id}`, { secret_name: 'STORED' })).status).toBe(
      200,
    );
    expect(await names()).toEqual(['stored']);
    await api.request('PUT', `${path}/${body.id}`, { api_key: key });
    expect((await api.request('PUT', `${path}/${body.id}`, { secret_name: null })).status).toBe(
      200,
    );
    expect((await api.get(`${path}/${body.id}`)).body.has_secret).toBe(false);
    expect(await names()).toEqual(['stored']);
    await api.request('PUT', `${path}/${body.id}`, { api_key: key });
    expect((await api.delete(`${path}/${body.id}`)).status).toBe(204);
    expect(await names()).toEqual(['stored']);
  });

  test('of the settings are in every workspace, and nobody changes them there', async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const theirs = api.with({ 'x-workspace-id': body.workspace.public_id });
    const { body: house } = await theirs.get(`${path}/sys_emb_house`);
    const config = { base_url: 'http://models.internal:8080/v1', model: 'house' };
    expect(house).toMatchObject({
      name: 'house',
      provider_type: 'service',
      config,
      has_secret: true,
      source: 'system',
    });
    for (const method of ['PUT', 'DELETE']) {
      const refused = await theirs.request(
        method,
        `${path}/sys_emb_house`,
        method === 'PUT' ? {} : undefined,
      );
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringMatching(/only its operator/),
      ]);
    }
  });

  test('of users have no name of theirs', async () => {
    const mine = { provider_type: 'service', api_key: key };
    const refused = await api.post(path, { ...mine, name: ' house ' });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/'house' already exists/),
    ]);
    const { body: other } = await api.post(path, { ...mine, name: 'cottage' });
    const renamed = await api.request('PUT', `${path}/${other.id}`, { name: 'house' });
    expect(renamed.status).toBe(409);
    expect((await api.get(`${path}/${other.id}`)).body.name).toBe('cottage');
    expect((await api.delete(`${path}/${other.id}`)).status).toBe(204);
  });

  test('with a key of their own lead wherever connections may', async () => {
    const embeddings = await new EmbeddingServer().start();
    try {
      const database = await api.createDatabase();
      await api.loadCsv(database.id, 'notes', 'body\nfox\n');
      const indexes = `/v1/connections/${database.default_connection_id}/tables/main/notes/indexes`;
      const build = async (base_url: string) => {
        const name = `at ${base_url}`;
        const config = { base_url, model: 'letters' };
        const made = await api.post(path, {
          name,
          provider_type: 'service',
          config,
          api_key: key,
        });
        expect(made.status).toBe(201);
        const index = { index_name: 'near', index_type: 'vector', columns: ['body'] };
        const built = await api.post(indexes, { ...index, embedding_provider_id: made.body.id });
        expect((await api.delete(`${path}/${made.body.id}`)).status).toBe(204);
        return built;
      };
      expect((await build(embeddings.baseUrl)).status).toBe(201);
    } finally {
      await embeddings.stop();
    }
  });

  test('of another workspace are not there', async () => {
    const { body: mine } = await api.post(path, { name: 'hidden', provider_type: 'service' });
    const { body } = await api.post('/v1/workspaces', { name: 'third' });
    const theirs = api.with({ 'x-workspace-id': body.workspace.public_id });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await theirs.request(
        method,
        `${path}/${mine.id}`,
        method === 'PUT' ? { name: 'x' } : undefined,
      );
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect((await theirs.get(path)).body.embedding_providers).toHaveLength(2);
    expect((await theirs.post(path, { name: 'hidden', provider_type: 'service' })).status).toBe(
      201,
    );
  });

  test('that cannot be are refused in words, and nothing is left of them', async () => {
    const before = (await api.get(path)).body;
    const right = { name: 'n', provider_type: 'service' };
    const refused: [object, number, RegExp][] = [
      [{ provider_type: 'local' }, 400, /'model' is missing/],
      [{ provider_type: 'local', config: { model: 'm' } }, 400, /set QUERN_EMBEDDING_MODELS/],
      [{ provider_type: 'local', config: { model: '../m' } }, 400, /name of a model's folder/],
      [{ provider_type: 'local', api_key: 'k', config: { model: 'm' } }, 400, /takes no key/],
      [{ provider_type: 'cloud' }, 400, /provider_type/],
      [{ name: ' ' }, 400, /cannot be empty/],
      [{ name: 'a\u0007' }, 400, /control characters/],
      [{ name: 'n'.repeat(129) }, 400, /128 characters at most/],
      [{ name: 'hidden' }, 409, /^Embedding provider 'hidden' already exists$/],
      [{ api_key: 'k', secret_name: 's' }, 400, /^Cannot specify both api_key and secret_name/],
      [{ api_key: '' }, 400, /'value' is empty|empty/],
      [{ secret_name: 'nowhere' }, 400, /^Secret 'nowhere' not found$/],
      [
        { config: { model: 'a b' } },
        400,
        /^Invalid provider configuration: 'model' must be the name/,
      ],
      [{ config: { dimensions: 0 } }, 400, /'dimensions' must be a whole number from 1 to/],
      [{ config: { dimensions: 100_000 } }, 400, /'dimensions' must be a whole number from 1 to/],
      [{ config: { metric: 'manhattan' } }, 400, /'metric' must be l2, cosine or dot/],
      [
        { config: { api_key: key } },
        400,
        /^Invalid provider configuration: "api_key" is no property/,
      ],
      [{ config: { base_url: 'file:///etc/passwd' } }, 400, /'base_url' must be an address/],
      [{ config: { base_url: `https://user:${key}@api.openai.com` } }, 400, /without credentials/],
      ...['http://127.0.0.1:5432', `${origin}.evil.example`, 'http://api.openai.com'].map(
        (base_url): [object, number, RegExp] => [
          { config: { base_url }, api_key: null, secret_name: 'stored' },
          400,
          /^A stored secret is not sent to 'http.*QUERN_EMBEDDING_ORIGINS/,
        ],
      ),
    ];
    for (const [change, status, words] of refused) {
      const answer = await api.post(path, { ...right, ...change });
      expect([change, answer.status, answer.body.error?.message]).toEqual([
        change,
        status,
        expect.stringMatching(words),
      ]);
      expect(answer.body.error.message).not.toContain(key);
    }
    expect((await api.get(path)).body).toEqual(before);
    const { id } = before.embedding_providers.find(
      (row: { name: string }) => row.name === 'hidden',
    );
    for (const change of [
      { config: { model: '' } },
      { name: '' },
      { secret_name: 'a b' },
      { secret_name: 'nowhere' },
    ]) {
      expect((await api.request('PUT', `${path}/${id}`, change)).status).toBe(400);
    }
    expect((await api.get(path)).body).toEqual(before);
  });

  test('have their keys in no log, metric or file', async () => {
    await api.post(path, { name: 'written', provider_type: 'service', api_key: key });
    const metrics = (await api.get('/metrics')).body;
    const files = await readFilesBelow(service.dataDir);
    for (const secret of [key, systemKey]) {
      expect(JSON.stringify([service.log, service.stderr(), metrics])).not.toContain(secret);
      expect(files.filter(({ bytes }) => bytes.includes(secret)).map((file) => file.path)).toEqual(
        [],
      );
    }
  });
});
