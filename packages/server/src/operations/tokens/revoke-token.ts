import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { revokeToken as revoke } from '../../scope/token-store.ts';
import type { Operation } from '../operation.ts';
import { managedBy } from './list-tokens.ts';

/** The token stops working with the next request. */
export const revokeToken: Operation<'tokens.revoke', HasClock & HasMetadata> = async (
  services,
  { principal, params },
) => {
  const known = await revoke(
    services.metadata.db,
    params.id,
    managedBy(principal),
    services.clock.now(),
  );
  if (!known) throw notFound(`Token ${printable(params.id)} not found`);
  return { status: 204, body: undefined };
};
