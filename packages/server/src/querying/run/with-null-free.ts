import type { QueryPreview } from '../../engine/query/query-request.ts';
import type { Plan } from '../../plan/types.ts';

/** What an answer says of its columns. */
type Rows = Pick<QueryPreview, 'columns' | 'preview' | 'rowCount'>;

/**
 * The answer with `nullable: false` at the columns that the plan proves to hold no null. NaN and
 * the infinities are null in JSON: a column of floats is proved by its rows too, and only where
 * all of them are shown.
 */
export function withNullFree<T extends Rows>(plan: Plan, answer: T): T {
  const places = plan.statementKind === 'select' ? (plan.nullFreeColumns ?? []) : [];
  if (places.length === 0) return answer;
  const proved = new Set(places);
  const isFloat = (index: number) =>
    /^(?:FLOAT|DOUBLE)$/.test(answer.columns[index]?.storedType ?? '');
  for (const index of nullsShown(answer, places.filter(isFloat))) proved.delete(index);
  const columns = answer.columns.map((column, index) =>
    proved.has(index) ? { ...column, nullable: false } : column,
  );
  return { ...answer, columns };
}

/** Those of the places that have a null in a row, or may have one in a row that is not shown. */
function nullsShown({ preview, rowCount }: Rows, places: readonly number[]): readonly number[] {
  if (places.length === 0) return [];
  if (preview.rowCount < rowCount || preview.text === '') return places;
  if (!preview.text.includes('null')) return [];
  const rows = JSON.parse(preview.text) as readonly (readonly unknown[])[];
  return places.filter((index) => rows.some((row) => row[index] === null));
}
