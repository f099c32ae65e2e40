import { crc32 } from 'node:zlib';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { LruCache } from '../../kernel/lru-cache.ts';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { bytesReadSince } from '../bytes-read.ts';
import { chunkOfResult, chunksOfResult, DuckDBDataChunk, StatementType } from '../duckdb.ts';
import { canKeepRows, keepRows } from '../encode/kept-rows.ts';
import { plainJson, plainJsonCell } from '../encode/plain-json.ts';
import { jsonCell, orNull } from '../types/cell-text.ts';
import { parseType } from '../types/duckdb-type.ts';
import { convertResult, type ResultColumn } from '../types/result-columns.ts';
import { typeName } from '../types/type-name.ts';
import type { TypedColumn } from '../types/typed-column.ts';
import { checkShape } from './check-shape.ts';
import { type KeptCatalogs, rowsInFiles, type TextNames } from './kept-catalogs.ts';
import { withVectorParameters, withVectors } from './placed-vectors.ts';
import type { ExecuteQueryReply, ExecuteQueryRequest } from './query-request.ts';
import { fillResultTable } from './result-table.ts';
import type { ScanStatistics } from './scan-statistics.ts';
import { stopwatch } from './stopwatch.ts';

/** Up to so many rows, a result is made from the chunks as they come. */
const fewRows = 2048;

/**
 * How a text is run so that its rows come as they are stored, with the JSON of what is not plain
 * behind them.
 */
interface FewRowsPlan {
  readonly columns: readonly ResultColumn[];
  /** What is run of the text, or of one that differs in constants by which it looks up rows. */
  readonly sqlOf: (text: string) => string;
  /** Of each column, the place of its JSON text in the rows; undefined where its value says it. */
  readonly jsonAt: readonly (number | undefined)[];
}

/** What was read of a text of which more comes than a few rows: the rest is still in the result. */
export interface ManyRows {
  readonly kind: 'many';
  readonly columns: readonly ResultColumn[];
  readonly chunks: readonly DuckDBDataChunk[];
  /** What remains to be read of the result; null where all of it was read. */
  readonly rest: DuckDBResult | null;
  /** Rows and bytes that the query has read so far. */
  scannedYet(): ScanStatistics;
}

export type FewRows = { readonly kind: 'few'; readonly reply: ExecuteQueryReply } | ManyRows;

/** By text and shapes: null where the text is not for this way. */
const plans = new LruCache<FewRowsPlan | null>(4 * 2 ** 20);

/** A text of which few rows are expected. */
export interface ExpectedFew {
  readonly request: ExecuteQueryRequest;
  readonly catalogsKey: string;
  readonly textKey: string;
  readonly text: string;
  readonly names: TextNames;
  /** It may give more rows than it reads. */
  readonly multiplies: boolean;
}

/**
 * Runs a text of which few rows are expected in the scope that the worker keeps: one execution,
 * whose chunks become the answer's rows and the kept result at once. Null, with no rows read,
 * where the text has to go the way of all others.
 */
export async function runFewRows(
  kept: KeptCatalogs,
  asked: ExpectedFew,
  mayExecute: Promise<void> | undefined,
): Promise<FewRows | null> {
  const { request, textKey } = asked;
  const lap = stopwatch();
  if (plans.get(textKey) === null) return null;
  const entered = await enterAndPlan(kept, asked);
  if (entered === null) return null;
  const { plan, newBytes } = entered;
  checkShape(
    plan.columns.map(({ name, duckdbType }) => ({ name, type: duckdbType })),
    request.limits,
  );
  await mayExecute;
  const planMs = lap();
  // Of a large table not all is read, and not the same each time.
  const readsFiles = request.fewRowsIf !== undefined && !kept.isResident(request);
  let bytesRead: (() => number | null) | undefined;
  const execute: Execute = (how) => {
    // What its first rows were read of, where more come than a few, is read again.
    bytesRead = readsFiles ? bytesReadSince() : undefined;
    return entered.execute(how);
  };
  const rowsScanned = rowsInFiles(request);
  const scannedYet = () => ({
    rowsScanned,
    bytesScanned: request.catalogs.length === 0 ? null : (bytesRead?.() ?? newBytes),
  });
  const mostRows = asked.multiplies ? Number.POSITIVE_INFINITY : (rowsScanned ?? 0);
  const isLimited = entered.isInText && !asked.multiplies;
  const read = await readRows(execute, mostRows, isLimited).catch((error: unknown) => {
    if (!entered.isInText) throw error;
    return null;
  });
  if (read === null) {
    // It was bound as it was executed: the way of all others tells what is wrong with it.
    await kept.leave();
    return null;
  }
  const { chunks, rest } = read;
  const many = { kind: 'many', columns: plan.columns, chunks, rest } as const;
  if (rest !== null) return { ...many, scannedYet };
  const scanned = scannedYet();
  const executeMs = lap();
  const rowCount = rowCountOf(chunks);
  const preview = rowCount <= request.previewRows ? jsonRows(plan, chunks) : '';
  const fits = preview !== '' && Buffer.byteLength(preview) <= request.previewBytes;
  const rows = fits ? keepRows(plan.columns, chunks, request.inlineBytes) : null;
  if (rows === null) return { ...many, scannedYet: () => scanned };
  return {
    kind: 'few',
    reply: {
      columns: plan.columns,
      preview: { text: preview, rowCount, truncated: false },
      rowCount,
      ...scanned,
      sizeBytes: rows.length,
      checksum: crc32(rows),
      parquet: null,
      rows,
      profile: null,
      timings: { planMs, executeMs, previewMs: lap(), storeMs: 0 },
    },
  };
}

/**
 * The chunks of the first rows, and what remains to be read where more come than a few. What cannot
 * give more is executed in one call, and its chunks are there then: as a stream it takes a call of
 * another thread for each chunk and one for their end (0.10 ms of CPU for `SELECT 1`, so 0.04).
 */
async function readRows(
  execute: Execute,
  mostRows: number,
  isLimited: boolean,
): Promise<Pick<ManyRows, 'chunks' | 'rest'>> {
  if (mostRows <= fewRows) return { chunks: chunksAtHand(await execute('run')), rest: null };
  if (isLimited) {
    const first = chunksAtHand(await execute('first'));
    if (rowCountOf(first) <= fewRows) return { chunks: first, rest: null };
  }
  const result = await execute('stream');
  const chunks: DuckDBDataChunk[] = [];
  let rowCount = 0;
  for await (const chunk of chunksOf([], result)) {
    chunks.push(chunk);
    rowCount += chunk.rowCount;
    if (rowCount > fewRows) return { chunks, rest: result };
  }
  return { chunks, rest: null };
}

/** Of a result that is no stream; `fetchChunk` would ask another thread for each. */
function chunksAtHand(executed: DuckDBResult): DuckDBDataChunk[] {
  // biome-ignore lint/complexity/useLiteralKeys: the handle is protected, and nothing else gives the chunks
  const result = executed['result'];
  return Array.from(
    { length: chunksOfResult(result) },
    (_unused, index) => new DuckDBDataChunk(chunkOfResult(result, index)),
  );
}

const rowCountOf = (chunks: readonly DuckDBDataChunk[]) =>
  chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);

/** `first`: one row more than a few at most. */
type Execute = (how: 'run' | 'stream' | 'first') => Promise<DuckDBResult>;

interface Entered {
  readonly plan: FewRowsPlan;
  readonly execute: Execute;
  readonly newBytes: number;
  /**
   * Its table's rows are written in it. It is then not prepared: the engine would bind it, and with
   * it the file, twice (0.96 ms of CPU, not 0.55).
   */
  readonly isInText: boolean;
}

async function enterAndPlan(
  kept: KeptCatalogs,
  { request, catalogsKey, textKey, text, names }: ExpectedFew,
): Promise<Entered | null> {
  try {
    const { connection, newBytes, inText } = await kept.enter(request, catalogsKey, names, text);
    const parameterCount = inText?.parameterCount ?? 0;
    const { vectors = [] } = request;
    const isInText = inText !== null && parameterCount === 0;
    const read = inText ? `${inText.before}${inText.text}` : await kept.showing(text, request);
    const placed = isInText
      ? withVectors(read, vectors)
      : withVectorParameters(read, vectors, parameterCount);
    const count = isInText ? 0 : parameterCount + vectors.length;
    const plan = plans.get(textKey) ?? (await planFewRows(kept, placed, count));
    plans.set(textKey, plan, textKey.length + text.length);
    if (plan === null) return null;
    const sql = plan.sqlOf(placed);
    const prepared = isInText ? null : await kept.prepare(sql);
    if (prepared) inText?.bind(prepared);
    for (const [at, vector] of vectors.entries())
      prepared?.bindVarchar(parameterCount + at + 1, vector.text);
    const execute: Execute = (how) => {
      if (how === 'first')
        return connection.run(`SELECT * FROM (${sql}\n) AS found LIMIT ${fewRows + 1}`);
      return prepared ? prepared[how]() : connection[how](sql);
    };
    return { plan, execute, newBytes, isInText };
  } catch {
    // Whatever it is, it is said by the way of all others, where nothing else is in the catalog.
    await kept.leave();
    return null;
  }
}

async function planFewRows(
  kept: KeptCatalogs,
  text: string,
  parameterCount: number,
): Promise<FewRowsPlan | null> {
  const prepared = await kept.prepare(text);
  const isSelect = prepared.statementType === StatementType.SELECT;
  if (!isSelect || prepared.parameterCount !== parameterCount) return null;
  const typed: TypedColumn[] = Array.from({ length: prepared.columnCount }, (_unused, index) => ({
    name: prepared.columnName(index),
    type: typeName(prepared.columnType(index)),
  }));
  const names = typed.map((_column, index) => `c${index}`);
  const { columns, select, overflowSql } = convertResult(typed, names);
  if (overflowSql !== undefined || !canKeepRows(columns)) return null;
  const cells = columns.map((column) =>
    plainJson(column.storedType)
      ? undefined
      : orNull(jsonCell(quoteIdentifier(column.storedName), parseType(column.storedType))),
  );
  const isPlain = cells.every((cell) => cell === undefined);
  if (isPlain && columns.every(({ duckdbType, storedType }) => duckdbType === storedType)) {
    return { columns, sqlOf: (own) => own, jsonAt: cells.map(() => undefined) };
  }
  const texts = cells.flatMap((cell) => cell ?? []);
  const list = [
    '*',
    ...texts.map((cell, index) => `${cell} AS ${quoteIdentifier(jsonTextName(index))}`),
  ];
  let place = columns.length;
  return {
    columns,
    sqlOf: (own) =>
      `SELECT ${list.join(', ')} FROM (SELECT ${select} FROM (${own}\n) AS q(${names.join(', ')})) AS stored`,
    jsonAt: cells.map((cell) => (cell === undefined ? undefined : place++)),
  };
}

/** `[[1,"a"],[2,null]]` */
function jsonRows({ columns, jsonAt }: FewRowsPlan, chunks: readonly DuckDBDataChunk[]): string {
  const rows: string[] = [];
  for (const chunk of chunks) {
    const cells = columns.map((_column, index) => {
      const at = jsonAt[index];
      const vector = chunk.getColumnVector(at ?? index);
      return at === undefined
        ? (row: number) => plainJsonCell(vector.getItem(row))
        : (row: number) => vector.getItem(row);
    });
    for (let row = 0; row < chunk.rowCount; row++)
      rows.push(`[${cells.map((cell) => cell(row)).join(',')}]`);
  }
  return `[${rows.join(',')}]`;
}

/**
 * Puts what was read, and what comes after it, into the result table, for the way of all others;
 * gives the number of rows.
 */
export async function collectRows(
  connection: DuckDBConnection,
  { columns, chunks, rest }: ManyRows,
): Promise<number> {
  const extra = (chunks[0]?.columnCount ?? columns.length) - columns.length;
  const texts = Array.from({ length: extra }, (_unused, index) => ({
    storedName: jsonTextName(index),
    storedType: 'VARCHAR',
  }));
  let rowCount = 0;
  await fillResultTable(connection, [...columns, ...texts], async (appender) => {
    for await (const chunk of chunksOf(chunks, rest)) {
      rowCount += chunk.rowCount;
      appender.appendDataChunk(chunk);
    }
  });
  return rowCount;
}

/** Those that were read, and those that are still in the result. */
async function* chunksOf(
  read: readonly DuckDBDataChunk[],
  rest: DuckDBResult | null,
): AsyncGenerator<DuckDBDataChunk> {
  yield* read;
  for (;;) {
    const chunk = (await rest?.fetchChunk()) ?? null;
    if (chunk === null || chunk.rowCount === 0) return;
    yield chunk;
  }
}

const jsonTextName = (index: number) => `json text ${index}`;
