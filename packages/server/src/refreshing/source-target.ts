import type { ConnectionRow } from '../metadata/connection-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { openSecret } from '../secrets/seal-secret.ts';
import { findReferenced, type SecretReference } from '../secrets/secret-reference.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import { completeConfig } from '../sources/read-config.ts';
import { findSourceType } from '../sources/registry.ts';
import type { SourceConfig, SourceTarget } from '../sources/source.ts';
import { SourceError } from '../sources/source-error.ts';

/** The secret of each secret property in a connection's config. */
export type SecretReferences = Readonly<Record<string, SecretReference>>;

export function secretsOf(row: Pick<ConnectionRow, 'secrets'>): SecretReferences {
  return row.secrets === null ? {} : (JSON.parse(row.secrets) as SecretReferences);
}

/**
 * The target for the connecting worker, with opened secrets, for that process only. Throws a
 * SourceError (`secret_missing`) for a deleted secret, and 503 if a secret cannot be opened.
 */
export async function readTarget(
  services: HasMetadata & HasVault,
  row: ConnectionRow,
): Promise<SourceTarget> {
  const type = findSourceType(row.source_type);
  if (!type) {
    throw new SourceError(
      'unsupported',
      `Connections of type '${row.source_type}' are not read by this version`,
    );
  }
  const secrets: Record<string, string> = {};
  for (const [property, reference] of Object.entries(secretsOf(row))) {
    const secret = await findReferenced(services.metadata.db, row.workspace_id, reference);
    if (!secret) throw new SourceError('secret_missing', missing(row.name, property, reference));
    secrets[property] = openSecret(services, secret);
  }
  const clear = JSON.parse(row.config) as SourceConfig;
  const config = completeConfig(type, clear, secrets);
  return { type: type.name, workspaceId: row.workspace_id, connectionId: row.id, config };
}

function missing(connection: string, property: string, reference: SecretReference): string {
  return 'name' in reference
    ? `The secret '${reference.name}' that connection '${connection}' takes its '${property}' from is gone; store one of that name again`
    : `The secret that connection '${connection}' takes its '${property}' from is gone; make the connection anew`;
}
