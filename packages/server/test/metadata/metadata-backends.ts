import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import {
  type Metadata,
  type MetadataKind,
  openMetadata,
} from '../../src/metadata/open-metadata.ts';
import { createPostgresDatabase } from '../postgres.ts';

export const metadataKinds: readonly MetadataKind[] = ['sqlite', 'postgres'];

/**
 * One empty metadata database, and as many connections to it as a test opens: each is what another
 * node would have.
 */
export interface MetadataBackend {
  readonly url: string;
  open(): Promise<Metadata>;
  /** Opens, and brings it to the newest schema. */
  openMigrated(): Promise<Metadata>;
  /** Closes what was opened and removes the database. */
  remove(): Promise<void>;
}

export async function createMetadataBackend(kind: MetadataKind): Promise<MetadataBackend> {
  const { url, drop } = kind === 'sqlite' ? createSqliteFile() : await createLocalizedPostgres();
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

/**
 * In a database whose own order of text is not that of its bytes, so that the columns have to say
 * theirs.
 */
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
