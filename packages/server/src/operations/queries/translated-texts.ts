import { createHash } from 'node:crypto';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import {
  type PlanTemplate,
  planOfTemplate,
  planTemplate,
  type TextTemplate,
  templateOf,
} from '../../plan/text-template.ts';
import type { PlannedText, TablesNeeded } from '../../plan/types.ts';

/**
 * What texts were translated to, by the texts and what the planner was told of their tables; and
 * what those are translated to that differ from one of them in what they look up alone. Bounded by
 * the lengths of the texts and of what they were translated to, in characters.
 */
export class TranslatedTexts {
  readonly #whole = new LruCache<PlannedText | TablesNeeded>(16 * 2 ** 20);
  readonly #templates = new LruCache<PlanTemplate>(4 * 2 ** 20);

  get weight(): number {
    return this.#whole.weight + this.#templates.weight;
  }

  get(request: PlanTextRequest): PlannedText | TablesNeeded | undefined {
    const template = templateFor(request);
    const made = template && this.#templates.get(keyOf(request, template.key));
    return made ? planOfTemplate(made, template) : this.#whole.get(keyOf(request, request.sql));
  }

  set(request: PlanTextRequest, translated: PlannedText | TablesNeeded): void {
    const { sql, shapes = [] } = request;
    // Filters hold every constant of the text as an object.
    const characters = sql.length + 1000 + JSON.stringify(translated).length;
    const template = templateFor(request);
    const made =
      template && !('tables' in translated) ? planTemplate(template, translated, shapes) : null;
    if (template && made) this.#templates.set(keyOf(request, template.key), made, characters);
    else this.#whole.set(keyOf(request, sql), translated, characters);
  }
}

/**
 * Null of a text that is translated by itself: its tables were not told, or the engine's tree is
 * read for their filters.
 */
function templateFor({ sql, dialect, shapes, leavesTree }: PlanTextRequest): TextTemplate | null {
  const isHotsql = dialect === 'hotsql' || dialect === 'postgres';
  return isHotsql && leavesTree && shapes ? templateOf(sql) : null;
}

function keyOf(
  { dialect, shapes, leavesTree, namesColumns, isWide, isExact }: PlanTextRequest,
  text: string,
): string {
  const told = JSON.stringify([
    leavesTree ?? false,
    namesColumns ?? false,
    isWide ?? false,
    isExact ?? false,
    shapes ?? null,
  ]);
  return createHash('sha256').update(`${dialect}\0${told}\0${text}`).digest('base64');
}
