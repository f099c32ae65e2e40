/** Kinds of sources that are files elsewhere: in a bucket, or on the web. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { canRunS3Server, startS3Server } from '../../s3-server.ts';
import { answerRange } from '../answer-range.ts';
import { type Relay, startRelay } from '../relay.ts';
import { documentedTypes } from '../source-fixture.ts';
import { type RunningSubject, type Subject, typeHeadings } from './subject.ts';

const documented = documentedTypes(typeHeadings.duckdb).filter(
  ({ sourceType, type }) => type === sourceType,
);
const rows = 'id,label,amount\n1,ü,0.5\n2,,1.25\n';

/** Parquet of the documented types that Parquet has, and of nulls. */
async function typesFile(folder: string): Promise<Buffer> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'types.parquet');
  const columns = documented.map(
    ({ sourceType, value }, index) => `CAST(${value} AS ${sourceType}) AS v${index}`,
  );
  const nulls = documented.map(({ sourceType }) => `CAST(NULL AS ${sourceType})`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} UNION ALL SELECT ${nulls.join(', ')}) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

interface Store {
  put(name: string, bytes: Buffer | string): Promise<void>;
  remove(name: string): Promise<void>;
}

async function filesSubject(
  folder: string,
  store: Store,
  relay: Relay,
): Promise<Omit<RunningSubject, 'config' | 'secrets' | 'wrong' | 'stop'>> {
  await store.put('orders.csv', rows);
  await store.put('Straße "x".csv', 'Größe,select\n7,yes\n');
  await store.put('types.parquet', await typesFile(folder));
  return {
    schema: 'main',
    orders: 'orders',
    odd: { schema: 'main', table: 'Straße "x"', row: { Größe: 7, select: 'yes' } },
    types: { schema: 'main', tables: ['types'], documented },
    add: () => store.put('orders.csv', `${rows}3,c,2\n`),
    alter: () => store.put('orders.csv', 'id,label,amount\n1,7,0.5\n2,7,1.25\n3,7,2\n'),
    drop: () => store.remove('orders.csv'),
    breakOff: relay.cut,
    mend: relay.mend,
  };
}

export const s3: Subject = {
  type: 's3',
  isTypedByValues: true,
  server: 'versitygw',
  isHere: canRunS3Server(),
  says: { notNull: false, key: false, comments: [] },
  async start(folder) {
    const server = await startS3Server();
    const relay = await startRelay(Number(new URL(server.endpoint).port));
    const client = new S3Client({
      ...{ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true },
    });
    const Bucket = 'exports';
    await client.send(new CreateBucketCommand({ Bucket }));
    const store: Store = {
      async put(Key, Body) {
        await client.send(new PutObjectCommand({ Bucket, Key, Body }));
      },
      async remove(Key) {
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
      },
    };
    return {
      ...(await filesSubject(join(folder, 's3'), store, relay)),
      config: {
        ...{ bucket: Bucket, endpoint: `http://127.0.0.1:${relay.port}` },
        ...{ access_key_id: server.accessKeyId, secret_access_key: server.secretAccessKey },
      },
      secrets: [server.secretAccessKey],
      wrong: [
        ['key', { secret_access_key: 'wrong-password' }, /key/],
        ['bucket', { bucket: 'gone-bucket' }, /'gone-bucket'/],
        ['host', { endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1/],
      ],
      async stop() {
        client.destroy();
        await relay.close();
        await server.stop();
      },
    };
  },
};

export const https: Subject = {
  type: 'https',
  isTypedByValues: true,
  isList: true,
  server: 'an HTTP server',
  says: { notNull: false, key: false, comments: [] },
  async start(folder) {
    const files = new Map<string, Buffer>();
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      const file = files.get(decodeURIComponent(pathname).slice(1));
      if (!file) return void response.writeHead(404).end();
      answerRange(request, response, file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const relay = await startRelay((server.address() as AddressInfo).port);
    const store: Store = {
      async put(name, bytes) {
        files.set(name, Buffer.from(bytes));
      },
      async remove(name) {
        files.delete(name);
      },
    };
    const origin = `http://127.0.0.1:${relay.port}`;
    const names = ['orders.csv', 'Straße "x".csv', 'types.parquet'];
    return {
      ...(await filesSubject(join(folder, 'web'), store, relay)),
      config: {
        urls: names
          .map((name) => `${origin}/${encodeURIComponent(name)}?sig=hidden-signature`)
          .join('\n'),
      },
      secrets: ['hidden-signature'],
      wrong: [
        ['host', { urls: 'http://127.0.0.1:1/a.csv' }, /127\.0\.0\.1/],
        ['path', { urls: `${origin}/gone.csv` }, /gone\.csv/],
      ],
      async stop() {
        await relay.close();
        server.closeAllConnections();
        server.close();
      },
    };
  },
};
