import { QuernError } from '../kernel/errors.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { pageOfAllSecrets, replaceSecret } from '../metadata/secret-store.ts';
import { pages } from '../metadata/sweep-rows.ts';
import type { SecretVault } from './secret-vault.ts';

const secretsPerPage = 200;

export interface Rotation {
  /** Secrets whose data keys were wrapped again under the present key. */
  readonly rewrapped: number;
  readonly present: number;
  /** Ids of secrets with an unknown key, or with damage. */
  readonly unopened: readonly string[];
}

/**
 * Wraps the data keys of all secrets under the service's present key, without opening values. Works
 * with or without a running service; a value stored meanwhile uses the present key of the process
 * that stores it.
 */
export async function rotateSecrets(metadata: Metadata, vault: SecretVault): Promise<Rotation> {
  let rewrapped = 0;
  let present = 0;
  const unopened: string[] = [];
  const rows = pages(new AbortController().signal, (after: { id: string } | undefined) =>
    pageOfAllSecrets(metadata.db, { after: after?.id, limit: secretsPerPage }),
  );
  for await (const page of rows) {
    for (const row of page) {
      const place = { workspaceId: row.workspace_id, secretId: row.id, version: row.version };
      const sealed = {
        keyId: row.key_id,
        wrappedKey: row.wrapped_key,
        sealedValue: row.sealed_value,
      };
      try {
        const again = vault.rewrap(place, sealed);
        if (again === null) {
          present += 1;
          continue;
        }
        const { version, updated_at } = row;
        const { keyId: key_id, wrappedKey: wrapped_key, sealedValue: sealed_value } = again;
        // A value stored meanwhile needs no rewrapping.
        await replaceSecret(metadata.db, row, {
          version,
          updated_at,
          key_id,
          wrapped_key,
          sealed_value,
        });
        rewrapped += 1;
      } catch (error) {
        if (!(error instanceof QuernError)) throw error;
        unopened.push(row.id);
      }
    }
  }
  return { rewrapped, present, unopened };
}
