import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import pg from 'pg';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { type S3Server, startS3Server } from '../s3-server.ts';
import { type RunningService, startService } from '../service.ts';

export const bucket = 'quern';

/** A PostgreSQL database and an S3 bucket, and as many nodes on them as a test starts. */
export interface SharedBackends {
  readonly postgres: PostgresDatabase;
  readonly s3: S3Client;
  /** Settings of every node. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * A node in the folder `name`. The folder outlives the node: a second start with the name is a
   * restart.
   */
  startNode(name: string, env?: Readonly<Record<string, string>>): Promise<RunningService>;
  folderOf(name: string): string;
  /** Rows of one statement on the metadata, for facts that no endpoint shows. */
  metadata(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Keys in the bucket, sorted. */
  objects(): Promise<string[]>;
  /** Metadata binding in the store. */
  storeMark(): Promise<{ identity: string; mark: number }>;
  /** Stops everything started and removes all data. */
  remove(): Promise<void>;
}

export async function createSharedBackends(
  settings: Readonly<Record<string, string>> = {},
): Promise<SharedBackends> {
  const [server, postgres, folder] = await Promise.all([
    startS3Server(),
    createPostgresDatabase(),
    mkdtemp(join(tmpdir(), 'quern-shared-')),
  ]);
  const s3 = await bucketClient(server);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const nodes: RunningService[] = [];
  const env = {
    QUERN_METADATA_URL: postgres.url,
    QUERN_OBJECTS_URL: `s3://${bucket}/some/prefix?endpoint=${encodeURIComponent(server.endpoint)}`,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    ...settings,
  };
  return {
    postgres,
    s3,
    env,
    folderOf: (name) => join(folder, name),
    async startNode(name, more = {}) {
      const node = await startService({ dataDir: join(folder, name), env: { ...env, ...more } });
      nodes.push(node);
      return node;
    },
    metadata: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    objects: () => listKeys(s3),
    async storeMark() {
      const { Body } = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: 'some/prefix/quern-store.json' }),
      );
      return JSON.parse((await Body?.transformToString()) ?? '');
    },
    async remove() {
      await Promise.all(nodes.map((node) => endNode(node)));
      await client.end();
      await postgres.drop();
      s3.destroy();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A node that stands still, too. */
async function endNode(node: RunningService): Promise<void> {
  sendSignal(node, 'SIGCONT');
  await node.dispose();
}

/** No error where the node has ended. */
export function sendSignal({ pid }: RunningService, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function bucketClient({
  endpoint,
  accessKeyId,
  secretAccessKey,
}: S3Server): Promise<S3Client> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return client;
}

async function listKeys(client: S3Client): Promise<string[]> {
  const keys: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken }));
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return keys.sort();
}
