import type { SecretMetadataResponse } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import type { SecretEntry } from '../../metadata/secret-store.ts';

/** The visible fields of a secret, never its value. */
export function toSecretBody({
  name,
  created_at,
  updated_at,
}: SecretEntry): SecretMetadataResponse {
  return { name, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
