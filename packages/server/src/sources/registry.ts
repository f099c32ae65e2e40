import { postgresType } from './postgres/properties.ts';
import type { SourceType } from './source.ts';

/** The kinds of source that this version reads, each with a driver that the source workers load. */
export const sourceTypes: readonly SourceType[] = [postgresType];

export function findSourceType(name: string): SourceType | undefined {
  return sourceTypes.find((type) => type.name === name);
}
