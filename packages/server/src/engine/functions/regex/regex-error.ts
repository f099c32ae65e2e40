import { sqlError } from '../../../kernel/sql-error.ts';

export const badRegex = (what: string): never =>
  sqlError('2201B', `invalid regular expression: ${what}`);
