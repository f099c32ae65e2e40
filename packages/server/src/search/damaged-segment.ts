/** A segment whose file is not what was written. The rows it is of are searched without it then. */
export class DamagedSegment extends Error {}

export const damagedSegment = (what: string) =>
  new DamagedSegment(`a segment of an index is damaged: ${what}`);
