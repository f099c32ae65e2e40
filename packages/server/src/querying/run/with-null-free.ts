import type { QueryPreview } from '../../engine/query/query-request.ts';
import type { Plan } from '../../plan/types.ts';

/** The answer's columns and rows. */
type Rows = Pick<QueryPreview, 'columns' | 'preview' | 'rowCount'>;

/**
 * The answer with `nullable: false` for the columns that the plan proves free of nulls. NaN and
 * infinity are null in JSON, so a column of floats also needs proof by its rows, which is possible
 * only if all rows are shown.
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

/** The columns among `places` with a null in a row, or possibly with a null in a row not shown. */
function nullsShown({ preview, rowCount }: Rows, places: readonly number[]): readonly number[] {
  if (places.length === 0) return [];
  if (preview.rowCount < rowCount || preview.text === '') return places;
  if (!preview.text.includes('null')) return [];
  const rows = JSON.parse(preview.text) as readonly (readonly unknown[])[];
  return places.filter((index) => rows.some((row) => row[index] === null));
}
