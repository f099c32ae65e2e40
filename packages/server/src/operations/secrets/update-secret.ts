import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findSecretByName, replaceSecret } from '../../metadata/secret-store.ts';
import { checkValue } from '../../secrets/seal-secret.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { Operation } from '../operation.ts';
import { secretNotFound } from './secret-name.ts';

/**
 * Stores a new value as a new version. The previous value is deleted, and connections use the new
 * value from their next task on.
 */
export const updateSecret: Operation<'secrets.update', HasClock & HasMetadata & HasVault> = async (
  services,
  { scope, params, body },
) => {
  checkValue(body.value);
  const { metadata, vault, clock } = services;
  const row = await findSecretByName(metadata.db, scope.workspaceId, params.name.toLowerCase());
  if (!row) throw secretNotFound(params.name);
  const version = row.version + 1;
  const place = { workspaceId: row.workspace_id, secretId: row.id, version };
  const { keyId, wrappedKey, sealedValue } = vault.seal(place, body.value);
  const updatedAt = Math.max(clock.now(), row.updated_at);
  const change = {
    version,
    key_id: keyId,
    wrapped_key: wrappedKey,
    sealed_value: sealedValue,
    updated_at: updatedAt,
  };
  if (!(await replaceSecret(metadata.db, row, change))) {
    throw conflict(`Secret '${row.name}' was changed by another request meanwhile; try again`);
  }
  return { status: 200, body: { name: row.name, updated_at: toTimestamp(updatedAt) } };
};
