import { badRequest } from '../../kernel/errors.ts';
import { maxNameLength } from '../../scope/limits.ts';

/**
 * 400 if a label of a request is too long, also if another field takes precedence over the label.
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
