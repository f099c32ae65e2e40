import type { DurationUnit, InspectedColumn } from './file-source.ts';
import type { ColumnSource, LakeColumn } from './type-evolution.ts';

/**
 * One sentence for each kind of value that the table stores differently from the file, once the
 * target types are known.
 */
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
  const kept = new Map(target.map(({ from, column }) => [from, column]));
  const more = columns.flatMap((column) => warningOf(column, kept.get(column.name)) ?? []);
  return more.length === 0 ? warnings : [...warnings, ...more];
}

function warningOf(
  { name, type, isCut, inferredFrom, durationUnit }: InspectedColumn,
  column: LakeColumn | undefined,
): string | undefined {
  if (column === undefined) return undefined;
  if (isCut === true && !column.type.includes('_NS'))
    return `Column '${name}' has nanoseconds in the file and is kept to the microsecond`;
  if (durationUnit !== undefined) return durations(name, durationUnit, column);
  const isNearest =
    inferredFrom !== null && column.type === 'DOUBLE' && type.startsWith('DECIMAL(');
  if (isNearest)
    return `Column '${name}' holds doubles, and the file has numbers of more digits than a double keeps: the nearest ones are kept`;
  return undefined;
}

const words: Readonly<Record<DurationUnit, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
};

function durations(name: string, own: DurationUnit, { durationUnit: unit }: LakeColumn): string {
  if (unit !== undefined)
    return `Column '${name}' is a duration in the file and is kept as a whole number of ${words[unit]}`;
  return `Column '${name}' is a duration in the file, in ${words[own]}; the table does not say what its numbers are, and they are kept as they are`;
}
