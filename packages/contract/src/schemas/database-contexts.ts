import type { Static } from 'typebox';
import { listOf, requestBody, responseBody, text, timestamp } from './shapes.ts';

export const DatabaseContextEntry = responseBody('DatabaseContextEntry', {
  name: text(),
  content: text(),
  updated_at: timestamp(),
});
export type DatabaseContextEntry = Static<typeof DatabaseContextEntry>;

export const ListDatabaseContextsResponse = responseBody('ListDatabaseContextsResponse', {
  contexts: listOf(DatabaseContextEntry),
});
export type ListDatabaseContextsResponse = Static<typeof ListDatabaseContextsResponse>;

export const GetDatabaseContextResponse = responseBody('GetDatabaseContextResponse', { context: DatabaseContextEntry });
export type GetDatabaseContextResponse = Static<typeof GetDatabaseContextResponse>;

export const UpsertDatabaseContextRequest = requestBody('UpsertDatabaseContextRequest', {
  name: text('1 to 128 of [A-Za-z0-9_], no leading digit, no reserved word'),
  content: text('Text or Markdown'),
});
export type UpsertDatabaseContextRequest = Static<typeof UpsertDatabaseContextRequest>;

export const UpsertDatabaseContextResponse = responseBody('UpsertDatabaseContextResponse', {
  context: DatabaseContextEntry,
});
export type UpsertDatabaseContextResponse = Static<typeof UpsertDatabaseContextResponse>;
