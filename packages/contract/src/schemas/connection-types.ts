import type { Static } from 'typebox';
import { anyJson, listOf, optional, responseBody, text } from './shapes.ts';

export const ConnectionTypeSummary = responseBody('ConnectionTypeSummary', {
  name: text(),
  label: text(),
});
export type ConnectionTypeSummary = Static<typeof ConnectionTypeSummary>;

export const ListConnectionTypesResponse = responseBody('ListConnectionTypesResponse', {
  connection_types: listOf(ConnectionTypeSummary),
});
export type ListConnectionTypesResponse = Static<typeof ListConnectionTypesResponse>;

export const ConnectionTypeDetail = responseBody('ConnectionTypeDetail', {
  name: text(),
  label: text(),
  config_schema: optional(anyJson('JSON Schema of `config`')),
  auth: optional(anyJson('JSON Schema of the credentials')),
});
export type ConnectionTypeDetail = Static<typeof ConnectionTypeDetail>;
