import type { NamePart } from '../types.ts';
import type { Printing } from './printing.ts';

/** The parts of a written name that are there, and whether each is quoted. */
export function nameParts(
  printing: Pick<Printing, 'quotedAt'>,
  written: readonly string[],
  location: number | undefined,
): readonly NamePart[] {
  const quoted = printing.quotedAt(location);
  return written.filter((part) => part !== '').map((name, index) => ({ name, quoted: quoted[index] ?? false }));
}
