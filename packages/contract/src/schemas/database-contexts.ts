import type { Static } from 'typebox';
import { reservedWords } from '../vocabularies.ts';
import { forms, noneOf } from './forms.ts';
import { listOf, requestBody, responseBody, text, textLike, timestamp } from './shapes.ts';

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

export const GetDatabaseContextResponse = responseBody('GetDatabaseContextResponse', {
  context: DatabaseContextEntry,
});
export type GetDatabaseContextResponse = Static<typeof GetDatabaseContextResponse>;

export const UpsertDatabaseContextRequest = requestBody('UpsertDatabaseContextRequest', {
  name: textLike(
    forms.identifier,
    '1 to 128 of [A-Za-z0-9_], no leading digit, no reserved word',
    noneOf(reservedWords),
  ),
  content: text('Text or Markdown, at most 512,000 characters'),
});
export type UpsertDatabaseContextRequest = Static<typeof UpsertDatabaseContextRequest>;

export const UpsertDatabaseContextResponse = responseBody('UpsertDatabaseContextResponse', {
  context: DatabaseContextEntry,
});
export type UpsertDatabaseContextResponse = Static<typeof UpsertDatabaseContextResponse>;
