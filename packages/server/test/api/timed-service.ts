import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSettings } from '../../src/config/settings.ts';
import type { MetadataKind } from '../../src/metadata/open-metadata.ts';
import { bootstrap } from '../../src/start/bootstrap.ts';
import { addressOf, compose, type Service } from '../../src/start/compose.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMetadataBackend } from '../metadata/metadata-backends.ts';
import { Api, testToken } from '../service.ts';

/** The whole service in the test's process, on a clock that the test moves. */
export interface TimedService {
  readonly clock: ManualClock;
  readonly service: Service;
  readonly api: Api;
  /** Another process continues with the data of the last one. */
  restart(): Promise<void>;
  /** Every row of the metadata as text, by table. */
  rows(): Promise<ReadonlyMap<string, readonly string[]>>;
  objectKeys(): Promise<string[]>;
  dispose(): Promise<void>;
}

export async function startTimedService(
  kind: MetadataKind,
  more: Readonly<Record<string, string>> = {},
): Promise<TimedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quern-timed-'));
  const backend = await createMetadataBackend(kind);
  const clock = new ManualClock();
  const env = {
    QUERN_DATA_DIR: dataDir,
    QUERN_METADATA_URL: backend.url,
    QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
    QUERN_BOOTSTRAP_TOKEN: testToken,
    QUERN_SAMPLE: 'off',
    QUERN_LOG_LEVEL: 'silent',
    QUERN_WORKERS: '1',
    QUERN_MEMORY: '1GiB',
    ...more,
  };
  const start = async () => {
    const service = await compose(readSettings(env, { cores: 1, memoryBytes: 2 ** 33 }), clock);
    await bootstrap(service.services);
    await service.start({ host: '127.0.0.1', port: 0 });
    return { service, api: new Api(addressOf(service.app), testToken) };
  };
  let running = await start();
  return {
    clock,
    get service() {
      return running.service;
    },
    get api() {
      return running.api;
    },
    async restart() {
      await running.service.stop(5_000);
      running = await start();
    },
    rows: () => rowsOf(running.service.services.metadata),
    async objectKeys() {
      const keys: string[] = [];
      for await (const { key } of running.service.services.objects.list('')) keys.push(key);
      return keys;
    },
    async dispose() {
      await running.service.stop(5_000);
      await backend.remove();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function rowsOf({
  db,
  kind,
}: Service['services']['metadata']): Promise<Map<string, string[]>> {
  const names =
    kind === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const found = new Map<string, string[]>();
  for (const { name } of (await names.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found.set(
      name,
      rows
        .map((row) =>
          JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        )
        .sort(),
    );
  }
  return found;
}
