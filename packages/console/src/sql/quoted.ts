/**
 * An identifier as SQL takes it. Always in quotes: a bare `user`, `order` or `current_date` means
 * something else.
 */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
