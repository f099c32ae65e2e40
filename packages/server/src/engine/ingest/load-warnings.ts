import type { InspectedColumn } from './file-source.ts';
import type { ColumnSource } from './type-evolution.ts';

/** What is kept otherwise than the file has it, a sentence each, once it is known as what. */
export function loadWarnings(
  {
    columns,
    warnings,
  }: {
    readonly columns: readonly InspectedColumn[];
    readonly warnings: readonly string[];
  },
  target: readonly ColumnSource[],
): readonly string[] {
  const kept = new Map(target.map(({ from, column }) => [from, column.type]));
  const more = columns.flatMap((column) => warningOf(column, kept.get(column.name)) ?? []);
  return more.length === 0 ? warnings : [...warnings, ...more];
}

function warningOf(
  { name, type, isCut, inferredFrom }: InspectedColumn,
  kept: string | undefined,
): string | undefined {
  if (kept === undefined) return undefined;
  if (isCut === true && !kept.includes('_NS'))
    return `Column '${name}' has nanoseconds in the file and is kept to the microsecond`;
  if (inferredFrom !== null && kept === 'DOUBLE' && type.startsWith('DECIMAL('))
    return `Column '${name}' holds doubles, and the file has numbers of more digits than a double keeps: the nearest ones are kept`;
  return undefined;
}
