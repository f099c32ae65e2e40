import { badRequest } from '../../kernel/errors.ts';
import { maxNameLength } from '../../scope/limits.ts';

/**
 * 400 where a label of a request is longer than any may be, also one that another field stands in
 * for.
 */
export function refuseLongLabels(body: {
  readonly name?: string | null;
  readonly description?: string | null;
}): void {
  for (const field of ['name', 'description'] as const) {
    if ((body[field]?.length ?? 0) <= maxNameLength) continue;
    throw badRequest(`'${field}' is longer than ${maxNameLength} characters`);
  }
}
