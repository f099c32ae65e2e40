import { badRequest } from '../../kernel/errors.ts';
import { checkQueryText } from '../../querying/understand/query-text.ts';
import { savedQueryLimits as limits } from '../../scope/limits.ts';

/** Trimmed; names need not be unique. */
export function readName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest("'name' cannot be empty");
  return within('name', trimmed, limits.nameLength);
}

/** Trimmed, so an editor's final newline makes no new version. */
export function readSql(sql: string): string {
  checkQueryText(sql);
  return sql.trim();
}

export function readDescription(description: string | null | undefined): string {
  return within('description', description ?? '', limits.descriptionLength);
}

/** Trimmed, each once, in the caller's order. */
export function readTags(tags: readonly string[] | null | undefined): readonly string[] {
  const trimmed = (tags ?? []).map((tag, index) => {
    const text = tag.trim();
    if (text === '') throw badRequest(`'tags[${index}]' cannot be blank`);
    return within(`tags[${index}]`, text, limits.tagLength);
  });
  const distinct = [...new Set(trimmed)];
  if (distinct.length > limits.tags) {
    throw badRequest(
      `'tags' has ${distinct.length} tags; a saved query takes ${limits.tags} at most`,
    );
  }
  return distinct;
}

/** The override of a detected value; null for none. */
export function readOverride(
  field: 'category_override' | 'table_size_override',
  text: string | null,
): string | null {
  return text === null ? null : within(field, text, limits.overrideLength);
}

/** Characters are code points, as clients count. */
function within(field: string, text: string, limit: number): string {
  if (text.length <= limit) return text;
  const length = [...text].length;
  if (length > limit)
    throw badRequest(`'${field}' has ${length} characters; it takes ${limit} at most`);
  return text;
}
