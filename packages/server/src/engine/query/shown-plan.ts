import { macroCatalog } from '../../plan/macros.ts';
import { fileGroups, valuesPrefix } from './live-rows.ts';
import type { QueryCatalog } from './query-request.ts';

/** A node of `EXPLAIN (FORMAT json)`, without and with ANALYZE. */
export interface PlanNode {
  readonly name?: string;
  readonly operator_name?: string;
  readonly operator_type?: string;
  readonly operator_cardinality?: number;
  /** Seconds. */
  readonly operator_timing?: number;
  /** Bytes of the operator's rows. */
  readonly result_set_size?: number;
  /** Figures of the whole query at the root, in seconds and bytes. */
  readonly latency?: number;
  readonly total_bytes_read?: number;
  readonly system_peak_buffer_memory?: number;
  readonly system_peak_temp_dir_size?: number;
  readonly extra_info?: Readonly<Record<string, unknown>> | string;
  readonly children?: readonly PlanNode[];
}

/** An operator in the form for callers. */
export interface ShownOperator {
  readonly node: PlanNode;
  readonly name: string;
  readonly depth: number;
  /** The place of the operator that takes the rows; null for the first. */
  readonly parent: number | null;
  /** The scanned table, if any. */
  readonly table: string | null;
  readonly details: Readonly<Record<string, string>>;
}

/**
 * Details that callers may see. Other details of DuckDB (files, functions, internal numbers) stay
 * hidden, and a new version may add more.
 */
const shownDetails = new Set([
  'Projections',
  'Filters',
  'Dynamic Filters',
  'Expression',
  'Join Type',
  'Conditions',
  'Groups',
  'Aggregates',
  'Order By',
  'Top',
  'Limit',
  'Offset',
  'CTE Name',
  'Estimated Cardinality',
]);

const maxDetailLength = 500;

/**
 * A plan as a list, each operator before its inputs, without the service's internals. Files become
 * tables, and the worker's result table becomes RESULT. A lookup of deleted rows, or of values next
 * to the files, becomes one operator. DuckDB's packing of integers is omitted.
 */
export function shownOperators(
  plan: PlanNode | readonly PlanNode[],
  catalogs: readonly QueryCatalog[],
): readonly ShownOperator[] {
  const names = new ColumnNames(catalogs);
  const shown: ShownOperator[] = [];
  const roots = 'length' in plan ? plan : (plan.children ?? []);
  const pending: Pending[] = roots.map((node) => ({ node, depth: 0, parent: null })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth, lookup } = next;
    const children = [...(node.children ?? [])].reverse();
    if (isOurs(node)) {
      pending.push(...children.map((child) => ({ ...next, node: child })));
      continue;
    }
    const own = ownLookup(node);
    const parent = shown.length;
    shown.push(
      lookup ? { ...next, name: lookup, table: null, details: {} } : describe(next, names),
    );
    if (lookup) continue;
    for (const child of children) {
      pending.push({
        node: child,
        depth: depth + 1,
        parent,
        ...(own && child === node.children?.[own.child] && { lookup: own.name }),
      });
    }
  }
  return withoutCatalogDetails(shown);
}

interface Pending {
  readonly node: PlanNode;
  readonly depth: number;
  readonly parent: number | null;
  /** The name of an internal lookup, as shown. */
  readonly lookup?: string;
}

const nameOf = (node: PlanNode) => (node.operator_name ?? node.name ?? '').trim();
const infoOf = ({ extra_info: info }: PlanNode) => (typeof info === 'object' ? info : {});
const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** True for EXPLAIN itself, and for projections that only pack integers. */
function isOurs(node: PlanNode): boolean {
  const name = nameOf(node);
  if (name === 'EXPLAIN_ANALYZE') return true;
  if (name !== 'PROJECTION') return false;
  const terms = textsOf(infoOf(node).Projections ?? '');
  return (
    terms.some((term) => term.startsWith('__internal_')) &&
    terms.every((term) => /^(__internal_|#)/.test(term))
  );
}

/** The kind of a join's internal input, and its side. */
interface OwnLookup {
  readonly name: 'DELETED_ROWS' | 'COLUMN_VALUES';
  readonly child: 0 | 1;
}

/** Recognises `NOT IN` of live-rows.ts, and joins with values next to the files. */
function ownLookup(node: PlanNode): OwnLookup | null {
  const info = infoOf(node);
  const [file = '', position = ''] = textsOf(info.Conditions)
    .flatMap((text) => text.toLowerCase().split(', '))
    .sort();
  if (info['Join Type'] === 'MARK') {
    const isOwn = /^file_index = #/.test(file) && /^file_row_number = #/.test(position);
    return isOwn ? { name: 'DELETED_ROWS', child: 1 } : null;
  }
  if (file === 'file_index = quern:file' && position === 'file_row_number = quern:pos')
    return { name: 'COLUMN_VALUES', child: 1 };
  const isTurned = file === 'quern:file = file_index' && position === 'quern:pos = file_row_number';
  return isTurned ? { name: 'COLUMN_VALUES', child: 0 } : null;
}

const shownText = (key: string, text: string) =>
  key === 'Dynamic Filters' ? withoutPlaces(text) : text;

/** Filters that such a join pushes into a scan use internal places. */
const withoutPlaces = (filters: string) =>
  filters
    .split(', ')
    .filter((filter) => !/\bfile_(?:index|row_number)\b/.test(filter))
    .join(', ');

function describe({ node, depth, parent }: Pending, names: ColumnNames): ShownOperator {
  const info = infoOf(node);
  const [file = ''] = textsOf(info['Filename(s)']).flatMap((list) => list.split(', '));
  const table = names.tableOf(file);
  const name = nameOf(node);
  const isOwn = ownLookup(node) !== null;
  const details = Object.entries(info)
    .filter(([key]) => shownDetails.has(key) && !(isOwn && key === 'Conditions'))
    .map(
      ([key, value]) =>
        [
          key,
          names.asWritten(shownText(key, detailText(value)), table).slice(0, maxDetailLength),
        ] as const,
    )
    .filter(([, text]) => text !== '');
  if (table?.index !== undefined) details.push(['Index', table.index]);
  const isResult = name.endsWith('CREATE_TABLE_AS');
  return {
    node,
    name: isResult ? 'RESULT' : name.startsWith('DUCKDB_') ? catalogScan : name,
    depth,
    parent,
    table: table?.name ?? null,
    details: Object.fromEntries(details),
  };
}

/** A view of DuckDB's own catalog, the basis of information_schema. */
const catalogScan = 'CATALOG_SCAN';

/** Operators above a catalog scan filter out the service's own objects by name. */
function withoutCatalogDetails(shown: readonly ShownOperator[]): readonly ShownOperator[] {
  const above = new Set<number>();
  for (const [index, { name }] of shown.entries()) {
    if (name !== catalogScan) continue;
    for (
      let at: number | null = index;
      at !== null && !above.has(at);
      at = shown[at]?.parent ?? null
    )
      above.add(at);
  }
  return shown.map((operator, index) =>
    above.has(index) ? { ...operator, details: {} } : operator,
  );
}

/** Catalogs that no caller wrote: the catalog of macros, and the marks of AT and of searches. */
const ownCatalogs = new RegExp(
  `"?${macroCatalog}"?\\.(main\\.)?|"@(?:at|search)\\d+_\\d+"\\.(?:main\\.)?`,
  'g',
);

function detailText(value: unknown): string {
  const texts = textsOf(value).filter((text) => !text.includes('__internal_'));
  return texts.join(', ').replace(ownCatalogs, '').replaceAll(valuesPrefix, '');
}

interface ScannedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The name of the index for the read. */
  readonly index: string | undefined;
  /** The columns are `c0`, `c1` to DuckDB (live-rows.ts). */
  readonly isMapped: boolean;
}

/** Translates columns that DuckDB knows by place into the caller's names. */
class ColumnNames {
  readonly #byFile = new Map<string, ScannedTable>();
  /** The columns of tables that are read by place. */
  readonly #mapped = new Set<readonly string[]>();
  /** Some caller's own column looks like `c0`. */
  #hasOwn = false;

  constructor(catalogs: readonly QueryCatalog[]) {
    for (const catalog of catalogs)
      for (const schema of catalog.schemas) this.#addTables(catalog.name, schema);
  }

  #addTables(catalog: string, { name: schema, tables }: QueryCatalog['schemas'][number]): void {
    for (const table of tables) {
      const name = catalog.startsWith('@') ? table.name : `${catalog}.${schema}.${table.name}`;
      const columns = table.columns.map((column) => column.name);
      if (columns.some((column) => /^c\d+$/i.test(column))) this.#hasOwn = true;
      for (const { scan, files } of fileGroups(table.files, table.columns)) {
        const isMapped = scan === 'mapped';
        if (isMapped) this.#mapped.add(columns);
        for (const { path } of files)
          this.#byFile.set(path, { name, columns, isMapped, index: table.index });
      }
    }
  }

  tableOf(file: string): ScannedTable | undefined {
    return this.#byFile.get(file);
  }

  /** A text with a place is omitted where several tables are possible. */
  asWritten(text: string, table: ScannedTable | undefined): string {
    if (!/\bc\d+\b/.test(text)) return text;
    if (table ? !table.isMapped : this.#hasOwn || this.#mapped.size === 0) return text;
    if (!table && this.#mapped.size > 1) return '';
    const columns = table?.columns ?? [...this.#mapped][0] ?? [];
    return text.replace(/\bc(\d+)\b/g, (written, index) => columns[Number(index)] ?? written);
  }
}
