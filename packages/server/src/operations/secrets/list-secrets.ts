import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { listSecrets as readSecrets } from '../../metadata/secret-store.ts';
import type { Operation } from '../operation.ts';
import { toSecretBody } from './secret-body.ts';

/** Sorted by name, with the secrets made for connections. */
export const listSecrets: Operation<'secrets.list', HasMetadata> = async (services, { scope }) => {
  const rows = await readSecrets(services.metadata.db, scope.workspaceId);
  return { status: 200, body: { secrets: rows.map(toSecretBody) } };
};
