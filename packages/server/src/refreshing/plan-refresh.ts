import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { joinTypes } from '../engine/ingest/type-join.ts';
import { badRequest } from '../kernel/errors.ts';
import type { LakeTable, RefreshPolicy } from '../lake/model.ts';
import type { ExtractedColumn, ExtractRequest } from '../sources/source.ts';
import { isTextCursor, valueBelow } from './cursor-value.ts';

/** All rows in place of those that are here, or the changes since the last time into them. */
export type RefreshPlan =
  | {
      readonly kind: 'whole';
      readonly cursor?: ExtractRequest['cursor'];
      /**
       * Why it is not the changes that the policy asks for, as a sentence; null where it asks for
       * no others.
       */
      readonly reason: string | null;
    }
  | {
      readonly kind: 'changes';
      readonly cursor: NonNullable<ExtractRequest['cursor']>;
      readonly key: readonly string[];
    };

/**
 * What is read of a table's source by its policy. `cursor`: where the last refresh ended; null:
 * nothing is known of that.
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
 * Says why changed rows cannot be merged into the kept rows. Null where a merge is possible: the
 * columns are the same, and each column holds the changed values without changing their meaning.
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
  // What is compared in no way takes the text of anything.
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
 * Whether values of the type are values of the column; whole numbers become doubles one by one, and
 * fail where one is none.
 */
const fits = (type: string, read: string) =>
  joinTypes(type, read) === type || (type === 'DOUBLE' && read === 'BIGINT');
