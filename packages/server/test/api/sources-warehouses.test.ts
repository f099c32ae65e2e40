/**
 * Types of sources that are services, through the service: discovery, sync, SQL and all formats of
 * a result hold what docs/types.md says.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldSchema } from '../../src/sources/bigquery/schema.ts';
import { canRunPython, installTimeoutMs } from '../clients/python-environment.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';
import { fieldOf, restOf } from '../sources/bigquery-values.ts';
import { BigqueryWire } from '../sources/bigquery-wire.ts';
import { type IcebergCatalog, startIcebergCatalog } from '../sources/iceberg-catalog.ts';
import { expectInFormats } from '../sources/result-formats.ts';
import { serveTypes } from '../sources/snowflake-values.ts';
import { SnowflakeWire } from '../sources/snowflake-wire.ts';
import { documentedTypes } from '../sources/source-fixture.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-warehouses-')));
let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService({ env: { QUERN_SOURCES_ALLOW: `* ${folder}` } });
  api = service.api();
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true });
});

/** Gives the ids of the connection, and of a database that has it as a catalog. */
async function connect(
  connection: Json,
): Promise<{ readonly id: string; readonly database: string }> {
  const made = await api.post('/v1/connections', connection);
  expect([made.status, made.body.discovery_status, made.body.discovery_error]).toEqual([
    201,
    'success',
    null,
  ]);
  const database = await api.createDatabase({ name: `of ${connection.name}` });
  await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
  return { id: made.body.id, database: database.id };
}

test('values of each type of Snowflake are in all formats of a result as documented', async () => {
  const documented = documentedTypes('Types of Snowflake as a source');
  const wire = await new SnowflakeWire().start();
  try {
    serveTypes(wire, documented);
    const config = {
      ...{ account: 'acme', user: 'me', password: 'any', warehouse: 'wh', database: 'shop' },
      host: wire.origin,
    };
    const { database } = await connect({ name: 'snow', source_type: 'snowflake', config });
    await expectInFormats(api, database, 'snow.public.t', documented);
  } finally {
    await wire.stop();
  }
});

test('values of each type of BigQuery are in all formats of a result as documented', async () => {
  // Twelve digits of a second come over the Storage Read API alone, and an array is never null.
  const documented = documentedTypes('Types of BigQuery as a source').filter(
    ({ sourceType }) => sourceType !== 'TIMESTAMP(12)' && !sourceType.startsWith('ARRAY'),
  );
  const described = documented.map(({ sourceType }, index) => fieldOf(sourceType, `c${index}`));
  const wire = await new BigqueryWire().start();
  try {
    wire.fields = described;
    const values = documented.map(({ text }, index) => ({
      v: restOf(described[index] as FieldSchema, text),
    }));
    wire.pages = [[{ f: values }, { f: described.map(() => ({ v: null })) }]];
    const config = { project_id: 'acme-shop', host: wire.origin };
    const { database } = await connect({ name: 'big', source_type: 'bigquery', config });
    await expectInFormats(api, database, 'big.shop.t', documented);
  } finally {
    await wire.stop();
  }
});

describe.skipIf(!canRunPython())('Iceberg (pyiceberg)', () => {
  const documented = documentedTypes('Types of Iceberg as a source');
  let catalog: IcebergCatalog;
  beforeAll(async () => {
    catalog = await startIcebergCatalog(folder, documented);
  }, installTimeoutMs);
  afterAll(() => catalog?.stop());

  test('values of each type are in all formats of a result, tables are joined, and the token is kept apart', async () => {
    const secret = { client_id: 'reader', client_secret: 'pass word&' };
    const config = { uri: catalog.uri, ...secret };
    const { id, database } = await connect({ name: 'ice', source_type: 'iceberg', config });
    const expected = documented.map(({ sourceType, type, text }) => ({
      type,
      text: text === '' && sourceType !== 'string' ? null : text,
    }));
    await expectInFormats(api, database, 'ice.main.types', expected);
    const sql = `SELECT count(*), count(e.gone) FROM ice.main.evolved e JOIN ice."Odd One"."T.1" o ON e.share = o."a b" OR e.id > 100`;
    const joined = await api.query(database, sql);
    expect([joined.body.error?.message, joined.body.rows]).toEqual([undefined, [[2, 1]]]);
    const asked = { connection_id: id, schema_name: 'main', table_name: 'deleted', data: true };
    expect((await api.post('/v1/refresh', asked)).body).toMatchObject({ rows_synced: 89 });
    expect((await api.get(`/v1/connections/${id}/health`)).body).toMatchObject({ healthy: true });
    const told = await Promise.all(
      [`/v1/connections/${id}`, '/v1/jobs', '/v1/secrets'].map((path) => api.get(path)),
    );
    const shown = JSON.stringify(told.map(({ body }) => body)) + JSON.stringify(service.log);
    expect(shown).not.toContain('pass word&');
  });
});
