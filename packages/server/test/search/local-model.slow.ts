import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canRunPython, installTimeoutMs } from '../clients/python-environment.ts';
import { installModels, type Models, minilm } from '../embeddings/minilm.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

const path = '/v1/embedding-providers';
const notes = [
  'Cats and kittens sleep most of the day',
  'The central bank raised its interest rate again',
  'A recipe for soup of leeks and potatoes',
  'Engineers fixed the brakes of the locomotive',
];

describe.skipIf(!canRunPython())("with a model on the service's own machine", () => {
  let models: Models;
  let folder: string;
  let service: RunningService;
  let api: Api;
  let database: Json;

  beforeAll(async () => {
    models = await installModels();
    folder = await mkdtemp(join(tmpdir(), 'quern-local-'));
    const file = join(folder, 'providers.json');
    const house = { provider_type: 'local', config: { model: minilm } };
    await writeFile(file, JSON.stringify({ house }));
    service = await startService({
      env: { QUERN_EMBEDDING_MODELS: models.folder, QUERN_EMBEDDING_PROVIDERS: file },
    });
    api = service.api();
    database = await api.createDatabase();
  }, installTimeoutMs);
  afterAll(async () => {
    await service?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const createIndex = (table: string, provider: string) =>
    api.post(`/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`, {
      index_name: `${table}_meaning`,
      index_type: 'vector',
      columns: ['body'],
      embedding_provider_id: provider,
    });
  const csvOf = (texts: readonly string[], first = 0) =>
    `id,body\n${texts.map((text, n) => `${first + n},${text}`).join('\n')}\n`;
  async function nearest(table: string, text: string): Promise<string> {
    const sql = `SELECT body FROM vector_search('${table}', 'body', '${text}', 1)`;
    const { status, body } = await api.query(database.id, sql);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.rows[0][0];
  }

  test('texts are found by what they mean, those of later loads too', async () => {
    const made = await api.post(path, {
      name: 'mine',
      provider_type: 'local',
      config: { model: minilm, dimensions: 384 },
    });
    expect([made.status, made.body]).toMatchObject([201, { provider_type: 'local' }]);
    await api.loadCsv(database.id, 'notes', csvOf(notes));
    const index = await createIndex('notes', made.body.id);
    expect([index.status, index.body.status]).toEqual([201, 'ready']);
    expect(await nearest('notes', 'pets that doze')).toBe(notes[0]);
    expect(await nearest('notes', 'monetary policy')).toBe(notes[1]);
    expect(await nearest('notes', 'cooking a vegetable dish')).toBe(notes[2]);
    const added = 'Snow closed the mountain passes';
    await api.loadCsv(database.id, 'notes', csvOf([added], 9), { mode: 'append' });
    expect(await nearest('notes', 'winter weather in the Alps')).toBe(added);
    const { body } = await api.query(
      database.id,
      'SELECT body, body_embedding FROM notes ORDER BY id',
    );
    const expected = await models.reference(body.rows.map(([text]: Json[]) => text));
    for (const [row, [, vector]] of body.rows.entries()) {
      const wanted = expected.vectors[row] ?? [];
      const off = Math.max(...wanted.map((value, place) => Math.abs(value - vector[place])));
      expect(off).toBeLessThan(1e-5);
    }
  });

  test('a provider of the settings is in every workspace', async () => {
    const shown = await api.get(`${path}/sys_emb_house`);
    expect(shown.body).toMatchObject({
      provider_type: 'local',
      has_secret: false,
      config: { model: minilm },
    });
    await api.loadCsv(database.id, 'house', csvOf(notes));
    expect((await createIndex('house', 'sys_emb_house')).status).toBe(201);
    expect(await nearest('house', 'trains')).toBe(notes[3]);
  });

  test('a provider is changed to models that are there alone, and never has a key', async () => {
    const made = await api.post(path, {
      name: 'changed',
      provider_type: 'local',
      config: { model: minilm },
    });
    const at = `${path}/${made.body.id}`;
    for (const [change, words] of [
      [{ config: { model: 'nowhere' } }, /'nowhere' is no model of this service/],
      [{ config: null }, /'model' is missing/],
      [{ config: { model: minilm, base_url: 'https://a.b' } }, /no property of a local provider/],
      [{ api_key: 'k' }, /takes no key/],
      [{ secret_name: 's' }, /takes no key/],
    ] as const) {
      const answer = await api.request('PUT', at, change);
      expect([answer.status, answer.body.error?.message]).toEqual([
        400,
        expect.stringMatching(words),
      ]);
      expect(answer.body.error.message).not.toContain(models.folder);
    }
    expect((await api.get(at)).body.config).toEqual({ model: minilm });
    const kept = await api.request('PUT', at, { config: { model: minilm, max_tokens: 64 } });
    expect(kept.status).toBe(200);
  });
});
