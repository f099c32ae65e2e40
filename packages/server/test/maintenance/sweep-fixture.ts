import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ForkDatabaseRequest } from '@quern/contract';
import { pino } from 'pino';
import { readSettings } from '../../src/config/settings.ts';
import { rememberRows } from '../../src/finding/remembered-rows.ts';
import { createJobStore } from '../../src/jobs/job-store.ts';
import { newId, newObjectName } from '../../src/kernel/ids.ts';
import { commitLoad } from '../../src/lake/commit-load.ts';
import { LakeCatalogs } from '../../src/lake/lake-catalogs.ts';
import type { LakeFile, LakeTable } from '../../src/lake/model.ts';
import { Turns } from '../../src/locking/turns.ts';
import { createLocks } from '../../src/metadata/locks.ts';
import { createNodes } from '../../src/metadata/nodes.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { insertWorkspace } from '../../src/metadata/workspace-store.ts';
import { lakeFileKey, storeMarkKey } from '../../src/objects/keys.ts';
import { openObjectStore } from '../../src/objects/open-object-store.ts';
import { forkDatabase } from '../../src/operations/databases/fork-database.ts';
import { insertDatabase, insertDatabases } from '../../src/operations/databases/insert-database.ts';
import { resetDatabase } from '../../src/operations/databases/reset-database.ts';
import type { Services } from '../../src/start/services.ts';
import { bindStore } from '../../src/store/bind-store.ts';
import { ManualClock } from '../manual-clock.ts';
import { createMigratedBackend } from '../metadata/metadata-backends.ts';

export const dayMs = 86_400_000;
export const graceMs = 3_600_000;

/**
 * The services that maintenance works with: real metadata, real objects on disk, and a clock that
 * the test moves.
 */
export interface SweepFixture {
  readonly services: Services;
  readonly metadata: Metadata;
  readonly clock: ManualClock;
  /** Another process on the same metadata and objects. */
  node(): Services;
  /**
   * Stores an object as old as the clock says: what a sweep takes for its age is the file's own
   * time.
   */
  store(key: string, text?: string): Promise<string>;
  /** Sets the time of a file below `objects/` to the clock's. */
  date(path: string): void;
  objectKeys(prefix?: string): Promise<string[]>;
  workspace(): Promise<string>;
  database(workspaceId: string, expiresAt?: number | null): Promise<{ id: string; lakeId: string }>;
  /** A number of databases at once, with labels made from ids. */
  databases(
    workspaceId: string,
    count: number,
    expiresAt: number | null,
    batchId?: string,
  ): Promise<void>;
  /** Through the operations, as a request would; an error is theirs. Gives ids as `database`. */
  fork(
    workspaceId: string,
    databaseId: string,
    body?: ForkDatabaseRequest,
  ): Promise<{ id: string; lakeId: string }>;
  reset(workspaceId: string, databaseId: string): Promise<void>;
  /**
   * Commits a table version of one new file; `rewrite` keeps the old files too, in a manifest that
   * is written anew. Gives the file's key.
   */
  load(lakeId: string, table: string, mode?: LoadMode): Promise<string>;
  remove(): Promise<void>;
}

const template = {
  defaultCatalog: 'default',
  defaultSchema: 'main',
  schemas: [{ name: 'main', tables: [] }],
};

export const never = new AbortController().signal;

/** `more`: settings. The default collects unnamed objects as soon as found. */
export async function createSweepFixture(
  kind: 'sqlite' | 'postgres',
  more: Readonly<Record<string, string>> = {},
): Promise<SweepFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quern-sweep-'));
  const backend = await createMigratedBackend(kind);
  const metadata = await backend.openMigrated();
  const clock = new ManualClock();
  const secretKey = new Uint8Array(32).fill(1);
  const objects = await openObjectStore({ url: 'file:', dataDir, cacheBytes: 0, secretKey, clock });
  const env = {
    QUERN_DATA_DIR: dataDir,
    QUERN_ORPHAN_GRACE: String(graceMs / 1000),
    QUERN_COLLECT_WAIT: '0',
    QUERN_COLLECT_SHARE: '100',
    ...more,
  };
  const settings = readSettings(env, { cores: 2, memoryBytes: 2 ** 33 });
  const node = (): Services => {
    const part: Partial<Services> = {
      settings,
      clock,
      log: pino({ level: 'silent' }),
      nodeId: newId('node'),
      metadata,
      nodes: createNodes(metadata, clock, 30_000),
      locks: createLocks(metadata, clock),
      turns: new Turns(),
      remembered: rememberRows(metadata),
      jobs: createJobStore(metadata, clock),
      objects,
      lakes: new LakeCatalogs(metadata.db),
    };
    return part as Services;
  };
  const services = node();
  await bindStore(services);
  const organizationId = newId('organization');
  await metadata.db
    .insertInto('organizations')
    .values({ id: organizationId, name: 'o', created_at: 0 })
    .execute();
  const date = (path: string) => {
    const seconds = clock.now() / 1000;
    utimesSync(join(dataDir, 'objects', path), seconds, seconds);
  };
  const store = async (key: string, text = 'bytes') => {
    await objects.putBytes(key, Buffer.from(text));
    date(key);
    return key;
  };
  return {
    services,
    metadata,
    clock,
    node,
    store,
    date,
    async objectKeys(prefix = '') {
      const keys: string[] = [];
      for await (const { key } of objects.list(prefix)) if (key !== storeMarkKey) keys.push(key);
      return keys;
    },
    workspace: () =>
      metadata.transaction((trx) =>
        insertWorkspace(trx, { organizationId, name: 'w', now: clock.now() }),
      ),
    async database(workspaceId, expiresAt = null) {
      const row = await metadata.transaction((trx) =>
        insertDatabase(trx, {
          workspaceId,
          name: newObjectName(),
          template,
          expiresAt,
          batchId: null,
          createdBy: 'test',
          now: clock.now(),
        }),
      );
      return { id: row.id, lakeId: row.default_connection_id };
    },
    async databases(workspaceId, count, expiresAt, batchId) {
      const alike = {
        workspaceId,
        template,
        expiresAt,
        batchId: batchId ?? null,
        createdBy: 'test',
        now: clock.now(),
      };
      for (let made = 0; made < count; made += 200) {
        const names = Array.from({ length: Math.min(200, count - made) }, () => null);
        await metadata.transaction((trx) => insertDatabases(trx, alike, names));
      }
    },
    async fork(workspaceId, databaseId, body = {}) {
      const reply = await forkDatabase(services, requestOf(workspaceId, databaseId, body));
      if (!('body' in reply)) throw new Error('a fork is answered by a body');
      return { id: reply.body.id, lakeId: reply.body.default_connection_id };
    },
    async reset(workspaceId, databaseId) {
      await resetDatabase(services, requestOf(workspaceId, databaseId, undefined));
    },
    load: async (lakeId, table, mode = 'replace') => {
      const key = await store(lakeFileKey(lakeId));
      await commitFile(services, { lakeId, table, mode, key });
      return key;
    },
    async remove() {
      await objects.close();
      await backend.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fields of a request that operations on a database read. */
// biome-ignore lint/suspicious/noExplicitAny: the rest of a request is not looked at.
function requestOf(workspaceId: string, databaseId: string, body: unknown): any {
  const principal = { tokenId: 'test', databaseId: null };
  return { scope: { workspaceId, principal }, params: { database_id: databaseId }, body };
}

type LoadMode = 'replace' | 'append' | 'rewrite';

interface FileCommit {
  readonly lakeId: string;
  readonly table: string;
  readonly mode: LoadMode;
  readonly key: string;
}

async function filesOf(lakes: LakeCatalogs, table: LakeTable | null): Promise<LakeFile[]> {
  const manifests = table?.version ? await lakes.manifestsOf(table.version) : [];
  return manifests.flatMap(({ files }) => files);
}

async function commitFile({ metadata, lakes, clock }: Services, load: FileCommit): Promise<void> {
  const { lakeId, table, mode, key } = load;
  const found = (await lakes.read(lakeId))?.schemas.get('main')?.get(table) ?? null;
  const kept = mode === 'append' ? (found?.version ?? null) : null;
  const file: LakeFile = { key, rowCount: 1, sizeBytes: 5, footerBytes: 1, columns: {} };
  const content = {
    columns: [],
    files: [...(mode === 'rewrite' ? await filesOf(lakes, found) : []), file],
    keptManifestIds: kept?.manifestIds ?? [],
    keptRows: kept?.rowCount ?? 0,
    keptBytes: kept?.sizeBytes ?? 0,
    keptFiles: kept?.fileCount ?? 0,
  };
  const target = { lakeId, schema: 'main', table, found };
  await metadata.transaction((trx) => commitLoad(trx, target, content, mode, clock.now()));
}
