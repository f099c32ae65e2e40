import type { LakeTable } from '../lake/model.ts';
import { SourceError } from '../sources/source-error.ts';

/** Types that have values at a source which they do not hold here. */
const mayNotHold = /^(?:DECIMAL\(|TIMESTAMP|VARCHAR$)|\[\]$/;

/** The column of a value that its type does not hold: it may be read as text. */
export const columnOf = (error: unknown): string | undefined =>
  error instanceof SourceError && error.class === 'value_not_representable'
    ? error.column
    : undefined;

/** Columns of the source that may have several such values; texts and vectors seldom have one. */
export const columnsOfDoubt = ({ source }: LakeTable): readonly string[] =>
  (source?.columns ?? []).flatMap(({ name, type }) =>
    mayNotHold.test(type) && type !== 'VARCHAR' && type !== 'FLOAT[]' ? [name] : [],
  );

/**
 * Columns that a value made text, as the source still has them: they stay so, and their rows say
 * what they mean. A column that was text at the source, and is of another type there now, means
 * something else.
 */
export function columnsAsText({ version, source }: LakeTable): readonly string[] {
  const held = new Map(version?.columns.map((column) => [column.name, column]));
  return (source?.columns ?? []).flatMap(({ name, type, sqlType }) => {
    const now = held.get(name);
    const isText = now?.type === 'VARCHAR' || now?.type === 'BLOB';
    const isOfValue = isText && now.type !== type && now.sqlType === (sqlType ?? 'text');
    return isOfValue && mayNotHold.test(type) ? [name] : [];
  });
}
