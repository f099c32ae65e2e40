import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { joinTypes } from '../engine/ingest/type-join.ts';
import { badRequest } from '../kernel/errors.ts';
import type { LakeTable, RefreshPolicy } from '../lake/model.ts';
import type { ExtractedColumn, ExtractRequest } from '../sources/source.ts';
import { isTextCursor, valueBelow } from './cursor-value.ts';

/** Replaces all rows, or merges the changes since the last refresh. */
export type RefreshPlan =
  | {
      readonly kind: 'whole';
      readonly cursor?: ExtractRequest['cursor'];
      /**
       * The reason for reading all rows although the policy reads changes, as a sentence; null
       * otherwise.
       */
      readonly reason: string | null;
    }
  | {
      readonly kind: 'changes';
      readonly cursor: NonNullable<ExtractRequest['cursor']>;
      readonly key: readonly string[];
    };

/**
 * Decides what to read from a table's source. `cursor`: the end of the last refresh; null if
 * unknown.
 */
export function planRefresh(
  table: LakeTable,
  policy: RefreshPolicy | null,
  cursor: string | null,
  isWhole: boolean,
): RefreshPlan {
  if (policy?.mode !== 'incremental' || policy.cursorColumn === null)
    return { kind: 'whole', reason: null };
  const column = policy.cursorColumn;
  if (isWhole || table.version === null || cursor === null) {
    return { kind: 'whole', cursor: { column, value: null }, reason: null };
  }
  const found = table.source?.columns.find(({ name }) => name === column);
  const value = valueBelow(cursor, policy.overlap, found !== undefined && isTextCursor(found));
  if (value === null) {
    throw badRequest(
      `Column '${column}' stands at a value that no overlap can be taken off; set 'overlap' of the table's refresh to 0`,
    );
  }
  const { key } = policy;
  return { kind: 'changes', key, cursor: { column, value, isInclusive: key.length > 0 } };
}

export const otherColumns =
  'Its columns are others than those of the rows that are here, so all rows were fetched anew';

/**
 * Explains why changed rows cannot be merged into the existing rows. Null if a merge is possible:
 * the columns are the same, and each column can represent the changed values without a change of
 * meaning.
 */
export function misfitAmong(
  cached: readonly LakeColumn[],
  read: readonly ExtractedColumn[],
): string | null {
  const byName = new Map(read.map((column) => [column.name, column]));
  if (cached.length !== read.length || !cached.every(({ name }) => byName.has(name)))
    return otherColumns;
  for (const column of cached) {
    const changed = byName.get(column.name);
    if (!changed || changed.hasNoValues || takes(column, changed)) continue;
    return `Column '${column.name}' is ${column.type} here and has values now that it does not hold, so all rows were fetched anew`;
  }
  return null;
}

function takes({ type, sqlType }: LakeColumn, read: ExtractedColumn): boolean {
  // A column without comparisons accepts any text.
  const isAlike = sqlType === read.sqlType || sqlType?.startsWith('kept:') === true;
  if (!isAlike) return false;
  if (read.digits) {
    const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
    if (precision !== undefined)
      return (
        read.digits.scale <= Number(scale) && read.digits.whole <= Number(precision) - Number(scale)
      );
  }
  return fits(type, read.type) || fits(type, read.stagedType);
}

/**
 * True if values of the type fit the column. Whole numbers are converted to doubles one by one, and
 * a number without an exact double fails.
 */
const fits = (type: string, read: string) =>
  joinTypes(type, read) === type || (type === 'DOUBLE' && read === 'BIGINT');
