import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findSecretByName } from '../../metadata/secret-store.ts';
import type { Operation } from '../operation.ts';
import { toSecretBody } from './secret-body.ts';
import { secretNotFound } from './secret-name.ts';

export const getSecret: Operation<'secrets.get', HasMetadata> = async (
  services,
  { scope, params },
) => {
  const row = await findSecretByName(
    services.metadata.db,
    scope.workspaceId,
    params.name.toLowerCase(),
  );
  if (!row) throw secretNotFound(params.name);
  return { status: 200, body: toSecretBody(row) };
};
