import type { SourceColumn } from '../lake/model.ts';
import { becomesNullNote } from '../sources/source.ts';

/**
 * True if the values may change the column's type in HotSQL: an integer of MySQL that may be a
 * boolean, a column of SQLite.
 */
export const isUnsettled = ({ type, sqlType, note }: SourceColumn): boolean =>
  note !== null && note !== becomesNullNote && !(type === 'VARCHAR' && sqlType !== undefined);
