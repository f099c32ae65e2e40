import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { findSecretById, findSecretByName, type SecretRow } from '../metadata/secret-store.ts';

/** Which secret is meant: the one that was given by id, or whichever has the name. */
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
