import type { ForkDatabaseRequest } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { forkLake, lockLake } from '../../lake/fork-lake.ts';
import { printable } from '../../lake/identifiers.ts';
import { findSnapshot, type SnapshotPoint } from '../../lake/snapshots.ts';
import { copyAttachments } from '../../metadata/attachment-store.ts';
import { insertDefaultConnections } from '../../metadata/connection-store.ts';
import {
  type DatabaseRow,
  findDatabase,
  foldName,
  insertDatabaseRows,
} from '../../metadata/database-store.ts';
import { recordLineage } from '../../metadata/lineage-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { readableSince } from '../../reading/snapshot-retention.ts';
import { maxNameLength } from '../../scope/limits.ts';
import { parseExpiry, parseTimestamp } from '../expiry.ts';
import type { Operation } from '../operation.ts';
import { toCreated } from './database-bodies.ts';
import { derivedName, suffixOf } from './derived-name.ts';
import { refuseLongLabels } from './label-length.ts';

/**
 * Creates a database from the current or an earlier state of another: schemas, tables with data,
 * and attachments. One transaction copies pointers, and files are shared. Contexts, results, runs
 * and idempotency keys are not copied.
 */
export const forkDatabase: Operation<
  'databases.fork',
  HasClock & HasMetadata & HasRemembered & HasSettings
> = async (services, { scope, params, body }) => {
  const now = services.clock.now();
  const wanted = readFork(body, now);
  const found = await requireDatabase(services, scope, params.database_id);
  const row = await services.metadata.transaction(async (trx) => {
    const source = await findDatabase(trx, scope.workspaceId, found.id, now);
    const lakeId = found.default_connection_id;
    const head = source && (await lockLake(trx, services.metadata.kind, lakeId));
    if (!source || head === null)
      throw notFound(`Database ${printable(params.database_id)} not found`);
    const readability = { subject: 'the database', since: readableSince(services), now };
    const snapshot = wanted.point
      ? await findSnapshot(trx, lakeId, wanted.point, readability)
      : head;
    const fork = forkedRow(source, snapshot, wanted, scope.principal.tokenId, now);
    await insertFork(services, trx, source, fork, { snapshot, description: wanted.description });
    return fork;
  });
  return { status: 201, body: toCreated(row, true) };
};

interface WantedFork {
  readonly name: string | null;
  readonly description: string | null;
  /** Milliseconds; null for never, undefined for the source's. */
  readonly expiresAt: number | null | undefined;
  /** Null for the current state. */
  readonly point: SnapshotPoint | null;
}

/** Checks of the request alone; 400. */
function readFork(body: ForkDatabaseRequest, now: number): WantedFork {
  refuseLongLabels(body);
  const description = body.description?.trim() ?? '';
  const keepsExpiry = body.expires_at === undefined || body.expires_at === null;
  return {
    name: body.name ?? null,
    description: description === '' ? null : description,
    expiresAt: keepsExpiry ? undefined : parseExpiry(body.expires_at, now),
    point: readPoint(body),
  };
}

function readPoint({ snapshot_id: version, at }: ForkDatabaseRequest): SnapshotPoint | null {
  const hasVersion = version !== undefined && version !== null;
  const hasInstant = at !== undefined && at !== null;
  if (hasVersion && hasInstant) throw badRequest("Give 'snapshot_id' or 'at', not both");
  if (hasVersion) return { version };
  if (!hasInstant) return null;
  const instant = parseTimestamp(at.trim());
  if (instant === null)
    throw badRequest("'at' must be an RFC 3339 timestamp such as '2030-01-31T12:00:00Z'");
  return { instant };
}

function forkedRow(
  source: DatabaseRow,
  snapshot: number,
  wanted: WantedFork,
  createdBy: string,
  now: number,
): DatabaseRow {
  const id = newId('database');
  const name = wanted.name ?? labelOfFork(source, id);
  return {
    ...source,
    id,
    name,
    name_folded: foldName(name),
    default_connection_id: newId('connection'),
    created_at: now,
    expires_at: wanted.expiresAt === undefined ? source.expires_at : wanted.expiresAt,
    batch_id: null,
    forked_from: forkedFrom(source, snapshot, wanted.description, now),
    created_by: createdBy,
  };
}

/**
 * The label of a fork without a given name. It differs from the source's label, so a search by name
 * finds a single database. A source without a given name passes no label on.
 */
function labelOfFork(source: DatabaseRow, id: string): string {
  const own = source.name?.trim() ?? '';
  if (own === '' || own === derivedName(source.id)) return derivedName(id);
  const suffix = `-${suffixOf(id)}`;
  return cutTo(own, maxNameLength - suffix.length) + suffix;
}

/** Cuts to at most `length` UTF-16 units, without splitting a character. */
function cutTo(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * The content of `forked_from` (ForkedFromInfo), fixed regardless of later changes to the source.
 */
export function forkedFrom(
  source: DatabaseRow,
  snapshot: number,
  description: string | null,
  now: number,
): string {
  const name = source.name ?? '';
  return JSON.stringify({
    database_id: source.id,
    name,
    ...(description === null ? {} : { description }),
    snapshot_id: snapshot,
    forked_at: toTimestamp(now),
  });
}

async function insertFork(
  { metadata }: HasMetadata,
  trx: MetadataTransaction,
  source: DatabaseRow,
  fork: DatabaseRow,
  { snapshot, description }: { readonly snapshot: number; readonly description: string | null },
): Promise<void> {
  await insertDefaultConnections(trx, [fork]);
  await forkLake(trx, {
    kind: metadata.kind,
    sourceId: source.default_connection_id,
    sourceSnapshot: snapshot,
    id: fork.default_connection_id,
    now: fork.created_at,
  });
  await insertDatabaseRows(trx, [fork]);
  await recordLineage(trx, {
    database_id: fork.id,
    source_id: source.id,
    source_name: source.name ?? '',
    description,
    snapshot_id: snapshot,
    forked_at: fork.created_at,
  });
  await copyAttachments(trx, source.id, fork.id);
}
