import type { EmbeddedFiles } from '../indexing/embed-loaded.ts';
import { newId } from '../kernel/ids.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import {
  type LakeCatalog,
  type LakeTable,
  noLayout,
  type TableLayout,
  type TableVersion,
} from '../lake/model.ts';
import { placeColumn, targetMark } from '../plan/statements/derivation.ts';
import type { VisibleCatalog } from '../plan/types.ts';
import { type DatabaseView, tableOf } from '../querying/see/database-view.ts';
import { visibleSchemas } from '../querying/see/read-database-view.ts';
import type { PlannedQuery } from '../querying/understand/planned-query.ts';
import { PendingContent } from './pending-content.ts';
import { keyOfPlace, type WrittenPlace } from './written-target.ts';

/** What a transaction makes of one table. */
export interface TableChange {
  readonly place: WrittenPlace;
  /** As the transaction found it; null where it was not there. */
  readonly base: LakeTable | null;
  /** As it is now; null where the transaction dropped it. */
  readonly present: LakeTable | null;
  readonly content: PendingContent;
  readonly embedded: readonly EmbeddedFiles[];
}

/** The catalog of the rows that a table keeps, beside the new ones of `targetMark`. */
export const keptMark = '@kept';

/**
 * What the statements of one transaction see: the database as it was when the transaction began,
 * with what it has changed. Nothing of it is in the metadata before the commit.
 */
export class WriteSession {
  readonly #lakes: HasLakes['lakes'];
  readonly #begun: DatabaseView;
  readonly #changes = new Map<string, TableChange>();
  readonly #schemas = new Map<string, 'created' | 'dropped'>();
  readonly #held = new Set<string>();
  /** Versions that statements read of tables, by the ids of these. */
  readonly #read = new Map<string, string | null>();

  constructor({ lakes }: HasLakes, begun: DatabaseView) {
    this.#lakes = lakes;
    this.#begun = begun;
  }

  get changes(): readonly TableChange[] {
    return [...this.#changes.values()];
  }

  get schemas(): ReadonlyMap<string, 'created' | 'dropped'> {
    return this.#schemas;
  }

  /** Of tables that the transaction read and leaves as they were. */
  get readVersions(): ReadonlyMap<string, string | null> {
    const changed = new Set(this.changes.flatMap(({ base }) => base?.id ?? []));
    return new Map([...this.#read].filter(([table]) => !changed.has(table)));
  }

  /** Notes which tables of the own catalog a planned statement reads. */
  noteRead({ plan, view }: PlannedQuery): void {
    const index = this.#begun.snapshot.defaultCatalogIndex;
    for (const bound of plan.tables) {
      if (bound.kind !== 'table' || bound.catalogIndex !== index) continue;
      const table = tableOf(view, bound);
      const begun = this.#ownLake().schemas.get(table.schema)?.get(table.name);
      if (begun?.id === table.id) this.#read.set(table.id, begun.version?.id ?? null);
    }
  }

  get lakeId(): string {
    return this.#ownLake().lakeId;
  }

  /** The view without what the transaction changed, for names of catalogs. */
  get begun(): DatabaseView {
    return this.#begun;
  }

  hasSchema(name: string): boolean {
    const changed = this.#schemas.get(name);
    return changed === undefined ? this.#ownLake().schemas.has(name) : changed === 'created';
  }

  setSchema(name: string, state: 'created' | 'dropped'): void {
    this.#schemas.set(name, state);
  }

  /** The tables of a schema as they are now. */
  tablesOf(schema: string): readonly LakeTable[] {
    return [...(this.#lakeNow().schemas.get(schema)?.values() ?? [])];
  }

  table(place: WrittenPlace): LakeTable | null {
    const changed = this.#changes.get(keyOfPlace(place));
    if (changed) return changed.present;
    return this.#ownLake().schemas.get(place.schema)?.get(place.table) ?? null;
  }

  /** The rows of a table as they are now. */
  async contentOf(place: WrittenPlace): Promise<PendingContent> {
    const changed = this.#changes.get(keyOfPlace(place));
    if (changed) return changed.content;
    const version = this.table(place)?.version ?? null;
    const manifests = version === null ? [] : await this.#lakes.manifestsOf(version);
    return PendingContent.of(version, manifests);
  }

  /** Makes, changes or (null) drops a table. */
  change(
    place: WrittenPlace,
    next: { readonly content: PendingContent; readonly layout?: TableLayout } | null,
    embedded: EmbeddedFiles | null = null,
  ): void {
    const key = keyOfPlace(place);
    const earlier = this.#changes.get(key);
    const base = earlier
      ? earlier.base
      : (this.#ownLake().schemas.get(place.schema)?.get(place.table) ?? null);
    const before = this.table(place);
    const present = next === null ? null : this.#tableOf(place, before, next);
    this.#changes.set(key, {
      place,
      base,
      present,
      content: next?.content ?? PendingContent.empty([]),
      embedded: [...(earlier?.embedded ?? []), ...(embedded ? [embedded] : [])],
    });
  }

  #tableOf(
    { schema, table }: WrittenPlace,
    before: LakeTable | null,
    { content, layout }: { readonly content: PendingContent; readonly layout?: TableLayout },
  ): LakeTable {
    const version = this.#hold(content);
    if (before !== null && layout === undefined) return { ...before, version };
    return {
      id: newId('table'),
      schema,
      name: table,
      layout: layout ?? noLayout,
      version,
      loadedAt: null,
      source: null,
      refresh: null,
    };
  }

  #hold(content: PendingContent): TableVersion {
    const { version, held } = content.toVersion();
    this.#lakes.hold(held);
    for (const id of held.keys()) this.#held.add(id);
    return version;
  }

  /** What a statement sees. */
  view(): DatabaseView {
    return this.#viewOf([]);
  }

  /**
   * The same tables, with the target under its mark and its rows with positions; or with pending
   * rows in the target's place.
   */
  targetView(
    table: LakeTable,
    { rows, kept }: { readonly rows?: PendingContent; readonly kept?: PendingContent } = {},
  ): DatabaseView {
    const isPlaced = rows === undefined;
    const target = rows ? { ...table, id: newId('table'), version: this.#hold(rows) } : table;
    const marked = [{ mark: targetMark, table: target, isPlaced }];
    if (kept)
      marked.push({
        mark: keptMark,
        table: { ...table, id: newId('table'), version: this.#hold(kept) },
        isPlaced: false,
      });
    return this.#viewOf(marked);
  }

  /** To be called when the transaction has ended, however it did. */
  release(): void {
    this.#lakes.letGo(this.#held);
  }

  #ownLake(): LakeCatalog {
    const lake = this.#begun.lakes[this.#begun.snapshot.defaultCatalogIndex];
    if (lake === undefined) throw new Error('a database has its own catalog');
    return lake;
  }

  #lakeNow(): LakeCatalog {
    const own = this.#ownLake();
    if (this.#changes.size === 0 && this.#schemas.size === 0) return own;
    const schemas = new Map([...own.schemas].map(([name, tables]) => [name, new Map(tables)]));
    for (const [name, state] of this.#schemas) {
      if (state === 'dropped') schemas.delete(name);
      else if (!schemas.has(name)) schemas.set(name, new Map());
    }
    for (const { place, present } of this.#changes.values()) {
      const tables = schemas.get(place.schema);
      if (present === null) tables?.delete(place.table);
      else tables?.set(place.table, present);
    }
    return { ...own, schemas };
  }

  #viewOf(
    marked: readonly {
      readonly mark: string;
      readonly table: LakeTable;
      readonly isPlaced: boolean;
    }[],
  ): DatabaseView {
    const { snapshot, lakes, generated } = this.#begun;
    const index = snapshot.defaultCatalogIndex;
    const now = this.#lakeNow();
    const catalogs: VisibleCatalog[] = snapshot.catalogs.map((catalog, at) =>
      at === index ? { ...catalog, schemas: visibleSchemas(now) } : catalog,
    );
    const allLakes = lakes.map((lake, at) => (at === index ? now : lake));
    for (const { mark, table, isPlaced } of marked) {
      const lake: LakeCatalog = {
        lakeId: now.lakeId,
        snapshot: now.snapshot,
        schemas: new Map([[table.schema, new Map([[table.name, table]])]]),
      };
      const schemas = visibleSchemas(lake).map((schema) => ({
        ...schema,
        tables: schema.tables.map((visible) => ({
          name: visible.name,
          id: visible.id,
          loaded: true,
          columns: isPlaced
            ? [...visible.columns, { name: placeColumn, type: 'BIGINT' }]
            : visible.columns,
        })),
      }));
      catalogs.push({ names: [mark], defaultSchema: table.schema, schemas, isTarget: true });
      allLakes.push(lake);
    }
    return {
      snapshot: { ...snapshot, catalogs },
      lakes: allLakes,
      ...(generated && { generated }),
    };
  }
}
