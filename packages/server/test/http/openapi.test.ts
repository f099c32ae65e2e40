import { endpoints } from '@quern/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/operations.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let document: Json;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  document = (await api.get('/openapi.json')).body;
});
afterAll(() => service.dispose());

/** Every `$ref` of the document, however deep. */
function referencesOf(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesOf(inner),
  );
}

const resolve = (reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((value: Json, part) => value?.[part], document);

function operationsOf(paths: Json): { path: string; method: string; operation: Json }[] {
  return Object.entries(paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

describe('/openapi.json', () => {
  test('lists exactly the operations that are built, under their method and path', () => {
    const listed = operationsOf(document.paths).map(({ path, method, operation }) => [
      operation.operationId,
      method,
      path,
    ]);
    const built = endpoints
      .filter(({ operationId }) => operationId in operations)
      .map(({ operationId, method, path }) => [operationId, method.toLowerCase(), path]);
    expect(listed.sort()).toEqual(built.sort());
  });

  test('each listed operation has a route, as no credential is 401 there', async () => {
    for (const { path, method } of operationsOf(document.paths)) {
      const response = await fetch(service.origin + path.replace(/\{\w+\}/g, 'x'), {
        method: method.toUpperCase(),
      });
      expect([method, path, response.status]).toEqual([
        method,
        path,
        path.startsWith('/v1/auth/') ? 400 : 401,
      ]);
    }
  });

  test('is an OpenAPI 3.1 document that needs no credential, whose references all resolve', async () => {
    const anonymous = await fetch(`${service.origin}/openapi.json`);
    expect([anonymous.status, anonymous.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Quern', version: '1.0.0' },
    });
    const references = referencesOf(document);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\//);
      expect([reference, typeof resolve(reference)]).toEqual([reference, 'object']);
    }
    for (const { path, operation } of operationsOf(document.paths)) {
      const declared = operation.parameters
        .filter((row: Json) => row.in === 'path')
        .map((row: Json) => row.name);
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      if (!path.startsWith('/v1/auth/')) expect(operation.security).not.toEqual([]);
      expect(operation.responses).toHaveProperty('401');
    }
  });

  test('its server is the public address where one is set', async () => {
    const named = await startService({ env: { QUERN_PUBLIC_URL: 'https://quern.example.com/' } });
    expect((await named.api().get('/openapi.json')).body.servers).toEqual([
      { url: 'https://quern.example.com' },
    ]);
    await named.dispose();
  });

  test('what the service answers keeps the schemas that the document promises', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'document', components: document.components });
    const database = await api.createDatabase({
      schemas: [{ name: 'a', tables: [{ name: 't', key: ['id'] }] }],
    });
    const scoped = api.with({ 'x-database-id': database.id });
    await api.loadCsv(database.id, 'numbers', 'n\n1\n2\n');
    const query = await scoped.post('/v1/query', { sql: 'SELECT * FROM numbers' });
    const job = await api.load(database.id, 'numbers', { data: 'n\n3\n', async: true });
    const wanted: [method: string, path: string, template: string, body?: unknown][] = [
      ['GET', '/v1/workspaces', '/v1/workspaces'],
      ['POST', '/v1/workspaces', '/v1/workspaces', {}],
      ['GET', '/v1/tokens', '/v1/tokens'],
      ['POST', '/v1/tokens', '/v1/tokens', { kind: 'organization' }],
      ['GET', '/v1/databases', '/v1/databases'],
      ['POST', '/v1/databases', '/v1/databases', { name: 'x' }],
      ['POST', '/v1/databases', '/v1/databases', { nome: 'x' }],
      ['GET', '/v1/databases/count', '/v1/databases/count'],
      ['GET', `/v1/databases/${database.id}`, '/v1/databases/{database_id}'],
      ['GET', '/v1/databases/unknown', '/v1/databases/{database_id}'],
      [
        'POST',
        `/v1/databases/${database.id}/schemas`,
        '/v1/databases/{database_id}/schemas',
        { name: 's' },
      ],
      [
        'POST',
        `/v1/databases/${database.id}/schemas/s/tables`,
        '/v1/databases/{database_id}/schemas/{schema}/tables',
        { name: 't' },
      ],
      ['POST', '/v1/query', '/v1/query', { sql: 'SELECT 1' }],
      ['GET', '/v1/query-runs', '/v1/query-runs'],
      ['GET', `/v1/query-runs/${query.body.query_run_id}`, '/v1/query-runs/{id}'],
      ['GET', '/v1/results', '/v1/results'],
      ['GET', `/v1/results/${query.body.result_id}`, '/v1/results/{id}'],
      ['GET', '/v1/jobs', '/v1/jobs'],
      ['GET', `/v1/jobs/${job.body.id}`, '/v1/jobs/{id}'],
      ['POST', '/v1/uploads', '/v1/uploads', {}],
      [
        'GET',
        `/v1/information_schema?include_columns=true&connection_id=${database.default_connection_id}`,
        '/v1/information_schema',
      ],
    ];
    for (const [method, path, template, body] of wanted) {
      const answer = await scoped.request(method, path, body);
      const operation = document.paths[template][method.toLowerCase()];
      const schema = operation.responses[answer.status]?.content['application/json'].schema;
      expect([path, answer.status, schema === undefined]).toEqual([path, answer.status, false]);
      const validate = ajv.compile(absolute(schema));
      expect([path, validate(answer.body), validate.errors]).toEqual([path, true, null]);
    }
  });
});

/** The schema with references into the added document. */
function absolute(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
}

describe('/docs/api', () => {
  test('loads with every file from the service itself, and allows nothing else', async () => {
    const page = await fetch(`${service.origin}/docs/api`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const url = new URL(link, page.url.endsWith('/') ? page.url : `${page.url}/`);
      expect(url.origin).toBe(service.origin);
      const file = await fetch(url);
      expect([link, file.status]).toEqual([link, 200]);
      if (link.endsWith('swagger-initializer.js'))
        expect(await file.text()).not.toMatch(/['"]https?:\/\//);
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\.io|upgrade-insecure-requests/);
  });

  test('shows the served document', async () => {
    expect((await api.get('/docs/api/json')).body).toEqual(document);
  });

  test('sends of a file what is asked for, and not what the browser has', async () => {
    const url = `${service.origin}/docs/api/static/swagger-ui.css`;
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, (await part.text()).length]).toEqual([206, 3]);
    // Else fetch asks all caches to be left out.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const known = await fetch(url, { headers });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });
});
