/** The last characters of a database's id, which distinguish databases with equal labels. */
export function suffixOf(id: string): string {
  return id.slice(-8);
}

/** The label of a database without a given name. */
export function derivedName(id: string): string {
  return `database-${suffixOf(id)}`;
}
