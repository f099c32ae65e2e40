import type { SecretMetadataResponse } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import type { SecretEntry } from '../../metadata/secret-store.ts';

/** What is shown of a secret: never a value. */
export function toSecretBody({
  name,
  created_at,
  updated_at,
}: SecretEntry): SecretMetadataResponse {
  return { name, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
