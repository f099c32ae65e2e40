import type { Operation } from '../operation.ts';
import { offeredTypes } from './offered-types.ts';

export const listConnectionTypes: Operation<'connectionTypes.list'> = async () => ({
  status: 200,
  body: { connection_types: offeredTypes.map(({ name, label }) => ({ name, label })) },
});
