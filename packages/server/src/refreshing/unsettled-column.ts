import type { SourceColumn } from '../lake/model.ts';
import { becomesNullNote } from '../sources/source.ts';

/**
 * Whether its type in HotSQL may become another when its values are known: an integer of MySQL that
 * may be a boolean, a column of SQLite.
 */
export const isUnsettled = ({ type, sqlType, note }: SourceColumn): boolean =>
  note !== null && note !== becomesNullNote && !(type === 'VARCHAR' && sqlType !== undefined);
