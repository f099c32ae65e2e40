import { QuernError } from '../kernel/errors.ts';

/** What PostgreSQL would raise, with its code: 400. */
export const raised = (sqlState: string, message: string) =>
  new QuernError('BAD_REQUEST', message, { sqlState });

export const noSuchTable = (name: string) => raised('42P01', `relation '${name}' does not exist`);

/** What a transaction read was changed by another one meanwhile. */
export const cannotSerialize = () =>
  new QuernError(
    'CONFLICT',
    'could not serialize access, because another statement changed what this one read; try again',
    { sqlState: '40001', retryAfterS: 1 },
  );
