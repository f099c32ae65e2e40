/**
 * Names that types of sources have in HotSQL, where PostgreSQL has no type of that meaning
 * (`plan/hotsql/resolve/source-types.ts` reads them). What follows the colon is JSON, so that a
 * list of names is never two lists.
 */

/** An enum with more labels than these bytes is kept as a text whose order is not known. */
const mostLabelBytes = 16_384;
const mostNameCharacters = 128;

/** An enum: its values are ordered as its labels are. */
export function enumType(name: string, labels: readonly string[]): string {
  const listed = JSON.stringify([name.slice(0, mostNameCharacters), ...labels]);
  return listed.length > mostLabelBytes ? keptType(name) : `enum:${listed}`;
}

/**
 * An enum or set of MySQL: a text everywhere, but that it is sorted as its labels are listed, of a
 * set as the number is that has a bit for each label.
 */
export function choiceType(kind: 'choice' | 'choices', labels: readonly string[]): string {
  const listed = JSON.stringify(labels);
  return listed.length > mostLabelBytes ? keptType(kind) : `${kind}:${listed}`;
}

/** A type of which only the text of a value is known: whether two are equal is not. */
export const keptType = (name: string): string =>
  `kept:${JSON.stringify(name.slice(0, mostNameCharacters))}`;
