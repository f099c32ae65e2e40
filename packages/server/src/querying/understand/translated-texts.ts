import { hash } from 'node:crypto';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import { type SearchTemplate, searchTemplateOf } from '../../plan/search-template.ts';
import {
  type PlanTemplate,
  planOfTemplate,
  planTemplate,
  type TextTemplate,
  templateOf,
} from '../../plan/text-template.ts';
import type { PlannedText, SearchCall, TablesNeeded } from '../../plan/types.ts';

/**
 * Caches translations by text and table descriptions. Texts that differ only in looked-up values or
 * search arguments share one translation. Bounded by the total length of texts and translations, in
 * characters.
 */
export class TranslatedTexts {
  readonly #whole = new LruCache<PlannedText | TablesNeeded>(16 * 2 ** 20);
  readonly #templates = new LruCache<PlanTemplate>(4 * 2 ** 20);
  /** A separate cache: its keys must not collide with texts of callers. */
  readonly #searches = new LruCache<PlannedText | TablesNeeded>(4 * 2 ** 20);
  /**
   * The template of the last text: each text is translated twice, for table names and for the plan.
   */
  #last: { readonly sql: string; readonly template: SearchTemplate | null } | undefined;

  get weight(): number {
    return this.#whole.weight + this.#templates.weight + this.#searches.weight;
  }

  get(request: PlanTextRequest): PlannedText | TablesNeeded | undefined {
    const search = this.#searchTemplate(request);
    if (search) {
      const known = this.#searches.get(keyOf(request, search.key));
      return known && withSearches(known, search.searches);
    }
    const template = templateFor(request);
    const made = template && this.#templates.get(keyOf(request, template.key));
    return made ? planOfTemplate(made, template) : this.#whole.get(keyOf(request, request.sql));
  }

  set(request: PlanTextRequest, translated: PlannedText | TablesNeeded): void {
    const { sql, shapes = [] } = request;
    // Filters have every constant of the text as an object.
    const characters = sql.length + 1000 + JSON.stringify(translated).length;
    const search = this.#searchTemplate(request);
    if (search) {
      this.#searches.set(keyOf(request, search.key), translated, characters);
      return;
    }
    const template = templateFor(request);
    const made =
      template && !('tables' in translated) ? planTemplate(template, translated, shapes) : null;
    if (template && made) this.#templates.set(keyOf(request, template.key), made, characters);
    else this.#whole.set(keyOf(request, sql), translated, characters);
  }

  /** Snowflake's texts have a parser of their own. */
  #searchTemplate({ sql, dialect, derivation }: PlanTextRequest): SearchTemplate | null {
    if (dialect === 'snowflake' || derivation) return null;
    if (this.#last?.sql !== sql) this.#last = { sql, template: searchTemplateOf(sql) };
    return this.#last.template;
  }
}

/** Null for a text translated on its own, and for a text without described tables. */
function templateFor({ sql, dialect, shapes, derivation }: PlanTextRequest): TextTemplate | null {
  const isHotsql = dialect === 'hotsql' || dialect === 'postgres';
  return isHotsql && shapes && !derivation ? templateOf(sql) : null;
}

function withSearches(
  known: PlannedText | TablesNeeded,
  searches: readonly SearchCall[],
): PlannedText | TablesNeeded {
  return 'tables' in known
    ? { ...known, searches }
    : { ...known, translation: { ...known.translation, searches } };
}

function keyOf(
  { dialect, shapes, leavesTree, namesColumns, isWide, isExact, derivation }: PlanTextRequest,
  text: string,
): string {
  const told = JSON.stringify([
    leavesTree ?? false,
    namesColumns ?? false,
    isWide ?? false,
    isExact ?? false,
    shapes ?? null,
    ...(derivation ? [derivation] : []),
  ]);
  return hash('sha256', `${dialect}\0${told}\0${text}`, 'base64');
}
