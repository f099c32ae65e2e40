import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import { unlessStalled } from '../../jobs/wait-for-job.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createLakes } from '../../lake/declarations.ts';
import { printable } from '../../lake/identifiers.ts';
import { insertConnection, isConnectionNameTaken } from '../../metadata/connection-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { askForDiscovery } from '../../refreshing/ask-for-work.ts';
import type { DiscoveryPayload } from '../../refreshing/discover-tables.ts';
import type { Scope } from '../../scope/principal.ts';
import { insertAutomaticSecret } from '../../secrets/automatic-secrets.ts';
import type { SecretReference } from '../../secrets/secret-reference.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { Operation } from '../operation.ts';
import { type ConnectionSource, readSource } from './connection-source.ts';

const maxNameLength = 128;
/** Labels of databases' default catalogs in the information schema. */
const defaultPrefix = '__db_';
/** How long the answer waits for the discovery, which continues in the background. */
const discoveryWaitMs = 60_000;

/**
 * Registers a connection. A managed connection begins as an empty catalog. For any other
 * connection, discovery of tables runs before the answer. A failed discovery also answers 201, with
 * its error.
 */
export const createConnection: Operation<
  'connections.create',
  HasClock & HasJobWaits & HasJobs & HasMetadata & HasVault
> = async (services, { scope, body, signal }) => {
  const name = readName(body.name);
  const source = await readSource(services, scope.workspaceId, body);
  const id = newId('connection');
  await registerConnection(services, scope, { id, name, source });
  const made = { id, name, source_type: body.source_type };
  if (body.skip_discovery === true)
    return { status: 201, body: { ...made, ...undiscovered('skipped', null) } };
  if (source.type === null)
    return { status: 201, body: { ...made, ...undiscovered('success', null) } };
  const found = await firstDiscovery(
    services,
    { workspaceId: scope.workspaceId, connectionId: id },
    signal,
  );
  return { status: 201, body: { ...made, ...found } };
};

async function registerConnection(
  services: HasClock & HasMetadata & HasVault,
  { workspaceId }: Scope,
  {
    id,
    name,
    source,
  }: { readonly id: string; readonly name: string; readonly source: ConnectionSource },
): Promise<void> {
  const now = services.clock.now();
  await services.metadata.transaction(async (trx) => {
    if (await isConnectionNameTaken(trx, workspaceId, name))
      throw conflict(`Connection ${printable(name)} already exists`);
    const { stored, inline } = source;
    const secrets: Record<string, SecretReference> =
      stored === null ? {} : { [stored.property]: stored.reference };
    for (const [property, value] of Object.entries(inline)) {
      const made = { workspaceId, kind: 'conn', owner: name, property };
      secrets[property] = await insertAutomaticSecret(services, trx, made, value);
    }
    await insertConnection(trx, {
      id,
      workspace_id: workspaceId,
      name,
      source_type: source.type?.name ?? 'managed',
      config: JSON.stringify(source.config),
      secrets: Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets),
      database_id: null,
      created_at: now,
    });
    await createLakes(trx, [{ id, workspaceId, schemas: [] }], now);
  });
}

interface FirstDiscovery {
  readonly discovery_status: 'success' | 'skipped' | 'failed';
  readonly discovery_error: string | null;
  readonly tables_discovered: number;
}

const undiscovered = (
  status: FirstDiscovery['discovery_status'],
  error: string | null,
): FirstDiscovery => ({
  discovery_status: status,
  discovery_error: error,
  tables_discovered: 0,
});

/**
 * The connection exists regardless of the discovery: neither a disconnected caller nor a slow
 * discovery ends it.
 */
async function firstDiscovery(
  services: HasJobWaits & HasJobs,
  payload: DiscoveryPayload,
  signal: AbortSignal,
): Promise<FirstDiscovery> {
  const { job } = await askForDiscovery(services, payload);
  const ended = await unlessStalled(services.waitForJob(job.id, discoveryWaitMs, signal));
  if (ended === null) {
    return undiscovered(
      'skipped',
      'The discovery takes long and goes on; the tables are listed as soon as it has ended',
    );
  }
  if (ended.status !== 'succeeded') return undiscovered('failed', ended.errorMessage);
  const { discovered } = ended.result as { readonly discovered: number };
  return { discovery_status: 'success', discovery_error: null, tables_discovered: discovered };
}

/** Any name is valid: in SQL a name other than a plain identifier is quoted or has an alias. */
function readName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest('Connection name cannot be empty');
  if (name.length > maxNameLength) {
    throw badRequest(`A connection name takes ${maxNameLength} characters at most`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(name))
    throw badRequest('A connection name cannot hold control characters');
  if (name.toLowerCase().startsWith(defaultPrefix)) {
    throw badRequest(
      `Names that begin with '${defaultPrefix}' are those of databases' default catalogs; choose another`,
    );
  }
  return name;
}
