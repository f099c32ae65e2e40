import type { LakeTable } from '../lake/model.ts';
import { SourceError } from '../sources/source-error.ts';

/** Types with values at a source that the type here cannot represent. */
const mayNotHold = /^(?:DECIMAL\(|TIMESTAMP|VARCHAR$)|\[\]$/;

/** The column of a value outside its type; the column may be read as text instead. */
export const columnOf = (error: unknown): string | undefined =>
  error instanceof SourceError && error.class === 'value_not_representable'
    ? error.column
    : undefined;

/** Columns of the source that may have more such values; texts and vectors seldom do. */
export const columnsOfDoubt = ({ source }: LakeTable): readonly string[] =>
  (source?.columns ?? []).flatMap(({ name, type }) =>
    mayNotHold.test(type) && type !== 'VARCHAR' && type !== 'FLOAT[]' ? [name] : [],
  );

/**
 * Columns turned into text by a value, while the source's type is unchanged. They remain text, and
 * the stored rows define the meaning. A former text column with another type at the source now
 * means something else.
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
