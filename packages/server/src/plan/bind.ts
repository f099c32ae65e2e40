import { badRequest, QuernError } from '../kernel/errors.ts';
import { type CatalogName, catalogNames, isPresent, systemCatalog } from './catalog-names.ts';
import { foldName } from './duckdb/read-tree.ts';
import { settleNames } from './filters/settle-names.ts';
import { refuseUnusedMarks } from './hotsql/read/time-travel.ts';
import { indexOf, type NameIndex } from './name-index.ts';
import { nearestName } from './nearest-name.ts';
import type {
  BindOptions,
  BoundResult,
  BoundTable,
  NamePart,
  Plan,
  PlannedText,
  TableReference,
  TableShape,
  TablesNeeded,
  TimeTravel,
  Translation,
  VisibleCatalog,
  VisibleCatalogs,
  VisibleColumn,
  VisibleSchema,
  VisibleTable,
  WrittenName,
} from './types.ts';

const resultsSchema = 'results';

/**
 * Binds the tables of a statement to visible tables, under the names that DuckDB will look up.
 * Throws BAD_REQUEST for an unknown name, in the contract's words:
 * `table 'catalog.schema.table' not found`.
 */
export function bind(
  planned: PlannedText,
  visible: VisibleCatalogs,
  options: BindOptions = {},
): Plan {
  const { translation, analysis } = planned;
  const binder = new Binder(visible, options, translation);
  refuseUnusedMarks(
    translation,
    analysis.tables.map(({ catalog, schema }) => catalog ?? schema),
  );
  const catalogs = new Set(
    [systemCatalog, ...visible.catalogs.flatMap(({ names }) => names)].map(foldName),
  );
  const tables = new Map<string, BoundTable | BoundResult>();
  for (const reference of analysis.tables) {
    const bound = binder.bindTable(reference);
    const key = JSON.stringify(
      [bound.catalog, bound.schema, bound.table].map((name) => name.toLowerCase()),
    );
    const earlier = tables.get(key);
    tables.set(
      key,
      withWanted(withFilters(bound, reference, catalogs, earlier), reference, earlier),
    );
  }
  return {
    statementKind: translation.statementKind,
    sql: translation.sql,
    usesMacros: translation.usesMacros,
    ...(translation.exactColumns && { exactColumns: translation.exactColumns }),
    ...(translation.nullFreeColumns && { nullFreeColumns: translation.nullFreeColumns }),
    tables: [...tables.values()],
    defaultCatalog: binder.defaultCatalogName,
    defaultSchema: binder.defaultSchema,
    declared: analysis.readsInformationSchema ? declaredCatalogs(visible) : null,
    ...(analysis.columnNames && { columnNames: analysis.columnNames }),
    isChecked: analysis.isFromTree,
    classification: analysis.classification,
  };
}

/** A name in a text, and the table bound to the name. */
export interface BoundName {
  readonly parts: readonly NamePart[];
  /** Absent if no table has the name: it may name a WITH query. */
  readonly bound?: BoundTable | BoundResult;
  /** The columns of a table. */
  readonly columns: readonly VisibleColumn[];
  readonly key?: readonly string[];
  /** The reason for a missing table. */
  readonly error: string;
}

/** Binds the table names of a text. */
export function bindNames(
  { tables, timeTravel = [] }: Pick<TablesNeeded, 'tables' | 'timeTravel'>,
  visible: VisibleCatalogs,
  options: BindOptions = {},
): readonly BoundName[] {
  if (tables.length === 0) return [];
  const binder = new Binder(visible, options, { tableNames: tables, timeTravel });
  return tables.map(({ parts }) => {
    try {
      const bound = binder.bindTable(referenceOf(parts));
      const table = bound.kind === 'table' ? binder.tableOf(bound) : undefined;
      return {
        parts,
        bound,
        columns: table?.columns ?? [],
        ...(table?.key && { key: table.key }),
        error: '',
      };
    } catch (thrown) {
      if (!(thrown instanceof QuernError)) throw thrown;
      return { parts, columns: [], error: thrown.message };
    }
  });
}

/**
 * Shapes of the named tables, from which the planner takes column types, or the reasons for missing
 * tables. `resultColumns` has the columns of results read as tables; other results are left out.
 */
export function shapesOf(
  names: readonly BoundName[],
  resultColumns: ReadonlyMap<string, readonly VisibleColumn[]> = new Map(),
): readonly TableShape[] {
  return names.flatMap(({ parts, bound, columns, key, error }): readonly TableShape[] => {
    if (bound === undefined) return [{ parts, qualifiers: [], columns: [], error }];
    const known = bound.kind === 'result' ? resultColumns.get(bound.resultId) : columns;
    if (known === undefined) return [];
    return [
      { parts, qualifiers: [bound.catalog, bound.schema], columns: known, ...(key && { key }) },
    ];
  });
}

export function referenceOf(parts: readonly NamePart[]): TableReference {
  const [table, schema, catalog] = [...parts].reverse();
  return { catalog: catalog?.name ?? null, schema: schema?.name ?? null, table: table?.name ?? '' };
}

/** References under several spellings combine their filters. */
function withFilters(
  bound: BoundTable | BoundResult,
  { filters }: TableReference,
  catalogs: ReadonlySet<string>,
  earlier: BoundTable | BoundResult | undefined,
): BoundTable | BoundResult {
  if (bound.kind === 'result' || filters === undefined) return bound;
  const settled = filters.flatMap(
    (filter) => settleNames(filter, [bound.catalog, bound.schema], catalogs) ?? [],
  );
  if (settled.length < filters.length) return bound;
  if (earlier === undefined) return { ...bound, filters: settled };
  const others = earlier.kind === 'table' ? earlier.filters : undefined;
  return others === undefined ? bound : { ...bound, filters: [...others, ...settled] };
}

/** Applies the wanted rows of a reference, if it is the only reference to the table. */
function withWanted(
  bound: BoundTable | BoundResult,
  { best, nearest, filtered }: TableReference,
  earlier: BoundTable | BoundResult | undefined,
): BoundTable | BoundResult {
  if (bound.kind !== 'table' || earlier !== undefined) return bound;
  return {
    ...bound,
    ...(best && { best }),
    ...(nearest && { nearest }),
    ...(filtered && { filtered }),
  };
}

function primaryName(catalog: VisibleCatalog): string {
  return catalog.names[0] ?? '';
}

/** Every catalog under its declared name, with all tables, loaded or not. */
function declaredCatalogs({ catalogs }: VisibleCatalogs): Plan['declared'] {
  return catalogs
    .filter(isPresent)
    .map((catalog) => ({ name: primaryName(catalog), schemas: catalog.schemas }));
}

/** No visible name is longer, and a message need not repeat a name of a megabyte. */
const cut = (name: string) => (name.length > 130 ? `${name.slice(0, 130)}...` : name);

/** Keyed by lists that never change and may have very many tables. */
const byId = new WeakMap<readonly VisibleTable[], ReadonlyMap<string, VisibleTable>>();

function byIdOf(tables: readonly VisibleTable[]): ReadonlyMap<string, VisibleTable> {
  const known = byId.get(tables);
  if (known) return known;
  const made = new Map(tables.map((table) => [table.id, table]));
  byId.set(tables, made);
  return made;
}

class Binder {
  readonly defaultCatalogName: string;
  readonly defaultSchema: string;
  readonly #visible: VisibleCatalogs;
  readonly #quotedNames: ReadonlySet<string>;
  readonly #defaultIndex: number;
  readonly #catalogNames: NameIndex<CatalogName>;
  readonly #travels: ReadonlyMap<string, TimeTravel>;

  constructor(
    visible: VisibleCatalogs,
    options: BindOptions,
    translation: Pick<Translation, 'tableNames' | 'timeTravel'>,
  ) {
    this.#visible = visible;
    this.#catalogNames = catalogNames(visible);
    this.#travels = new Map((translation.timeTravel ?? []).map((travel) => [travel.mark, travel]));
    this.#quotedNames = quotedOnly(translation.tableNames);
    const requested = options.defaultCatalog ?? null;
    this.#defaultIndex =
      requested === null ? visible.defaultCatalogIndex : this.#catalogIndex(requested, false);
    const isSystem = requested?.toLowerCase() === systemCatalog;
    const catalog = visible.catalogs[this.#defaultIndex];
    if (catalog === undefined && !isSystem) {
      const known = visible.catalogs.filter(isPresent).flatMap(({ names }) => names);
      throw badRequest(
        `default_catalog '${requested ?? ''}' is no visible catalog; visible are ${[...known, systemCatalog].map((name) => `'${name}'`).join(', ')}`,
      );
    }
    this.defaultCatalogName = isSystem
      ? systemCatalog
      : requested !== null
        ? this.#answeringName(this.#defaultIndex, requested)
        : catalog === undefined
          ? ''
          : primaryName(catalog);
    this.defaultSchema =
      options.defaultSchema ?? (catalog === undefined ? resultsSchema : catalog.defaultSchema);
  }

  #catalogIndex(name: string, quoted: boolean): number {
    return this.#catalogNames.find(name, quoted)?.index ?? -1;
  }

  #answeringName(index: number, name: string): string {
    const found = this.#catalogNames.find(name, false);
    return found?.index === index ? found.answer : name;
  }

  tableOf(bound: BoundTable): VisibleTable | undefined {
    for (const { tables } of this.#visible.catalogs[bound.catalogIndex]?.schemas ?? []) {
      const table = byIdOf(tables).get(bound.tableId);
      if (table !== undefined) return table;
    }
    return undefined;
  }

  bindTable(reference: TableReference): BoundTable | BoundResult {
    const { catalog, schema, table } = reference;
    const travel = this.#travels.get(catalog ?? schema ?? '');
    if (travel !== undefined) return this.#bindPast(travel, reference);
    if (catalog !== null) return this.#bindFull(catalog, schema ?? '', table, reference);
    if (schema === null)
      return this.#bindFull(this.defaultCatalogName, this.defaultSchema, table, reference);
    // Two parts are a schema of the default catalog and a table; DuckDB would also try the first
    // part as a catalog.
    const known = this.#schemaOf(this.#visible.catalogs[this.#defaultIndex], schema);
    if (this.#catalogIndex(schema, this.#isQuoted(schema)) >= 0) {
      throw badRequest(
        known === undefined
          ? `table '${this.defaultCatalogName}.${schema}.${cut(table)}' not found; to read the catalog '${schema}' write '${schema}.<schema>.${table}'`
          : `'${schema}' is both a schema of '${this.defaultCatalogName}' and a catalog; write '${this.defaultCatalogName}.${schema}.${table}'`,
      );
    }
    const connection = known === undefined ? this.#connectionNote(schema) : '';
    if (connection !== '') {
      throw badRequest(
        `table '${this.defaultCatalogName}.${schema}.${cut(table)}' not found${connection}, and write '<catalog>.<schema>.${cut(table)}'`,
      );
    }
    return this.#bindFull(this.defaultCatalogName, schema, table, reference);
  }

  /** A note for a connection whose name is the missing catalog's name. */
  #connectionNote(catalogName: string): string {
    const folded = catalogName.toLowerCase();
    const found = this.#visible.unattached?.find(({ name }) => name.toLowerCase() === folded);
    if (found === undefined) return '';
    return found.alias === null
      ? `: connection '${found.name}' exists and is not attached to this database; attach it (POST /v1/databases/{database_id}/catalogs, 'quern databases attach-catalog')`
      : `: connection '${found.name}' is attached to this database as catalog '${found.alias}'; use that name`;
  }

  #isQuoted(name: string): boolean {
    return this.#quotedNames.has(name);
  }

  #schemaOf(catalog: VisibleCatalog | undefined, name: string): VisibleSchema | undefined {
    return catalog === undefined
      ? undefined
      : indexOf(catalog.schemas).find(name, this.#isQuoted(name));
  }

  #bindFull(
    catalogName: string,
    schemaName: string,
    tableName: string,
    reference: TableReference,
  ): BoundTable | BoundResult {
    if (catalogName.toLowerCase() === systemCatalog) return bindResult(schemaName, tableName);
    const index = this.#catalogIndex(catalogName, this.#isQuoted(catalogName));
    const catalog = this.#visible.catalogs[index];
    const schema = this.#schemaOf(catalog, schemaName);
    const table =
      schema === undefined
        ? undefined
        : indexOf(schema.tables).find(tableName, this.#isQuoted(tableName));
    if (catalog === undefined || schema === undefined || table === undefined) {
      throw badRequest(this.#notFound(catalogName, schemaName, tableName, catalog, schema));
    }
    if (!table.loaded) {
      throw badRequest(
        `table '${catalogName}.${schema.name}.${table.name}' not found: ${table.reason ?? 'declared but has no data; load it first'}`,
      );
    }
    return {
      kind: 'table',
      catalog: this.#answeringName(index, catalogName),
      schema: schema.name,
      // DuckDB compares names without case; for two tables that differ only in case, the text's own
      // spelling decides.
      table: indexOf(schema.tables).isAmbiguous(table.name) ? reference.table : table.name,
      catalogIndex: index,
      tableId: table.id,
    };
  }

  /** A table AT a snapshot, offered in the mark's catalog. */
  #bindPast(travel: TimeTravel, reference: TableReference): BoundTable {
    const index = this.#visible.catalogs.findIndex(({ past }) => past?.mark === travel.mark);
    const catalog = this.#visible.catalogs[index];
    const name = catalog?.past?.name ?? travel.catalog?.name ?? this.defaultCatalogName;
    const schemaName = travel.isBare ? this.defaultSchema : (reference.schema ?? '');
    if (name.toLowerCase() === systemCatalog)
      throw badRequest('results have no snapshots; leave AT out');
    const schema = this.#schemaOf(catalog, schemaName);
    const table =
      schema && indexOf(schema.tables).find(reference.table, this.#isQuoted(reference.table));
    if (schema === undefined || table === undefined || !table.loaded) {
      const written = [name, schemaName, reference.table].map(cut).join('.');
      if (catalog?.past === undefined)
        throw badRequest(this.#notFound(name, schemaName, reference.table, undefined, undefined));
      const state = table === undefined ? '' : ': declared but had no data';
      throw badRequest(`table '${written}' not found at snapshot ${catalog.past.snapshot}${state}`);
    }
    return {
      kind: 'table',
      catalog: travel.mark,
      schema: travel.isBare ? 'main' : schema.name,
      table: indexOf(schema.tables).isAmbiguous(table.name) ? reference.table : table.name,
      catalogIndex: index,
      tableId: table.id,
    };
  }

  #notFound(
    catalogName: string,
    schemaName: string,
    tableName: string,
    catalog: VisibleCatalog | undefined,
    schema: VisibleSchema | undefined,
  ): string {
    const start = `table '${[catalogName, schemaName, tableName].map(cut).join('.')}' not found`;
    const suggest = (names: readonly string[], wanted: string, prefix: string) => {
      const nearest = nearestName(wanted, names);
      return nearest === undefined ? '' : `; did you mean '${prefix}${nearest}'?`;
    };
    if (catalog === undefined) {
      const connection = this.#connectionNote(catalogName);
      if (connection !== '') return start + connection;
      return (
        start +
        suggest(
          this.#visible.catalogs.filter(isPresent).flatMap(({ names }) => names),
          catalogName,
          'catalog ',
        )
      );
    }
    if (catalog.lacks !== undefined) return `${start}: ${catalog.lacks}`;
    if (schema === undefined)
      return (
        start +
        suggest(
          catalog.schemas.map(({ name }) => name),
          schemaName,
          `${catalogName}.`,
        )
      );
    return (
      start +
      suggest(
        schema.tables.map(({ name }) => name),
        tableName,
        `${catalogName}.${schema.name}.`,
      )
    );
  }
}

/** Names that the text always quotes and that match exactly. Empty under `duckdb`. */
function quotedOnly(written: readonly WrittenName[] | null): ReadonlySet<string> {
  const quoted = new Set<string>();
  const plain = new Set<string>();
  for (const { parts } of written ?? [])
    for (const part of parts) (part.quoted ? quoted : plain).add(part.name);
  for (const name of plain) quoted.delete(name);
  return quoted;
}

function bindResult(schema: string, table: string): BoundResult {
  if (schema.toLowerCase() !== resultsSchema) {
    throw badRequest(
      `table '${[systemCatalog, schema, table].map(cut).join('.')}' not found; results are read as '${systemCatalog}.${resultsSchema}.<result_id>'`,
    );
  }
  if (cut(table) !== table)
    throw badRequest(`table '${systemCatalog}.${resultsSchema}.${cut(table)}' not found`);
  return {
    kind: 'result',
    catalog: systemCatalog,
    schema: resultsSchema,
    table,
    resultId: table.toLowerCase(),
  };
}
