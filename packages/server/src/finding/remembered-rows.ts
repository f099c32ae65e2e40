import type { DatabaseRow } from '../metadata/database-store.ts';
import type { IndexRow, SegmentRow } from '../metadata/index-store.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { Remembered } from '../metadata/remembered.ts';
import type { LiveToken } from '../scope/token-store.ts';

/** A catalog that a database shows, with its lake. */
export interface CatalogRow {
  readonly lakeId: string;
  readonly head: number;
  readonly names: readonly string[];
  readonly defaultSchema: string | null;
  /** The expiry of the catalog's database, in milliseconds since the epoch. */
  readonly expiresAt: number | null;
}

/** An index has a segment for each file of its table. 16 MiB hold an index of some 20,000 files. */
const segmentBytes = 16 * 2 ** 20;

/**
 * Cached rows that every query needs. A change by this process is visible at once, and with SQLite
 * also a change by other processes. With PostgreSQL, other nodes' changes are invisible, and a
 * revoked token must fail on every node at once. Rows are then read each time.
 */
export interface RememberedRows {
  readonly tokens: Remembered<LiveToken>;
  readonly workspaces: Remembered<string>;
  readonly databases: Remembered<DatabaseRow>;
  readonly catalogs: Remembered<readonly CatalogRow[]>;
  /** The indexes of a lake. Other nodes see a new index and its segments a second later. */
  readonly indexes: Remembered<readonly IndexRow[]>;
  /** The segments of an index definition. */
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
