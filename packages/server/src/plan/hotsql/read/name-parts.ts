import type { NamePart } from '../../types.ts';

/** Tells the quoted parts of a name in the statement's text. */
export interface Quoting {
  quotedAt(location: number | undefined): readonly boolean[];
}

export const nameKey = (parts: readonly NamePart[]) =>
  JSON.stringify(parts.map(({ name, quoted }) => [name, quoted]));

/** The parts of a written name without empty parts; each with its quoting. */
export function nameParts(
  quoting: Quoting,
  written: readonly string[],
  location: number | undefined,
): readonly NamePart[] {
  const quoted = quoting.quotedAt(location);
  return written
    .filter((part) => part !== '')
    .map((name, index) => ({ name, quoted: quoted[index] ?? false }));
}
