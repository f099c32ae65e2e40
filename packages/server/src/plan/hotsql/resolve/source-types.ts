/**
 * Types of sources that PostgreSQL does not have, by the names that `sources/sql-type.ts` gives
 * them: enums, and types of which HotSQL knows the text of a value alone.
 */

export const isEnum = (name: string): boolean => name.startsWith('enum:');
export const isKept = (name: string): boolean => name.startsWith('kept:');

/** The labels of an enum in the order of its values. */
export function labelsOf(name: string): readonly string[] {
  const known = labels.get(name);
  if (known !== undefined) return known;
  const [, ...made] = JSON.parse(name.slice('enum:'.length)) as readonly string[];
  if (labels.size >= mostKnown) labels.clear();
  labels.set(name, made);
  return made;
}

const mostKnown = 1_000;
const labels = new Map<string, readonly string[]>();

/** What the source calls it. */
export function sourceNameOf(name: string): string {
  const said: unknown = JSON.parse(name.slice(name.indexOf(':') + 1));
  return String(Array.isArray(said) ? said[0] : said);
}
