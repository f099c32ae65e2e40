import { badRequest } from '../../kernel/errors.ts';
import { maxNameLength } from '../../scope/limits.ts';

const placeholder = '{index}';
/** `-` and the first characters of the batch's id (docs/contract/databases.md#batch-labels). */
const suffixOf = (batchId: string) => `-${batchId.slice(0, 6)}`;

/**
 * `name_template` of a request; null for none. 400 if the template lacks the index, or if labels
 * would be too long.
 */
export function readNameTemplate(text: string | null | undefined, count: number): string | null {
  if (text === null || text === undefined) return null;
  if (!text.includes(placeholder)) {
    throw badRequest(
      `'name_template' must contain '${placeholder}', which becomes the position of each database`,
    );
  }
  if (labelOf(text, count - 1, count, '000000').length > maxNameLength) {
    throw badRequest(`'name_template' makes labels longer than ${maxNameLength} characters`);
  }
  return text;
}

/** The label of the database at `index` from zero, padded to the width of the largest index. */
export function labelOf(template: string, index: number, count: number, batchId: string): string {
  const position = String(index).padStart(String(count - 1).length, '0');
  return template.replaceAll(placeholder, position) + suffixOf(batchId);
}
