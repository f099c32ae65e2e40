import type { LakeTable } from '../lake/model.ts';
import { SourceError } from '../sources/source-error.ts';

/** Types that have values at a source which they do not hold here. */
const mayNotHold = /^(?:DECIMAL\(|TIMESTAMP|VARCHAR$)|\[\]$/;

/** The column of a value that its type does not hold: it may be read as text. */
export const columnOf = (error: unknown): string | undefined =>
  error instanceof SourceError && error.class === 'value_not_representable'
    ? error.column
    : undefined;

/** Columns whose rows here are text already, where the source's type is another: they stay so. */
export function columnsAsText({ version, source }: LakeTable): readonly string[] {
  const held = new Map(version?.columns.map(({ name, type }) => [name, type]));
  return (source?.columns ?? []).flatMap(({ name, type }) => {
    const now = held.get(name);
    const isText = now === 'VARCHAR' || now === 'BLOB';
    return isText && now !== type && mayNotHold.test(type) ? [name] : [];
  });
}
