import { quoteLiteral } from '../../kernel/quoting.ts';
import type { PlacedVector } from '../../plan/types.ts';

/** The text with long vectors written out. */
export function withVectors(sql: string, vectors: readonly PlacedVector[] = []): string {
  return vectors.reduce(
    (written, { literal, text }) => written.replaceAll(literal, quoteLiteral(text)),
    sql,
  );
}

/** The text with parameters in place of long vectors, numbered after `before` other parameters. */
export function withVectorParameters(
  sql: string,
  vectors: readonly PlacedVector[],
  before: number,
): string {
  return vectors.reduce(
    (placed, { literal }, at) => placed.replaceAll(literal, `$${before + at + 1}`),
    sql,
  );
}
