import { badRequest } from '../kernel/errors.ts';
import { defaultSizeLimits, type SizeLimits, tooManyColumns } from '../kernel/size-limits.ts';
import { isEngineView } from './duckdb/engine-views.ts';
import {
  allowedAggregates,
  allowedScalars,
  allowedTableFunctions,
  refusedTableFunctions,
  syntaxFunctions,
} from './duckdb/function-lists.ts';
import { foldName, readTree } from './duckdb/read-tree.ts';
import {
  catalogSchemas,
  expressionClasses,
  modifierNodes,
  orderTypes,
  queryNodes,
  tableNodes,
} from './duckdb/tree-nodes.ts';
import { type Fields, isFields } from './fields.ts';
import { FilterCollector } from './filters/collect-filters.ts';
import type { Filter } from './filters/filter.ts';
import { WantedRows } from './filters/wanted-rows.ts';
import { macroCatalog, macroNames } from './macros.ts';
import { nestedTooDeeply } from './nested-construct.ts';
import { type Nesting, nestingWithin, noNesting } from './nesting.ts';
import { serviceFunctionNames } from './service-functions.ts';
import { refuseSessionValue, unavailable } from './session-values.ts';
import { readsIndexes } from './shown-indexes.ts';
import type { Analysis, Dialect, SearchCall, TableReference } from './types.ts';

/**
 * An unread node: `namespace` has the CTE names in scope (innermost first), `field` the parent's
 * field.
 */
interface Pending {
  readonly value: unknown;
  readonly namespace: Namespace | undefined;
  readonly field: string;
  readonly nesting: Nesting;
}

interface Namespace {
  readonly name: string;
  readonly outer: Namespace | undefined;
}

/** A table named more often is read unfiltered: every filter is tried on every file. */
const maxFilters = 50;

/**
 * Each spelling of a table counts. Names are bound in the HTTP process, and 8,000 names block its
 * event loop for 0.9 s.
 */
const maxTables = 1000;

/**
 * Reads DuckDB's parse tree of the final text, and refuses any construct outside the allow-lists.
 * `treeText` is the result of json_serialize_sql. Positions and literals are not used, so a loss of
 * their digits does no harm. A stack of its own replaces recursion, so a tree of any depth is read.
 */
export function analyze(
  treeText: string,
  dialect: Dialect,
  limits?: SizeLimits,
  searches?: readonly SearchCall[],
): Analysis {
  return analyzeTree(readTree(treeText), dialect, limits, searches);
}

/** Like `analyze`, for a parsed tree. */
export function analyzeTree(
  tree: unknown,
  dialect: Dialect,
  limits: SizeLimits = defaultSizeLimits,
  searches: readonly SearchCall[] = [],
): Analysis {
  return new TreeReader(firstStatement(tree), { dialect, limits, searches }).read();
}

function firstStatement(tree: unknown): unknown {
  if (!isFields(tree)) throw badRequest('the statement cannot be read');
  if (tree.error !== false) {
    const message = typeof tree.error_message === 'string' ? tree.error_message : 'syntax error';
    if (tree.error_type === 'not implemented') {
      throw badRequest(
        'the statement is not supported: exactly one read-only query is (SELECT, FROM, WITH, VALUES); PIVOT needs its values listed: IN (...)',
      );
    }
    if (message.startsWith('Max expression depth')) throw badRequest(nestedTooDeeply);
    throw badRequest(
      `${message.slice(0, 200).replaceAll('"', "'")}${message.length > 200 ? '...' : ''}`,
    );
  }
  const statements = Array.isArray(tree.statements) ? tree.statements : [];
  if (statements.length !== 1) {
    throw badRequest(
      statements.length === 0
        ? 'the SQL text is empty; write one SELECT'
        : 'more than one statement; send them one by one',
    );
  }
  return statements[0];
}

const text = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

interface TreeOptions {
  readonly dialect: Dialect;
  readonly limits: SizeLimits;
  /** The searches of the text. */
  readonly searches: readonly SearchCall[];
}

class TreeReader {
  readonly #tables = new Map<string, TableReference>();
  /** Keyed like `#tables`; null if a reference needs every row. */
  readonly #filters = new Map<string, Filter[] | null>();
  readonly #collector = new FilterCollector();
  readonly #wanted: WantedRows;
  readonly #statement: Fields;
  readonly #functions = new Set<string>();
  readonly #tableFunctions = new Set<string>();
  readonly #pending: Pending[] = [];
  readonly #dialect: Dialect;
  readonly #limits: SizeLimits;
  /** Nesting depth of the current construct. */
  #nesting = noNesting;
  #makesVariant = false;
  #makesJson = false;
  #readsInformationSchema = false;
  #hasAggregation = false;
  #hasGroupBy = false;
  #hasJoin = false;
  #hasLimit = false;
  #hasOrderBy = false;
  #hasPredicate = false;
  #hasProjection = false;
  #limitsToOne = false;

  constructor(statement: unknown, { dialect, limits, searches }: TreeOptions) {
    if (!isFields(statement)) throw badRequest('the statement cannot be read');
    this.#statement = statement;
    this.#dialect = dialect;
    this.#limits = limits;
    this.#wanted = new WantedRows(statement, searches);
  }

  read(): Analysis {
    const statement = this.#statement;
    if (Array.isArray(statement.named_param_map) && statement.named_param_map.length > 0) {
      throw badRequest('parameters such as $1 or ? are not supported; write the values');
    }
    this.#push(statement.node, undefined, 'node');
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop())
      this.#readValue(next);
    // The engine walks the value by recursion, and no limit can be set on its depth in advance.
    if (this.#makesVariant && this.#makesJson)
      throw badRequest('a VARIANT cannot be made of JSON; leave the JSON as it is');
    return {
      tables: [...this.#tables].map(([key, table]) => {
        const filters = this.#filters.get(key) ?? null;
        return filters === null ? table : { ...table, filters };
      }),
      functions: [...this.#functions].sort(),
      tableFunctions: [...this.#tableFunctions].sort(),
      readsInformationSchema: this.#readsInformationSchema,
      isFromTree: true,
      classification: {
        numTables: this.#tables.size,
        hasAggregation: this.#hasAggregation,
        hasGroupBy: this.#hasGroupBy,
        hasJoin: this.#hasJoin,
        hasLimit: this.#hasLimit,
        hasOrderBy: this.#hasOrderBy,
        hasPredicate: this.#hasPredicate,
        hasProjection: this.#hasProjection,
        limitsToOne: this.#limitsToOne,
      },
    };
  }

  #push(value: unknown, namespace: Namespace | undefined, field: string): void {
    if (typeof value === 'object' && value !== null) {
      this.#pending.push({ value, namespace, field, nesting: this.#nesting });
    }
  }

  #pushFields(
    fields: Fields,
    namespace: Namespace | undefined,
    except: readonly string[] = [],
  ): void {
    for (const name in fields)
      if (!except.includes(name)) this.#push(fields[name], namespace, name);
  }

  #readValue({ value, namespace, field, nesting }: Pending): void {
    this.#nesting = nesting;
    if (Array.isArray(value)) {
      for (const item of value) this.#push(item, namespace, field);
      return;
    }
    if (!isFields(value)) return;
    if (typeof value.class === 'string') this.#readExpression(value, namespace);
    else if (typeof value.type === 'string') this.#readTyped(value, namespace, field);
    else this.#pushFields(value, namespace);
  }

  #readTyped(fields: Fields, namespace: Namespace | undefined, field: string): void {
    const type = text(fields, 'type');
    if (type.endsWith('_NODE')) this.#readQuery(fields, namespace);
    else if (type.endsWith('_MODIFIER')) this.#readModifier(fields, namespace, field);
    else if (tableNodes.has(type)) this.#readTable(fields, namespace);
    else if (orderTypes.has(type)) this.#pushFields(fields, namespace);
    else
      throw badRequest(
        `this construct is not supported: ${type.toLowerCase().replaceAll('_', ' ')}`,
      );
  }

  /**
   * A CTE is visible to later CTEs and to the query; to itself only in the second half of a
   * recursive CTE.
   */
  #readQuery(fields: Fields, namespace: Namespace | undefined): void {
    const type = text(fields, 'type');
    if (!queryNodes.has(type))
      throw badRequest(
        `this construct is not supported: ${type.toLowerCase().replaceAll('_', ' ')}`,
      );
    if (type === 'SELECT_NODE') {
      const width = Array.isArray(fields.select_list) ? fields.select_list.length : 0;
      const { maxColumns } = this.#limits;
      if (width > maxColumns) throw badRequest(tooManyColumns(width, maxColumns));
      this.#collector.readSelect(fields);
      this.#wanted.readSelect(fields);
      if (!selectsAll(fields.select_list)) this.#hasProjection = true;
    }
    let inner = namespace;
    const map =
      isFields(fields.cte_map) && Array.isArray(fields.cte_map.map) ? fields.cte_map.map : [];
    for (const entry of map) {
      if (!isFields(entry)) continue;
      this.#push(entry.value, inner, 'value');
      inner = withName(inner, text(entry, 'key'));
    }
    const itself =
      type === 'RECURSIVE_CTE_NODE' ? withName(inner, text(fields, 'cte_name')) : inner;
    this.#push(fields.right, itself, 'right');
    if (nonEmpty(fields.group_expressions)) this.#hasGroupBy = true;
    if (text(fields, 'aggregate_handling') === 'FORCE_AGGREGATES') this.#hasGroupBy = true;
    if (isFields(fields.where_clause) || isFields(fields.having) || isFields(fields.qualify))
      this.#hasPredicate = true;
    this.#pushFields(fields, inner, ['cte_map', 'sample', 'right']);
  }

  #readModifier(fields: Fields, namespace: Namespace | undefined, field: string): void {
    const type = text(fields, 'type');
    if (!modifierNodes.has(type))
      throw badRequest(
        `this construct is not supported: ${type.toLowerCase().replaceAll('_', ' ')}`,
      );
    if (type.startsWith('LIMIT')) this.#hasLimit = true;
    if (type === 'LIMIT_MODIFIER' && isOne(fields.limit)) this.#limitsToOne = true;
    // An aggregate's own ORDER BY is under `order_bys`.
    if (type === 'ORDER_MODIFIER' && field === 'modifiers') this.#hasOrderBy = true;
    this.#pushFields(fields, namespace);
  }

  #readTable(fields: Fields, namespace: Namespace | undefined): void {
    switch (text(fields, 'type')) {
      case 'BASE_TABLE':
        this.#readTableName(fields, namespace);
        break;
      case 'TABLE_FUNCTION':
        this.#readTableFunction(fields, namespace);
        return;
      case 'SHOW_REF':
        if (!isFields(fields.query))
          throw badRequest(
            'SHOW inside a query is not supported; use SHOW TABLES alone, or information_schema.tables',
          );
        break;
      case 'JOIN':
        this.#hasJoin = true;
        if (isFields(fields.condition) && text(fields, 'ref_type') === 'CROSS')
          this.#hasPredicate = true;
        break;
      case 'PIVOT':
        if (text(fields, 'pivot_enum') !== '' || pivotsOverEnum(fields))
          throw badRequest('PIVOT over an ENUM type is not supported; list the values: IN (...)');
        break;
    }
    this.#pushFields(fields, namespace, ['sample']);
  }

  #readTableName(fields: Fields, namespace: Namespace | undefined): void {
    const [catalog, schema, table] = [
      text(fields, 'catalog_name'),
      text(fields, 'schema_name'),
      text(fields, 'table_name'),
    ];
    if (isFields(fields.at_clause))
      throw badRequest(
        "AT goes after the name of a table, as (VERSION => n) or (TIMESTAMP => '...')",
      );
    if (catalog === '' && schema === '' && inScope(namespace, foldName(table))) return;
    const system = catalogSchemas[foldName(schema)];
    if (system !== undefined) {
      if (catalog !== '')
        throw badRequest(`'${schema}' is no part of a catalog; write '${schema}.${table}'`);
      if (!system.has(table.toLowerCase())) {
        throw badRequest(
          `table '${schema}.${table}' not found; the tables of '${schema}' are ${[...system].join(', ')}`,
        );
      }
      // A text of the `duckdb` dialect could read the worker's own names from these tables.
      if (this.#dialect === 'duckdb') {
        throw badRequest(
          "information_schema can be read under dialect 'hotsql'; under 'duckdb' use SHOW TABLES or DESCRIBE",
        );
      }
      this.#readsInformationSchema = true;
      return;
    }
    const key = JSON.stringify([catalog, schema, table]);
    this.#addFilter(key, this.#collector.filterOf(fields));
    const known = this.#tables.get(key);
    if (known) {
      const { catalog, schema, table } = known;
      this.#tables.set(key, { catalog, schema, table });
      return;
    }
    if (this.#tables.size === maxTables)
      throw badRequest(`the query names more than ${maxTables} tables; split it`);
    const place = { catalog: catalog || null, schema: schema || null, table };
    this.#tables.set(key, { ...place, ...this.#wanted.of(fields) });
  }

  #addFilter(key: string, filter: Filter | undefined): void {
    const known = this.#filters.get(key) ?? (this.#filters.has(key) ? null : []);
    const isFiltered = known !== null && filter !== undefined && known.length < maxFilters;
    this.#filters.set(key, isFiltered ? [...known, filter] : null);
  }

  #readTableFunction(fields: Fields, namespace: Namespace | undefined): void {
    const call = fields.function;
    if (!isFields(call) || text(call, 'class') !== 'FUNCTION')
      throw badRequest('this construct in FROM is not supported');
    const name = text(call, 'function_name').toLowerCase();
    if (qualifier(call) !== '')
      throw badRequest(`function '${qualifier(call)}.${name}' cannot be called with a schema`);
    if (!allowedTableFunctions.has(name)) {
      const reason = refusedTableFunctions.get(name);
      throw badRequest(
        reason === undefined
          ? `table function '${name}' is not available`
          : `table function '${name}' is not available: it ${reason}`,
      );
    }
    this.#tableFunctions.add(name);
    this.#pushFields(call, namespace);
    // DuckDB parses unnest(...) of lists as a function with a subquery; no other part of the
    // reference has nodes.
    this.#pushFields(fields, namespace, ['function', 'sample']);
  }

  #readExpression(fields: Fields, namespace: Namespace | undefined): void {
    const kind = text(fields, 'class');
    if (!expressionClasses.has(kind)) {
      throw badRequest(
        kind === 'PARAMETER'
          ? 'parameters such as $1 or ? are not supported; write the values'
          : `this construct is not supported: ${kind.toLowerCase().replaceAll('_', ' ')}`,
      );
    }
    // A constant's value is the caller's and has no nodes.
    if (kind === 'CONSTANT') return;
    if (kind === 'FUNCTION' || kind === 'WINDOW') this.#readFunction(fields, kind);
    if (kind === 'COLUMN_REF') refuseSessionValue(fields);
    if (kind === 'CAST') this.#noteType(fields.cast_type);
    // The arrow of `json -> key` also counts: to tell the two apart, the engine reads the left side
    // twice.
    if (kind === 'LAMBDA') this.#makesJson = true;
    this.#nesting = nestingWithin(this.#nesting, fields, this.#limits.maxNesting);
    // A type's modifiers are constants: the parser refuses anything else.
    this.#pushFields(fields, namespace, ['cast_type']);
  }

  #noteType(type: unknown): void {
    const written = JSON.stringify(type) ?? '';
    if (/"(?:id|name|alias)":"variant"/i.test(written)) this.#makesVariant = true;
    if (/"(?:id|name|alias)":"json"/i.test(written)) this.#makesJson = true;
  }

  #readFunction(call: Fields, kind: 'FUNCTION' | 'WINDOW'): void {
    const name = text(call, 'function_name').toLowerCase();
    const place = qualifier(call);
    if (call.export_state === true)
      throw badRequest('EXPORT_STATE is not available: it gives a raw state of the engine');
    if (name.includes('json') || name.startsWith('->')) this.#makesJson = true;
    if (this.#dialect !== 'duckdb' && place === `${macroCatalog}.main` && macroNames.has(name))
      return;
    // In the `duckdb` dialect the pre-pass has already checked the name.
    if (place === '' && readsIndexes(name)) {
      this.#readsInformationSchema = true;
      return;
    }
    // The worker's own functions (engine/functions/). The printer calls them, and passes no such
    // name from a caller's text.
    if (this.#dialect !== 'duckdb' && place === '' && name.startsWith('hotsql_')) return;
    if (this.#dialect === 'duckdb' && place === '' && serviceFunctionNames.has(name)) return;
    // Printed for functions of the same names: their values are the defaults for unqualified names.
    if (
      this.#dialect !== 'duckdb' &&
      place === '' &&
      (name === 'current_database' || name === 'current_schema')
    ) {
      this.#readsInformationSchema = true;
      return;
    }
    // DuckDB's parser itself writes main.list_value and similar names.
    if (place !== '' && place !== 'main')
      throw badRequest(`function '${place}.${name}' cannot be called with a schema`);
    if (allowedAggregates.has(name)) {
      if (kind === 'FUNCTION') this.#hasAggregation = true;
    } else if (!allowedScalars.has(name) && !syntaxFunctions.has(name))
      throw badRequest(unavailable(name));
    this.#functions.add(name);
  }
}

function nonEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** True if the select list has only stars that return every column unchanged. */
function selectsAll(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.every(
      (item) =>
        isFields(item) &&
        text(item, 'class') === 'STAR' &&
        item.columns !== true &&
        !['exclude_list', 'replace_list', 'qualified_exclude_list', 'rename_list'].some((name) =>
          nonEmpty(item[name]),
        ),
    )
  );
}

function isOne(limit: unknown): boolean {
  return isFields(limit) && isFields(limit.value) && limit.value.value === 1;
}

function inScope(namespace: Namespace | undefined, name: string): boolean {
  for (let at = namespace; at !== undefined; at = at.outer) if (at.name === name) return true;
  return false;
}

/**
 * A CTE with the name of an engine's view is refused: if this reader and DuckDB disagreed on its
 * scope, DuckDB would read the engine's view.
 */
function withName(namespace: Namespace | undefined, name: string): Namespace {
  if (isEngineView(name))
    throw badRequest(`'${name}' is a name of the engine; give the common table expression another`);
  return { name: foldName(name), outer: namespace };
}

function qualifier(call: Fields): string {
  return [text(call, 'catalog'), text(call, 'schema')]
    .filter((part) => part !== '')
    .join('.')
    .toLowerCase();
}

function pivotsOverEnum(pivot: Fields): boolean {
  const pivots = Array.isArray(pivot.pivots) ? pivot.pivots : [];
  return pivots.some((item) => isFields(item) && text(item, 'pivot_enum') !== '');
}
