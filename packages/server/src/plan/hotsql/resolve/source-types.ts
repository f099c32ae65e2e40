/**
 * Types of sources that PostgreSQL lacks, under the names of `sources/sql-type.ts`: enums, and
 * types known to HotSQL only by the text of a value.
 */

export const isEnum = (name: string): boolean => name.startsWith('enum:');
/** True for a MySQL enum: a text, sorted by its labels. */
export const isChoice = (name: string): boolean => name.startsWith('choice:');
/** True for a MySQL set: a text, sorted by the bits of its labels. */
export const isChoices = (name: string): boolean => name.startsWith('choices:');
/** True for a type that is a text except in sorting. */
export const isSortedText = (name: string): boolean => isChoice(name) || isChoices(name);
export const isKept = (name: string): boolean => name.startsWith('kept:');

/** The labels in the order of the values. */
export function labelsOf(name: string): readonly string[] {
  const known = labels.get(name);
  if (known !== undefined) return known;
  const listed = JSON.parse(name.slice(name.indexOf(':') + 1)) as readonly string[];
  // The first entry of an enum is its name.
  const made = isEnum(name) ? listed.slice(1) : listed;
  if (labels.size >= mostKnown) labels.clear();
  labels.set(name, made);
  return made;
}

const mostKnown = 1_000;
const labels = new Map<string, readonly string[]>();

/** The source's name of the type. */
export function sourceNameOf(name: string): string {
  if (isSortedText(name)) return isChoice(name) ? 'enum' : 'set';
  const said: unknown = JSON.parse(name.slice(name.indexOf(':') + 1));
  return String(Array.isArray(said) ? said[0] : said);
}
