import { QuernError } from '../kernel/errors.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { pageOfAllSecrets, replaceSecret } from '../metadata/secret-store.ts';
import { pages } from '../metadata/sweep-rows.ts';
import type { SecretVault } from './secret-vault.ts';

const secretsPerPage = 200;

export interface Rotation {
  /** Secrets whose data keys are under the present key now, and were not. */
  readonly rewrapped: number;
  readonly present: number;
  /** Ids of those whose key is not at hand, or that are damaged. */
  readonly unopened: readonly string[];
}

/**
 * Wraps the data keys of all secrets under the service's present key. Values are not opened. Beside
 * a running service or without one; a value that is stored meanwhile is under the present key of
 * whoever stores it.
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
        // Where it was stored anew meanwhile, it needs no rewrapping.
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
