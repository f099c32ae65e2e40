import { sqlError } from '../../kernel/sql-error.ts';

/** The English suffix of a number's last digits: st, nd, rd or th. */
export function ordinalSuffix(digits: string, upper: boolean): string {
  const last = digits.at(-1) ?? '';
  if (last < '0' || last > '9') return sqlError('22P02', `"${digits}" is not a number`);
  const suffixes: Readonly<Record<string, string>> = { '1': 'st', '2': 'nd', '3': 'rd' };
  const suffix = (digits.length > 1 && digits.at(-2) === '1' ? undefined : suffixes[last]) ?? 'th';
  return upper ? suffix.toUpperCase() : suffix;
}
