/**
 * HotSQL names for types of sources without a PostgreSQL counterpart
 * (`plan/hotsql/resolve/source-types.ts` reads them). The part after the colon is JSON, so a list
 * of names is unambiguous.
 */

/** Maximum size of an enum's labels; a larger enum is stored as a text of unknown order. */
const mostLabelBytes = 16_384;
const mostNameCharacters = 128;

/** An enum: values sort in the order of the labels. */
export function enumType(name: string, labels: readonly string[]): string {
  const listed = JSON.stringify([name.slice(0, mostNameCharacters), ...labels]);
  return listed.length > mostLabelBytes ? keptType(name) : `enum:${listed}`;
}

/**
 * An enum or set of MySQL: a text, but sorted by the order of its labels; a set sorts by the number
 * with a bit for each label.
 */
export function choiceType(kind: 'choice' | 'choices', labels: readonly string[]): string {
  const listed = JSON.stringify(labels);
  return listed.length > mostLabelBytes ? keptType(kind) : `${kind}:${listed}`;
}

/** A type known only by the text of its values; the equality of two values is unknown. */
export const keptType = (name: string): string =>
  `kept:${JSON.stringify(name.slice(0, mostNameCharacters))}`;
