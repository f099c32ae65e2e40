import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { deleteSecret as removeSecret } from '../../metadata/secret-store.ts';
import type { Operation } from '../operation.ts';
import { secretNotFound } from './secret-name.ts';

/**
 * Gone at once. A connection that has it stays, and says that its secret is missing until there is
 * one of that name again.
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
