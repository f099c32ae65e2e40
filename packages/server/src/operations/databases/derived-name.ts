/** A few characters of a database's id that tell it from others of the same label. */
export function suffixOf(id: string): string {
  return id.slice(-8);
}

/** The label of a database that is given none. */
export function derivedName(id: string): string {
  return `database-${suffixOf(id)}`;
}
