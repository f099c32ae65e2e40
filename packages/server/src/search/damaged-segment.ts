/**
 * A segment whose file differs from the written file. Its rows are then searched without the
 * segment.
 */
export class DamagedSegment extends Error {}

export const damagedSegment = (what: string) =>
  new DamagedSegment(`a segment of an index is damaged: ${what}`);
