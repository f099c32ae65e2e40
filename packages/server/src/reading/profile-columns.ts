import type { ColumnProfileDetail, ColumnProfileInfo } from '@quern/contract';
import type { Asked, HasFiles } from '../engine/engine.ts';
import type { QueryTable } from '../engine/query/query-request.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import { columnTypeName } from '../engine/types/arrow-type.ts';
import { clientTypeName } from '../engine/types/client-type-name.ts';
import type { HasClock } from '../kernel/clock.ts';
import { quoteIdentifier, quoteLiteral } from '../kernel/quoting.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { TableVersion } from '../lake/model.ts';
import { maxInlineResultBytes } from '../scope/limits.ts';
import { largeRows, selectFiles } from './select-files.ts';
import { tableToRead } from './table-to-read.ts';

/**
 * A column with at most as many distinct values is categorical, and each category is counted
 * (docs/contract/connections.md#profiles).
 */
const maxCategories = 200;
/**
 * The most by which an estimate of distinct values is too high. An estimate of 1,000 was 179 off.
 */
const estimateSlack = 200;
/** Distinct values of more rows are estimated, not counted and sorted. */
const maxCountedRows = 1_000_000;
/** Columns per statement, so a wide table is examined in pieces. */
const columnsPerStatement = 50;
/** Values that one statement counts and sorts: ten columns with the most rows. */
const valuesPerStatement = 10 * maxCountedRows;
/** The share of a column's values below each quantile. */
const quantiles = { p5: 0.05, p25: 0.25, p50: 0.5, p75: 0.75, p95: 0.95 } as const;
/** Characters of a shown value. */
const maxValueLength = 1000;

type Kind = 'text' | 'numeric' | 'temporal' | 'boolean' | null;

interface Profiled {
  readonly name: string;
  readonly type: string;
  readonly kind: Kind;
}

export interface ProfiledTable {
  /** The name in messages. */
  readonly name: string;
  readonly version: TableVersion;
}

/** Reads every row of a table's version in a worker, as a query does. */
export async function profileColumns(
  services: HasClock & HasEngine & HasFiles & HasLakes,
  workspaceId: string,
  { name, version }: ProfiledTable,
): Promise<ColumnProfileInfo[]> {
  const files = await selectFiles(services, version, undefined);
  const table = tableToRead('t', { version, files }, `table ${name}`);
  const ask = (sql: string) => runOver(services, workspaceId, table, version, sql);
  const found: ColumnProfileInfo[] = [];
  const columns = version.columns.map(
    ({ name: column, type }): Profiled => ({ name: column, type, kind: kindOf(type) }),
  );
  const isExact = version.rowCount <= maxCountedRows;
  const room = isExact ? Math.floor(valuesPerStatement / Math.max(1, version.rowCount)) : Infinity;
  const step = Math.min(columnsPerStatement, room);
  for (let start = 0; start < columns.length; start += step) {
    const some = columns.slice(start, start + step);
    found.push(...(await profileSome(ask, some, version.rowCount)));
  }
  return found;
}

type Ask = (sql: string) => Promise<readonly (readonly unknown[])[]>;

async function profileSome(
  ask: Ask,
  columns: readonly Profiled[],
  rows: number,
): Promise<ColumnProfileInfo[]> {
  const isExact = rows <= maxCountedRows;
  const sums = columns.flatMap((column) => {
    const value = quoteIdentifier(column.name);
    const distinct = isExact ? `count(DISTINCT ${value})` : `approx_count_distinct(${value})`;
    return [`count(${value})`, distinct, detailOf(column.kind, value, isExact)];
  });
  const [sum = []] = await ask(`SELECT ${sums.join(', ')} FROM t`);
  const few = columns.filter(({ kind }, index) => {
    return (
      (kind === 'text' || kind === 'numeric') &&
      Number(sum[3 * index + 1]) <= maxCategories + estimateSlack
    );
  });
  const categories = await countCategories(ask, few);
  return columns.map((column, index) => {
    const present = Number(sum[3 * index] ?? 0);
    const counted = categories.get(column.name);
    const profile =
      present === 0
        ? null
        : counted?.values
          ? ({ type: 'categorical', values: counted.values } as const)
          : toDetail(column.kind, sum[3 * index + 2]);
    const estimates = [
      ...(isExact || counted ? [] : (['cardinality'] as const)),
      ...(isExact || profile?.type !== 'numeric' ? [] : (['quantiles'] as const)),
    ];
    const nulls = rows - present;
    return {
      name: column.name,
      data_type: clientTypeName(column.type),
      arrow_type: columnTypeName(column.type),
      null_count: nulls,
      null_percentage: rows === 0 ? 0 : (100 * nulls) / rows,
      // An estimate may exceed the number of present values.
      cardinality: counted?.count ?? Math.min(present, Number(sum[3 * index + 1] ?? 0)),
      ...(estimates.length > 0 ? { estimates } : {}),
      profile,
    };
  });
}

interface Counted {
  /** The number of distinct values. */
  readonly count: number;
  /** The categories; null for too many values. */
  readonly values: { value: string; count: number }[] | null;
}

/** The values of columns with seemingly few values, the most frequent first. */
async function countCategories(
  ask: Ask,
  columns: readonly Profiled[],
): Promise<ReadonlyMap<string, Counted>> {
  const counted = new Map<string, Counted>();
  for (const { name } of columns) {
    const value = quoteIdentifier(name);
    const rows = await ask(
      `SELECT left(CAST(${value} AS VARCHAR), ${maxValueLength}) AS v, count(*) AS n, count(*) OVER () FROM t WHERE ${value} IS NOT NULL ` +
        `GROUP BY ${value} ORDER BY n DESC, v LIMIT ${maxCategories + 1}`,
    );
    const isFew = rows.length > 0 && rows.length <= maxCategories;
    counted.set(name, {
      count: Number(rows[0]?.[2] ?? 0),
      values: isFew
        ? rows.map(([text, count]) => ({ value: String(text), count: Number(count) }))
        : null,
    });
  }
  return counted;
}

const temporals = new Set([
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_S',
  'TIMESTAMP_MS',
  'TIMESTAMP_NS',
  'TIMESTAMP WITH TIME ZONE',
]);
const numbers = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|FLOAT|DOUBLE|DECIMAL\(.*)$/;

function kindOf(type: string): Kind {
  if (type === 'VARCHAR') return 'text';
  if (type === 'BOOLEAN') return 'boolean';
  if (temporals.has(type)) return 'temporal';
  return numbers.test(type) ? 'numeric' : null;
}

/** The details of a kind of column, as SQL for the text of a JSON object. */
function detailOf(kind: Kind, value: string, isExact: boolean): string {
  const object = (fields: Readonly<Record<string, string>>) => {
    const pairs = Object.entries(fields).map(([field, of]) => `${quoteLiteral(field)}, ${of}`);
    return `CAST(json_object(${pairs.join(', ')}) AS VARCHAR)`;
  };
  const ends = { min: `CAST(min(${value}) AS VARCHAR)`, max: `CAST(max(${value}) AS VARCHAR)` };
  switch (kind) {
    case 'text': {
      const length = `length(${value})`;
      return object({
        min_length: `min(${length})`,
        max_length: `max(${length})`,
        avg_length: `avg(${length})`,
      });
    }
    case 'numeric':
      return object({
        ...ends,
        mean: finite(`avg(CAST(${value} AS DOUBLE))`),
        quantiles: `${isExact ? 'quantile_cont' : 'approx_quantile'}(CAST(${value} AS DOUBLE), [${Object.values(quantiles)}])`,
      });
    case 'temporal':
      return object(ends);
    case 'boolean':
      return object({ true_count: `count_if(${value})`, false_count: `count_if(NOT ${value})` });
    case null:
      return 'NULL';
  }
}

/** JSON has no NaN and no infinity. */
const finite = (number: string) => `CASE WHEN isfinite(${number}) THEN ${number} END`;

/** Parses the details. Returns null where a number is undefined (the mean of infinities). */
function toDetail(kind: Kind, text: unknown): ColumnProfileDetail | null {
  if (kind === null || typeof text !== 'string') return null;
  const detail = JSON.parse(text) as Record<string, unknown>;
  if (Object.values(detail).some((one) => one === null)) return null;
  if (Array.isArray(detail.quantiles)) detail.quantiles = named(detail.quantiles);
  return { type: kind, ...detail } as ColumnProfileDetail;
}

function named(values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(Object.keys(quantiles).map((name, index) => [name, values[index]]));
}

/**
 * Room for 4,000 columns with categories of some hundred characters, whatever the setting of
 * previews.
 */
const maxProfileBytes = 64 * 2 ** 20;

/** The rows of the service's own statement over the table. */
async function runOver(
  { engine, files }: HasEngine & HasFiles,
  workspaceId: string,
  table: Asked<QueryTable>,
  { rowCount }: TableVersion,
  sql: string,
): Promise<readonly (readonly unknown[])[]> {
  const { preview, parquet, rows, result } = await engine.run(
    'executeQuery',
    {
      catalogs: [{ name: 'profile', schemas: [{ name: 'main', tables: [table] }] }],
      defaultCatalog: 'profile',
      defaultSchema: 'main',
      sql,
      isChecked: true,
      kind: 'select',
      inlineBytes: maxInlineResultBytes,
      previewRows: maxCategories + 1,
      previewBytes: maxProfileBytes,
    },
    { workspaceId, subject: 'profile', size: rowCount >= largeRows ? 'large' : 'small' },
  );
  if (parquet === null && rows === undefined) await files.discard([result]);
  if (preview.truncated) throw new Error('a profile is larger than its bound');
  return JSON.parse(preview.text) as unknown[][];
}
