import type { DatabaseRow } from '../metadata/database-store.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { Remembered } from '../metadata/remembered.ts';
import type { LiveToken } from '../scope/token-store.ts';

/** A catalog that a database shows, and where its lake is. */
export interface CatalogRow {
  readonly lakeId: string;
  readonly head: number;
  readonly names: readonly string[];
  readonly defaultSchema: string | null;
  /** Of the database whose catalog it is; milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/** A token that another node or the command line revokes, and a workspace that they delete, is refused within so long. */
const acrossProcessesMs = 1000;

/**
 * Rows that every query asks for. What this process changes holds at once. With SQLite no other process changes databases or
 * what is in them (ARCHITECTURE.md, invariant 16); with PostgreSQL other nodes do, so they are read each time.
 */
export interface RememberedRows {
  readonly tokens: Remembered<LiveToken>;
  readonly workspaces: Remembered<string>;
  readonly databases: Remembered<DatabaseRow>;
  readonly catalogs: Remembered<readonly CatalogRow[]>;
}

export function rememberRows({ changes, kind }: Metadata): RememberedRows {
  const ownMs = kind === 'sqlite' ? acrossProcessesMs : 0;
  return {
    tokens: new Remembered(changes, ['tokens', 'workspaces'], acrossProcessesMs),
    workspaces: new Remembered(changes, ['workspaces'], acrossProcessesMs),
    databases: new Remembered(changes, ['databases'], ownMs),
    catalogs: new Remembered(changes, ['lakes', 'databases', 'database_attachments'], ownMs),
  };
}
