import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { Operation } from '../operation.ts';
import { findOfferedType, offeredNames } from './offered-types.ts';

export const getConnectionType: Operation<'connectionTypes.get'> = async (
  _services,
  { params },
) => {
  const type = findOfferedType(params.name);
  if (!type)
    throw notFound(
      `Connection type ${printable(params.name)} not found; offered are ${offeredNames}`,
    );
  return { status: 200, body: type };
};
