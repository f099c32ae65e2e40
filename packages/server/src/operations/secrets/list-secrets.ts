import { listSecrets as readSecrets } from '../../metadata/secret-store.ts';
import type { Operation } from '../operation.ts';
import { toSecretBody } from './secret-body.ts';

/** By name, those among them that were made for connections. */
export const listSecrets: Operation<'secrets.list', 'metadata'> = async (services, { scope }) => {
  const rows = await readSecrets(services.metadata.db, scope.workspaceId);
  return { status: 200, body: { secrets: rows.map(toSecretBody) } };
};
