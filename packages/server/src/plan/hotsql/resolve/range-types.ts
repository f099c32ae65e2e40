/** PostgreSQL's own range types, each with the type of its bounds. */
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

/** Undefined for any other type. */
export const subtypeOf = (range: string): string | undefined =>
  Object.hasOwn(subtypes, range) ? subtypes[range] : undefined;

/** Undefined for a type without ranges. */
export const rangeOf = (subtype: string): string | undefined =>
  rangeTypes.find((range) => subtypes[range] === subtype);

/** True for `anyrange` and `anycompatiblerange`; false for pseudo-types of multiranges. */
export const isAnyRange = (name: string): boolean =>
  name === 'anyrange' || name === 'anycompatiblerange';

/** PostgreSQL's own multirange types. */
export const multirangeTypes: readonly string[] = rangeTypes.map((range) =>
  range.replace(/range$/, 'multirange'),
);

export const isMultirange = (type: string): boolean => multirangeTypes.includes(type);

/** Undefined for any other type. */
export const multirangeOf = (range: string): string | undefined =>
  multirangeTypes[rangeTypes.indexOf(range)];

/** The range type of a multirange; undefined for any other type. */
export const rangeInMultirange = (multirange: string): string | undefined =>
  rangeTypes[multirangeTypes.indexOf(multirange)];

/** True for `anymultirange` and `anycompatiblemultirange`. */
export const isAnyMultirange = (name: string): boolean =>
  /^any(?:compatible)?multirange$/.test(name);

/** The element type of a range or multirange; undefined for any other type. */
export const elementOfRanges = (type: string): string | undefined =>
  subtypeOf(rangeInMultirange(type) ?? type);
