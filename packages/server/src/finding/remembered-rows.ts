import type { DatabaseRow } from '../metadata/database-store.ts';
import type { IndexRow, SegmentRow } from '../metadata/index-store.ts';
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

/** An index has a segment for each file of its table: one of some 20,000. */
const segmentBytes = 16 * 2 ** 20;

/**
 * Rows that every query asks for. What this process changes holds at once, and with SQLite what
 * others change in the file. With PostgreSQL it cannot be seen what other nodes change, and a token
 * that is revoked is refused by all of them at once: there they are read each time.
 */
export interface RememberedRows {
  readonly tokens: Remembered<LiveToken>;
  readonly workspaces: Remembered<string>;
  readonly databases: Remembered<DatabaseRow>;
  readonly catalogs: Remembered<readonly CatalogRow[]>;
  /** Of a lake. Other nodes see a new one, and what was built for it, a second later. */
  readonly indexes: Remembered<readonly IndexRow[]>;
  /** Of a definition. */
  readonly segments: Remembered<readonly SegmentRow[]>;
}

export function rememberRows({ changes, kind }: Metadata): RememberedRows {
  const maxAgeMs = kind === 'sqlite' ? Number.POSITIVE_INFINITY : 0;
  return {
    tokens: new Remembered(changes, ['tokens', 'workspaces'], maxAgeMs),
    workspaces: new Remembered(changes, ['workspaces'], maxAgeMs),
    databases: new Remembered(changes, ['databases'], maxAgeMs),
    catalogs: new Remembered(changes, ['lakes', 'databases', 'database_attachments'], maxAgeMs),
    indexes: new Remembered(changes, ['lake_indexes'], maxAgeMs || 1000),
    segments: new Remembered(changes, ['lake_index_objects'], maxAgeMs || 1000, segmentBytes),
  };
}

/** Bytes of all remembered rows. */
export function rememberedBytes(rows: RememberedRows): number {
  const { tokens, workspaces, databases, catalogs, indexes, segments } = rows;
  const kinds = [tokens, workspaces, databases, catalogs, indexes, segments];
  return kinds.reduce((bytes, { heldBytes }) => bytes + heldBytes, 0);
}

export interface HasRemembered {
  readonly remembered: RememberedRows;
}
