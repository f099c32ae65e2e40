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

/** A token that another node revokes, and a workspace that it deletes, is refused within so long. */
const acrossNodesMs = 1000;

/**
 * Rows that every query asks for. What this process changes holds at once, and with SQLite what others change in the file. With
 * PostgreSQL other nodes change databases and what is in them, so these are read each time.
 */
export interface RememberedRows {
  readonly tokens: Remembered<LiveToken>;
  readonly workspaces: Remembered<string>;
  readonly databases: Remembered<DatabaseRow>;
  readonly catalogs: Remembered<readonly CatalogRow[]>;
}

export function rememberRows({ changes, kind }: Metadata): RememberedRows {
  const [ofTokensMs, ofDatabasesMs] =
    kind === 'sqlite' ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [acrossNodesMs, 0];
  return {
    tokens: new Remembered(changes, ['tokens', 'workspaces'], ofTokensMs),
    workspaces: new Remembered(changes, ['workspaces'], ofTokensMs),
    databases: new Remembered(changes, ['databases'], ofDatabasesMs),
    catalogs: new Remembered(changes, ['lakes', 'databases', 'database_attachments'], ofDatabasesMs),
  };
}
