/** A table on each kind of server that is reached over one port, which may be a proxy's. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { canRunPython } from '../clients/python-environment.ts';
import type { Lane } from '../lane.ts';
import { hasMariaDb, startMariaDb } from '../mariadb.ts';
import { createPostgresDatabase } from '../postgres.ts';
import { canRunS3Server, startS3Server } from '../s3-server.ts';
import { answerRange } from './answer-range.ts';
import { startBigqueryEmulator } from './bigquery-emulator.ts';
import { typeHeadings } from './conformance/subject.ts';
import { moveLake, unpackLake } from './ducklake-fixture.ts';
import { startFakesnow } from './fakesnow.ts';
import { startIcebergCatalog } from './iceberg-catalog.ts';
import { documentedTypes } from './source-fixture.ts';

export interface BreakableSource {
  readonly schema: string;
  readonly table: string;
  readonly rows: number;
  /** Port of the server itself. */
  readonly port: number;
  /** Configuration of a connection through another port. */
  config(port: number): Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

export interface Breakable {
  readonly type: string;
  readonly isHere: boolean;
  readonly lane?: Lane;
  /** The catalog is elsewhere: the server has only the rows. */
  readonly isOfRows?: boolean;
  start(): Promise<BreakableSource>;
}

const rows = 20_000;

/** Rows of `wide` are some 40 bytes each. */
async function startPostgres(): Promise<BreakableSource> {
  const database = await createPostgresDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `CREATE TABLE wide AS SELECT i AS id, md5(i::text) AS hash FROM generate_series(1, ${rows}) AS i`,
  );
  await client.end();
  const { hostname: host, port, username: user, password, pathname } = new URL(database.url);
  const fields = { host, user, password, database: pathname.slice(1) };
  return {
    ...{ schema: 'public', table: 'wide', rows, port: Number(port) },
    config: (other) => ({ ...fields, port: other }),
    stop: () => database.drop(),
  };
}

async function startMysql(): Promise<BreakableSource> {
  const server = await startMariaDb();
  const client = await server.connect();
  await client.query(`CREATE DATABASE shop; USE shop; CREATE TABLE wide AS
    SELECT seq AS id, md5(seq) AS hash FROM seq_1_to_${rows}`);
  await client.end();
  const { host, port, password } = server;
  const fields = { host, user: 'quern', password, database: 'shop' };
  return {
    ...{ schema: 'shop', table: 'wide', rows, port },
    config: (other) => ({ ...fields, port: other }),
    stop: () => server.stop(),
  };
}

async function startSnowflake(): Promise<BreakableSource> {
  const server = await startFakesnow();
  await server.run('SHOP', [
    `CREATE TABLE wide AS SELECT seq4() AS id, md5('x' || seq4()) AS hash FROM TABLE(GENERATOR(ROWCOUNT => ${rows}))`,
  ]);
  const account = { account: 'acme', user: 'me', password: 'any', warehouse: 'wh' };
  return {
    ...{ schema: 'PUBLIC', table: 'WIDE', rows, port: Number(new URL(server.origin).port) },
    config: (port) => ({ ...account, database: 'shop', host: `http://127.0.0.1:${port}` }),
    stop: () => server.stop(),
  };
}

/** Over pages of REST; the Storage Read API has a port of its own (bigquery-wire.test.ts). */
async function startBigquery(): Promise<BreakableSource> {
  const server = await startBigqueryEmulator();
  const project = 'acme-shop';
  const datasetReference = { datasetId: 'shop' };
  await server.post(`/projects/${project}/datasets`, { datasetReference, location: 'EU' });
  await server.run(project, [
    `CREATE TABLE shop.wide AS SELECT i AS id, CONCAT('a text of some length ', CAST(i AS STRING)) AS label FROM UNNEST(GENERATE_ARRAY(1, ${rows})) AS i`,
  ]);
  return {
    ...{ schema: 'shop', table: 'wide', rows, port: Number(new URL(server.origin).port) },
    config: (port) => ({ project_id: project, host: `http://127.0.0.1:${port}` }),
    stop: () => server.stop(),
  };
}

const wideCsv = () =>
  Buffer.from(
    `id,label\n${Array.from({ length: rows }, (_unused, at) => `${at},a text of some length ${at}\n`).join('')}`,
  );

async function startWeb(): Promise<BreakableSource> {
  const file = wideCsv();
  const server = createServer((request, response) => answerRange(request, response, file));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ schema: 'main', table: 'wide', rows, port: (server.address() as AddressInfo).port },
    config: (port) => ({ urls: `http://127.0.0.1:${port}/wide.csv` }),
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Files = readonly (readonly [name: string, bytes: Buffer])[];

/** A bucket `exports` of the files. */
async function startBucket(files: Files) {
  const server = await startS3Server();
  const { endpoint } = server;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'exports' }));
  for (const [Key, Body] of files)
    await client.send(new PutObjectCommand({ Bucket: 'exports', Key, Body }));
  client.destroy();
  return { server, port: Number(new URL(endpoint).port) };
}

async function startS3(): Promise<BreakableSource> {
  const { server, port } = await startBucket([['wide.csv', wideCsv()]]);
  const keys = { access_key_id: server.accessKeyId, secret_access_key: server.secretAccessKey };
  return {
    ...{ schema: 'main', table: 'wide', rows, port },
    config: (other) => ({ bucket: 'exports', endpoint: `http://127.0.0.1:${other}`, ...keys }),
    stop: () => server.stop(),
  };
}

/** The catalog is a file, the data are in a bucket. */
async function startDucklake(): Promise<BreakableSource> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-breakable-')));
  const lake = unpackLake('sqlite', folder);
  moveLake(lake);
  const entries = readdirSync(lake.dataPath, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(lake.dataPath.length), readFileSync(path)] as const);
  const { server, port } = await startBucket(files);
  const catalog = { catalog_url: `sqlite:${lake.catalog}`, data_path: 's3://exports/' };
  const { accessKeyId: s3_access_key_id, secretAccessKey: s3_secret_access_key } = server;
  return {
    ...{ schema: 'main', table: 'plain', rows: 400, port },
    config: (other) => ({
      ...{ ...catalog, s3_access_key_id, s3_secret_access_key },
      s3_endpoint: `http://127.0.0.1:${other}`,
    }),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The catalog breaks; the files are in a folder. */
async function startIceberg(): Promise<BreakableSource> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-breakable-')));
  const catalog = await startIcebergCatalog(folder, documentedTypes(typeHeadings.iceberg));
  await catalog.change('make');
  return {
    ...{ schema: 'main', table: 'orders', rows: 2, port: Number(new URL(catalog.uri).port) },
    config: (port) => ({
      uri: `http://127.0.0.1:${port}/catalog`,
      ...{ client_id: 'reader', client_secret: 'pass word&' },
    }),
    async stop() {
      await catalog.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export const breakables: readonly Breakable[] = [
  { type: 'postgres', isHere: true, start: startPostgres },
  { type: 'mysql', isHere: hasMariaDb, start: startMysql },
  { type: 'snowflake', isHere: canRunPython(), lane: 'slow', start: startSnowflake },
  { type: 'bigquery', isHere: canRunPython(), lane: 'slow', start: startBigquery },
  { type: 'ducklake', isHere: canRunS3Server(), isOfRows: true, start: startDucklake },
  { type: 'iceberg', isHere: canRunPython(), lane: 'slow', start: startIceberg },
  { type: 's3', isHere: canRunS3Server(), start: startS3 },
  { type: 'https', isHere: true, start: startWeb },
];
