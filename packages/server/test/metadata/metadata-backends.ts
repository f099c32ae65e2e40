import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import {
  type Metadata,
  type MetadataKind,
  openMetadata,
} from '../../src/metadata/open-metadata.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';

export const metadataKinds: readonly MetadataKind[] = ['sqlite', 'postgres'];

/** One empty metadata database; each connection stands for another node. */
export interface MetadataBackend {
  readonly url: string;
  open(): Promise<Metadata>;
  /** Opens the database and migrates to the newest schema. */
  openMigrated(): Promise<Metadata>;
  /** Closes all connections and removes the database. */
  remove(): Promise<void>;
}

export async function createMetadataBackend(kind: MetadataKind): Promise<MetadataBackend> {
  return backendOf(kind === 'sqlite' ? createSqliteFile() : await createLocalizedPostgres());
}

/**
 * A database of the newest schema: a copy of one migration run in this process. Migrations take
 * 0.05 s of CPU on SQLite and 0.13 on PostgreSQL, without the server's own.
 */
export async function createMigratedBackend(kind: MetadataKind): Promise<MetadataBackend> {
  const made = templates.get(kind) ?? createTemplate(kind);
  templates.set(kind, made);
  const template = await made;
  if (kind === 'postgres') return backendOf(await createPostgresDatabase({ copyOf: template }));
  const file = createSqliteFile();
  copyFileSync(pathOf(template), pathOf(file.url));
  return backendOf(file);
}

/** Databases by address. */
const templates = new Map<MetadataKind, Promise<string>>();

async function createTemplate(kind: MetadataKind): Promise<string> {
  const { url, drop } = kind === 'sqlite' ? createSqliteFile() : await createLocalizedPostgres();
  const metadata = await openMetadata(url);
  await migrateMetadata(metadata, 0);
  await metadata.close();
  // PostgreSQL's database goes with the server.
  if (kind === 'sqlite') process.once('exit', drop);
  return url;
}

function backendOf({ url, drop }: Pick<PostgresDatabase, 'url' | 'drop'>): MetadataBackend {
  const opened: Metadata[] = [];
  const open = async () => {
    const metadata = await openMetadata(url);
    opened.push(metadata);
    return metadata;
  };
  return {
    url,
    open,
    async openMigrated() {
      const metadata = await open();
      await migrateMetadata(metadata, 0);
      return metadata;
    },
    async remove() {
      for (const metadata of opened) await metadata.close();
      await drop();
    },
  };
}

/** The database's own order of text is not by bytes, so columns have to declare theirs. */
function createLocalizedPostgres() {
  return createPostgresDatabase({ icuLocale: 'en-US' });
}

function createSqliteFile() {
  const directory = mkdtempSync(join(tmpdir(), 'quern-metadata-'));
  return {
    url: `sqlite:${join(directory, 'metadata.db')}`,
    drop: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

const pathOf = (url: string) => url.slice('sqlite:'.length);
