import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { countSecrets, insertSecret } from '../../metadata/secret-store.ts';
import { maxSecrets } from '../../scope/limits.ts';
import { sealSecret } from '../../secrets/seal-secret.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { Operation } from '../operation.ts';
import { readSecretName } from './secret-name.ts';

/** Stores a value under a name. Connections use the value; no endpoint returns it. */
export const createSecret: Operation<'secrets.create', HasClock & HasMetadata & HasVault> = async (
  services,
  { scope, body },
) => {
  const name = readSecretName(body.name);
  const row = sealSecret(
    services,
    { workspaceId: scope.workspaceId, name, isAutomatic: false },
    body.value,
  );
  await services.metadata.transaction(async (trx) => {
    if ((await countSecrets(trx, scope.workspaceId)) >= maxSecrets) {
      throw conflict(`A workspace holds ${maxSecrets} secrets at most; delete one first`);
    }
    if (!(await insertSecret(trx, row))) throw conflict(`Secret '${name}' already exists`);
  });
  return { status: 201, body: { id: row.id, name, created_at: toTimestamp(row.created_at) } };
};
