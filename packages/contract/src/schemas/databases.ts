import type { Static } from 'typebox';
import { databaseTemplate } from './database-template.ts';
import { forms } from './forms.ts';
import {
  count,
  cursorPage,
  flag,
  flagOff,
  integer,
  listOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  shortText,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

export const ForkedFromInfo = responseBody('ForkedFromInfo', {
  database_id: text(),
  name: text('What the source was called then'),
  description: optional(text('What the fork is for; absent where nobody said')),
  snapshot_id: integer(),
  forked_at: timestamp(),
});
export type ForkedFromInfo = Static<typeof ForkedFromInfo>;

const databaseFields = {
  id: text(),
  name: optionalNull(text('A label, not unique and no identifier')),
  created_at: optionalNull(timestamp()),
  expires_at: optionalNull(timestamp()),
  default_catalog: text('The name that the default catalog answers to'),
  default_schema: text('The schema of unqualified table names'),
  forked_from: optionalNull(ForkedFromInfo),
};
const defaultConnectionId = text('The connection that backs the default catalog');

export const DatabaseSummary = responseBody('DatabaseSummary', databaseFields);
export type DatabaseSummary = Static<typeof DatabaseSummary>;

export const ListDatabasesResponse = responseBody('ListDatabasesResponse', {
  databases: listOf(DatabaseSummary),
  count: optionalNull(count('Items in this page, never the grand total')),
  has_more: optionalNull(flag()),
  limit: optionalNull(count()),
  next_cursor: cursorPage.next_cursor,
});
export type ListDatabasesResponse = Static<typeof ListDatabasesResponse>;

const filled = { type: 'string', pattern: forms.filled };

/** `if_not_exists` needs a name, or the older field for a name. */
const namedIfWanted = {
  anyOf: [
    { properties: { if_not_exists: { enum: [false, null] } } },
    { properties: { name: filled }, required: ['name'] },
    { properties: { name: { type: 'null' }, description: filled }, required: ['description'] },
  ],
};

export const CreateDatabaseRequest = requestBody(
  'CreateDatabaseRequest',
  {
    name: optionalNull(shortText(1024, 'A label; derived from the id when absent')),
    description: optionalNull(shortText(1024, 'Older name of `name`')),
    ...databaseTemplate,
    if_not_exists: flagOff('Get the database of this name, or create it; needs `name`'),
  },
  { 'x-stated': namedIfWanted },
);
export type CreateDatabaseRequest = Static<typeof CreateDatabaseRequest>;

export const CreateDatabaseResponse = responseBody('CreateDatabaseResponse', {
  ...databaseFields,
  default_connection_id: defaultConnectionId,
  created: optionalNull(flag('Whether this call created it')),
});
export type CreateDatabaseResponse = Static<typeof CreateDatabaseResponse>;

export const DatabaseAttachmentInfo = responseBody('DatabaseAttachmentInfo', {
  connection_id: text(),
  alias: optionalNull(text("Null: reachable by the connection's own name")),
});
export type DatabaseAttachmentInfo = Static<typeof DatabaseAttachmentInfo>;

export const DatabaseDetailResponse = responseBody('DatabaseDetailResponse', {
  ...databaseFields,
  default_connection_id: defaultConnectionId,
  attachments: listOf(DatabaseAttachmentInfo, { description: 'Without the default catalog' }),
});
export type DatabaseDetailResponse = Static<typeof DatabaseDetailResponse>;

export const DatabaseCountResponse = responseBody('DatabaseCountResponse', { total: integer() });
export type DatabaseCountResponse = Static<typeof DatabaseCountResponse>;

/** A snapshot or an instant, not both. */
const onePoint = {
  anyOf: [
    { properties: { snapshot_id: { type: 'null' } } },
    { properties: { at: { type: 'null' } } },
  ],
};

export const ForkDatabaseRequest = requestBody(
  'ForkDatabaseRequest',
  {
    name: optionalNull(
      shortText(1024, "A label; the source's with a suffix from the fork's id when absent"),
    ),
    expires_at: optionalNull(
      textLike(
        forms.expiry,
        "As in creation; a source's future expiry is carried over when absent; empty: never",
      ),
    ),
    description: optionalNull(
      shortText(1024, 'What the fork is for, shown in `forked_from` and in lineages'),
    ),
    snapshot_id: optionalNull(integer('Fork this snapshot of the source; not with `at`')),
    at: optionalNull(
      textLike(
        forms.timestamp,
        'RFC 3339: fork the newest snapshot committed at or before it; not with `snapshot_id`',
      ),
    ),
  },
  { 'x-stated': onePoint },
);
export type ForkDatabaseRequest = Static<typeof ForkDatabaseRequest>;

/**
 * One database of a family of forks. Unknown fields are left out, which clients model as nullable.
 */
const relative = {
  database_id: text(),
  exists: flag('False once it has been deleted'),
  name: optional(text()),
  description: optional(text('What the fork was for')),
  forked_at: optional(timestamp()),
  snapshot_id: optional(integer()),
};

export const LineageAncestorInfo = responseBody('LineageAncestorInfo', {
  ...relative,
  name: optional(text('The label, or the one of the time of the fork where it was deleted')),
  snapshot_id: optional(integer('What the next database down the chain copied')),
});
export type LineageAncestorInfo = Static<typeof LineageAncestorInfo>;

export const LineageForkInfo = responseBody('LineageForkInfo', {
  ...relative,
  name: optional(text('Absent where the fork was deleted')),
  snapshot_id: optional(integer('What the fork copied')),
});
export type LineageForkInfo = Static<typeof LineageForkInfo>;

export const DatabaseLineageResponse = responseBody('DatabaseLineageResponse', {
  database_id: text(),
  root_id: text('The database that the whole chain began with; itself where it is no fork'),
  ancestors: listOf(LineageAncestorInfo, { description: 'Nearest first' }),
  ancestors_truncated: flag('The chain is longer than this answer'),
  forks: listOf(LineageForkInfo, { description: 'Made from this very database, newest first' }),
  fork_count: count('Of all forks of this very database'),
});
export type DatabaseLineageResponse = Static<typeof DatabaseLineageResponse>;

export const ResetDatabaseRequest = requestBody('ResetDatabaseRequest', {});
export type ResetDatabaseRequest = Static<typeof ResetDatabaseRequest>;

export const DatabaseSnapshotInfo = responseBody('DatabaseSnapshotInfo', {
  snapshot_id: integer('Rises by one with each commit; `AT (VERSION => snapshot_id)` reads it'),
  operation: text('What was committed'),
  committed_at: timestamp(),
});
export type DatabaseSnapshotInfo = Static<typeof DatabaseSnapshotInfo>;

export const ListDatabaseSnapshotsResponse = responseBody('ListDatabaseSnapshotsResponse', {
  snapshots: listOf(DatabaseSnapshotInfo),
  ...cursorPage,
});
export type ListDatabaseSnapshotsResponse = Static<typeof ListDatabaseSnapshotsResponse>;

export const AttachDatabaseCatalogRequest = requestBody('AttachDatabaseCatalogRequest', {
  connection_id: text(),
  alias: optionalNull(
    textLike(forms.alias, "Catalog name inside the database; the connection's own when absent"),
  ),
});
export type AttachDatabaseCatalogRequest = Static<typeof AttachDatabaseCatalogRequest>;
