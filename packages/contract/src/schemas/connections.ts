import type { Static } from 'typebox';
import { discoveryStatuses } from '../vocabularies.ts';
import { forms } from './forms.ts';
import {
  count,
  flag,
  flagOff,
  listOf,
  oneOf,
  openObject,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

const connectionFields = { id: text(), name: text(), source_type: text() };

export const ConnectionInfo = responseBody('ConnectionInfo', connectionFields);
export type ConnectionInfo = Static<typeof ConnectionInfo>;

export const ListConnectionsResponse = responseBody('ListConnectionsResponse', {
  connections: listOf(ConnectionInfo),
});
export type ListConnectionsResponse = Static<typeof ListConnectionsResponse>;

export const GetConnectionResponse = responseBody('GetConnectionResponse', {
  ...connectionFields,
  table_count: count('Discovered tables'),
  synced_table_count: count('Tables with cached data'),
  discovery_status: optional(oneOf(discoveryStatuses)),
  discovery_error: optionalNull(text('Why the last discovery failed')),
  discovered_at: optional(timestamp('When the last discovery ended')),
});
export type GetConnectionResponse = Static<typeof GetConnectionResponse>;

export const CreateConnectionRequest = requestBody('CreateConnectionRequest', {
  name: textLike(forms.filled, 'Not one that begins with `__db_`', {
    maxLength: 128,
    not: { type: 'string', pattern: String.raw`[\u0000-\u001f\u007f]|^[^!-~]*__[dD][bB]_` },
  }),
  source_type: text('The `name` of a connection type'),
  config: openObject(
    "The connection type's settings, see GET /v1/connection-types/{name}; `managed` has none",
  ),
  secret_name: optionalNull(
    text("A stored secret by name, for the type's credential; `managed` takes none"),
  ),
  secret_id: optionalNull(
    text("A stored secret by id, for the type's credential; `managed` takes none"),
  ),
  skip_discovery: flagOff('Register only'),
});
export type CreateConnectionRequest = Static<typeof CreateConnectionRequest>;

export const DiscoveryStatus = oneOf(discoveryStatuses, { title: 'DiscoveryStatus' });
export type DiscoveryStatus = Static<typeof DiscoveryStatus>;

export const CreateConnectionResponse = responseBody('CreateConnectionResponse', {
  ...connectionFields,
  discovery_status: DiscoveryStatus,
  discovery_error: optionalNull(text()),
  tables_discovered: count(),
});
export type CreateConnectionResponse = Static<typeof CreateConnectionResponse>;

export const ConnectionHealthResponse = responseBody('ConnectionHealthResponse', {
  connection_id: text(),
  healthy: flag(),
  latency_ms: count(),
  error: optionalNull(text('Null when healthy')),
});
export type ConnectionHealthResponse = Static<typeof ConnectionHealthResponse>;
