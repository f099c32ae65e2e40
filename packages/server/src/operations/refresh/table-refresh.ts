import { requireOwnConnection } from '../../finding/find-connection.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestampOrNull } from '../../kernel/clock.ts';
import { badRequest, notFound } from '../../kernel/errors.ts';
import { declareRefresh } from '../../lake/declarations.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeTable, SourceTable } from '../../lake/model.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findRefresh } from '../../metadata/refresh-store.ts';
import {
  nextRefresh,
  plainPolicy,
  readPolicy,
  readsSameChanges,
  refreshBody,
} from '../../refreshing/refresh-policy.ts';
import { findSourceType } from '../../sources/registry.ts';
import type { SourceType } from '../../sources/source.ts';
import type { Operation, OperationRequest, Reply } from '../operation.ts';

type SetRequest = OperationRequest<'refresh.setPolicy'>;
type Request = OperationRequest<'refresh.getPolicy'> | SetRequest;

export const getRefreshPolicy: Operation<
  'refresh.getPolicy',
  HasClock & HasLakes & HasMetadata
> = async (services, request) => {
  const table = await requireSourceTable(services, request);
  return answer(services, request.params, table);
};

/**
 * Sets the refresh policy of a table. Incremental reading continues if the cursor and the key are
 * unchanged; otherwise the next refresh reads all rows.
 */
export const setRefreshPolicy: Operation<
  'refresh.setPolicy',
  HasClock & HasLakes & HasMetadata
> = async (services, request) => {
  const { params, body } = request;
  const { metadata, clock } = services;
  const table = await requireSourceTable(services, request);
  const now = clock.now();
  refuseMode(body.mode, table.type);
  const policy = readPolicy(body, table.source, printable(`${table.schema}.${table.name}`), now);
  const isPlain = JSON.stringify(policy) === JSON.stringify(plainPolicy);
  const refresh = {
    policy: isPlain && !table.isUsuallyLive ? null : policy,
    nextAt: nextRefresh(policy.schedule, now),
    keepsCursor: readsSameChanges(table.refresh ?? plainPolicy, policy),
  };
  await metadata.transaction((trx) =>
    declareRefresh(trx, params.connection_id, table, refresh, now),
  );
  return answer(services, params, { ...table, refresh: refresh.policy });
};

/** 400 at once for a mode with which every refresh or query would fail. */
function refuseMode(
  mode: SetRequest['body']['mode'],
  { name, readsChanges, readsLive }: SourceType,
): void {
  const others = readsChanges ? "'full' or 'incremental'" : "'full'";
  if (mode === 'live' && !readsLive)
    throw badRequest(`Tables of type '${name}' are not read live; use mode ${others}`);
  if (mode === 'incremental' && !readsChanges) {
    throw badRequest(
      `Tables of type '${name}' are not read by their changes; use mode 'full', with a schedule where they are to be kept fresh`,
    );
  }
}

type SourceTableOf = LakeTable & {
  readonly source: SourceTable;
  readonly type: SourceType;
  /** The connection's tables without a policy are read live. */
  readonly isUsuallyLive: boolean;
};

/** Finds the exact name. */
async function requireSourceTable(
  services: HasClock & HasLakes & HasMetadata,
  { scope, params }: Request,
): Promise<SourceTableOf> {
  const row = await requireOwnConnection(services, scope, params.connection_id);
  if (row.source_type === 'managed') {
    throw badRequest(
      'A managed catalog has no source, so its tables are not refreshed; load them instead',
    );
  }
  const { schema, table } = params;
  const found = (await services.lakes.read(row.id))?.schemas.get(schema)?.get(table);
  if (!found?.source) throw notFound(`Table ${printable(`${schema}.${table}`)} not found`);
  const { live } = JSON.parse(row.config) as { readonly live?: unknown };
  const type = findSourceType(row.source_type);
  if (!type) throw new Error(`there is no type '${row.source_type}'`);
  return { ...found, source: found.source, type, isUsuallyLive: live === true };
}

async function answer(
  { metadata }: HasMetadata,
  { connection_id, schema, table }: Request['params'],
  { refresh }: LakeTable,
): Promise<Reply<'refresh.setPolicy'>> {
  const row = await findRefresh(metadata.db, { connectionId: connection_id, schema, table });
  return {
    status: 200,
    body: {
      ...{ connection_id, schema, table },
      refresh: refreshBody(refresh ?? plainPolicy),
      cursor: row?.cursor ?? null,
      next_refresh_at: toTimestampOrNull(row?.next_at ?? null),
    },
  };
}
