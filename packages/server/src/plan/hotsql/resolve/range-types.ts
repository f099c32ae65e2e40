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
export const rangeOf = (subtype: string): string | undefined =>
  rangeTypes.find((range) => subtypes[range] === subtype);

/** `anyrange` and its kin: not those of multiranges. */
export const isAnyRange = (name: string): boolean =>
  name === 'anyrange' || name === 'anycompatiblerange';

/** PostgreSQL's own multirange types. */
export const multirangeTypes: readonly string[] = rangeTypes.map((range) =>
  range.replace(/range$/, 'multirange'),
);

export const isMultirange = (type: string): boolean => multirangeTypes.includes(type);

/** Undefined for what is no range. */
export const multirangeOf = (range: string): string | undefined =>
  multirangeTypes[rangeTypes.indexOf(range)];

/** The ranges that a multirange is of; undefined for what is none. */
export const rangeInMultirange = (multirange: string): string | undefined =>
  rangeTypes[multirangeTypes.indexOf(multirange)];

/** `anymultirange` and its kin. */
export const isAnyMultirange = (name: string): boolean =>
  /^any(?:compatible)?multirange$/.test(name);

/** What a range or a multirange is of; undefined for any other type. */
export const elementOfRanges = (type: string): string | undefined =>
  subtypeOf(rangeInMultirange(type) ?? type);
