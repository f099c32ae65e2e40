/** PostgreSQL's own range types, and what they are ranges of. */
const subtypes: Readonly<Record<string, string>> = {
  int4range: 'int4',
  int8range: 'int8',
  numrange: 'numeric',
  daterange: 'date',
  tsrange: 'timestamp',
  tstzrange: 'timestamptz',
};

export const rangeTypes: readonly string[] = Object.keys(subtypes);

export const isRange = (type: string): boolean => Object.hasOwn(subtypes, type);

/** Undefined for what is no range. */
export const subtypeOf = (range: string): string | undefined =>
  Object.hasOwn(subtypes, range) ? subtypes[range] : undefined;

/** Undefined where there are no ranges of the type. */
export const rangeOf = (subtype: string): string | undefined => rangeTypes.find((range) => subtypes[range] === subtype);

/** `anyrange` and its kin: not those of multiranges. */
export const isAnyRange = (name: string): boolean => name === 'anyrange' || name === 'anycompatiblerange';
