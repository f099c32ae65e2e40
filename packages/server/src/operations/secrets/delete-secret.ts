import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { deleteSecret as removeSecret } from '../../metadata/secret-store.ts';
import type { Operation } from '../operation.ts';
import { secretNotFound } from './secret-name.ts';

/**
 * Deletes the secret at once. A connection with the secret remains, and reports it as missing until
 * a secret of the name exists again.
 */
export const deleteSecret: Operation<'secrets.delete', HasMetadata> = async (
  services,
  { scope, params },
) => {
  const known = await removeSecret(
    services.metadata.db,
    scope.workspaceId,
    params.name.toLowerCase(),
  );
  if (!known) throw secretNotFound(params.name);
  return { status: 204, body: undefined };
};
