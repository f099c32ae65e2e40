import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { findSecretById, findSecretByName, type SecretRow } from '../metadata/secret-store.ts';

/** A reference to a secret: a fixed id, or the secret with the name at the time of use. */
export type SecretReference = { readonly id: string } | { readonly name: string };

export function findReferenced(
  db: HasMetadata['metadata']['db'] | MetadataTransaction,
  workspaceId: string,
  reference: SecretReference,
): Promise<SecretRow | null> {
  return 'id' in reference
    ? findSecretById(db, workspaceId, reference.id)
    : findSecretByName(db, workspaceId, reference.name);
}
