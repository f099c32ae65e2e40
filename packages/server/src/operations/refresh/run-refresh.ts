import type { RefreshRequest, RefreshResponse, SchemaRefreshResult } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import { requireConnection } from '../../finding/find-connection.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import { unlessStalled } from '../../jobs/wait-for-job.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, notFound, QuernError } from '../../kernel/errors.ts';
import type { AppliedDiscovery } from '../../lake/discovery.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import { type ConnectionRow, listOwnConnections } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { askForConnection, askForDiscovery, askForTable } from '../../refreshing/ask-for-work.ts';
import { isReadLive } from '../../refreshing/refresh-policy.ts';
import { failureOf } from '../../refreshing/wait-for-work.ts';
import { readAsyncAfter } from '../async-options.ts';
import type { Operation, OperationRequest, Reply } from '../operation.ts';

type Request = OperationRequest<'refresh.run'>;

/** Additional time for waiting and for further attempts. */
const patienceMs = 60_000;

/**
 * Refreshes from sources: the list of tables, the rows of one table, or the rows of all fetched
 * tables.
 */
export const runRefresh: Operation<
  'refresh.run',
  HasClock & HasJobWaits & HasJobs & HasLakes & HasMetadata & HasSettings
> = async (services, request) => {
  const { body, scope } = request;
  checkCombination(body);
  const waitMs = readAsyncAfter(body, services.settings.asyncAfterMaxMs);
  const id = body.connection_id ?? null;
  const row = id === null ? null : requireSource(await requireConnection(services, scope, id));
  if (body.data !== true) return refreshSchemas(services, request, row);
  if (row === null) throw new Error('data without a connection was refused');
  const { job } = await askFor(services, row, body);
  const limitMs = waitMs ?? services.settings.loadTimeoutS * 1000 + patienceMs;
  const waiting = () => services.waitForJob(job.id, limitMs, request.signal);
  const ended = await (waitMs === null ? waiting() : waitMs > 0 ? unlessStalled(waiting()) : null);
  if (ended !== null && ended.status !== 'failed')
    return { status: 200, body: ended.result as RefreshResponse };
  if (waitMs !== null) {
    return {
      status: 202,
      body: { id: job.id, status: ended?.status ?? job.status, status_url: `/v1/jobs/${job.id}` },
    };
  }
  throw ended === null
    ? goesOn(`The refresh goes on as job '${job.id}'; ask for that, or with 'async'`)
    : failureOf(ended);
};

/** Valid combinations of names and options (docs/contract/connections.md#refresh). */
function checkCombination(body: RefreshRequest): void {
  const given = (value: string | null | undefined) => value !== null && value !== undefined;
  const { connection_id, schema_name, table_name } = body;
  const data = body.data === true;
  if (given(schema_name) && !given(connection_id))
    throw badRequest("'schema_name' needs 'connection_id'");
  if (given(table_name) && !given(schema_name))
    throw badRequest("'table_name' needs 'schema_name'");
  if (data && !given(connection_id))
    throw badRequest("'data' needs 'connection_id': rows are fetched of one connection");
  if (given(schema_name) && !given(table_name)) {
    throw badRequest("'schema_name' goes with 'table_name': one schema alone is not refreshed");
  }
  if (given(table_name) && !data)
    throw badRequest(
      "'table_name' needs 'data': the columns of one table are asked for with its rows",
    );
  for (const option of ['async', 'full', 'remove_gone'] as const) {
    if (body[option] === true && !data) throw badRequest(`'${option}' goes with 'data' only`);
  }
  if (body.full === true && body.remove_gone === true)
    throw badRequest(
      "'full' and 'remove_gone' exclude each other: a full refresh leaves nothing that is gone",
    );
}

function requireSource(row: ConnectionRow): ConnectionRow {
  if (row.source_type !== 'managed') return row;
  throw badRequest(
    'A managed catalog has no source to be refreshed from; load its tables with POST /v1/connections/{connection_id}/schemas/{schema}/tables/{table}/loads',
  );
}

async function askFor(services: HasJobs & HasLakes, row: ConnectionRow, body: RefreshRequest) {
  const of = { workspaceId: row.workspace_id, connectionId: row.id };
  const extent = { isWhole: body.full === true, removesGone: body.remove_gone === true };
  const { schema_name: schema, table_name: table } = body;
  if (typeof schema !== 'string' || typeof table !== 'string') {
    return askForConnection(services, {
      ...of,
      ...extent,
      includesUncached: body.include_uncached === true,
    });
  }
  const known = (await services.lakes.read(row.id))?.schemas.get(schema)?.get(table);
  if (!known)
    throw notFound(
      `Table ${printable(`${schema}.${table}`)} not found; refresh the connection's schema if it is new`,
    );
  if (isReadLive(known)) {
    throw badRequest(
      `Table ${printable(`${schema}.${table}`)} is read live, so nothing of it is here to be refreshed`,
    );
  }
  return askForTable(services, { ...of, ...extent, schema, table, rediscovers: true });
}

/** Refreshes one connection, or all connections with a source. */
async function refreshSchemas(
  services: HasJobWaits & HasJobs & HasMetadata & HasSettings,
  { scope, signal }: Request,
  row: ConnectionRow | null,
): Promise<Reply<'refresh.run'>> {
  const rows =
    row === null ? await listOwnConnections(services.metadata.db, scope.workspaceId) : [row];
  const asked = await Promise.all(
    rows
      .filter(({ source_type }) => source_type !== 'managed')
      .map(async ({ id, name, workspace_id }) => {
        const { job } = await askForDiscovery(services, {
          workspaceId: workspace_id,
          connectionId: id,
        });
        return { id, name, job };
      }),
  );
  const sum = { refreshed: 0, discovered: 0, added: 0, modified: 0 };
  const errors: { connection_id: string; error: string }[] = [];
  for (const { id, name, job } of asked) {
    const ended = await services.waitForJob(job.id, services.settings.loadTimeoutS * 1000, signal);
    if (ended === null) {
      throw goesOn(
        `The tables of connection ${printable(name)} are still being discovered, which goes on; GET /v1/connections/${id} says how it ended`,
      );
    }
    if (ended.status === 'failed') {
      errors.push({ connection_id: id, error: failureOf(ended).message });
      continue;
    }
    const found = ended.result as AppliedDiscovery;
    sum.refreshed += 1;
    sum.discovered += found.discovered;
    sum.added += found.added;
    sum.modified += found.modified;
  }
  const body: SchemaRefreshResult = {
    connections_refreshed: sum.refreshed,
    connections_failed: errors.length,
    tables_discovered: sum.discovered,
    tables_added: sum.added,
    tables_modified: sum.modified,
    errors: errors.length === 0 ? null : errors,
  };
  return { status: 200, body };
}

const goesOn = (message: string) =>
  new QuernError('SERVICE_UNAVAILABLE', message, { retryAfterS: 5 });
