import type { HasClock } from '../kernel/clock.ts';
import { badRequest } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { SecretRow } from '../metadata/secret-store.ts';
import { maxSecretLength } from '../scope/limits.ts';
import type { HasVault } from './secret-vault.ts';

/**
 * Seals a value under a new secret, ready to be stored. 400 for an empty or too long value; the
 * message shows nothing of the value.
 */
export function sealSecret(
  { vault, clock }: HasClock & HasVault,
  made: { readonly workspaceId: string; readonly name: string; readonly isAutomatic: boolean },
  value: string,
): SecretRow {
  checkValue(value);
  const id = newId('secret');
  const now = clock.now();
  const { keyId, wrappedKey, sealedValue } = vault.seal(
    { workspaceId: made.workspaceId, secretId: id, version: 1 },
    value,
  );
  return {
    id,
    workspace_id: made.workspaceId,
    name: made.name,
    version: 1,
    key_id: keyId,
    wrapped_key: wrappedKey,
    sealed_value: sealedValue,
    automatic: made.isAutomatic ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
}

export function checkValue(value: string): void {
  if (value === '') throw badRequest("'value' is empty; a secret holds a text");
  // A character has one or two units of UTF-16.
  if (value.length > 2 * maxSecretLength || [...value].length > maxSecretLength) {
    throw badRequest(
      `'value' is longer than the ${maxSecretLength} characters that a secret holds`,
    );
  }
}

/** The value of a secret, for the connecting process only. 503 if the value cannot be opened. */
export function openSecret({ vault }: HasVault, row: SecretRow): string {
  const place = { workspaceId: row.workspace_id, secretId: row.id, version: row.version };
  return vault.open(place, {
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
    sealedValue: row.sealed_value,
  });
}
