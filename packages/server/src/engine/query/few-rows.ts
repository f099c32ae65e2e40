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

/** A result of at most 2048 rows is built from the chunks as the engine returns them. */
const fewRows = 2048;

/**
 * The execution of a text whose rows arrive as stored. JSON texts of columns that are not plain
 * come after the columns.
 */
interface FewRowsPlan {
  readonly columns: readonly ResultColumn[];
  /** The statement to run for the text, or for a text with other constants in its lookups. */
  readonly sqlOf: (text: string) => string;
  /** The place of each column's JSON text in the rows; undefined for a plain column. */
  readonly jsonAt: readonly (number | undefined)[];
}

/** The rows read so far from a text with more than a few rows. The result still has the rest. */
export interface ManyRows {
  readonly kind: 'many';
  readonly columns: readonly ResultColumn[];
  readonly chunks: readonly DuckDBDataChunk[];
  /** The rest of the result; null after the last row. */
  readonly rest: DuckDBResult | null;
  /** Rows and bytes that the query has read so far. */
  scannedYet(): ScanStatistics;
}

export type FewRows = { readonly kind: 'few'; readonly reply: ExecuteQueryReply } | ManyRows;

/** Plans by text and shapes; null for an unsuitable text. */
const plans = new LruCache<FewRowsPlan | null>(4 * 2 ** 20);

/** A text with few expected rows. */
export interface ExpectedFew {
  readonly request: ExecuteQueryRequest;
  readonly catalogsKey: string;
  readonly textKey: string;
  readonly text: string;
  readonly names: TextNames;
  /** The text may return more rows than it reads. */
  readonly multiplies: boolean;
}

/**
 * Runs a text with few expected rows in the scope that the worker keeps. One execution gives the
 * rows of the answer and of the stored result. Null, with no rows read, where the text must run as
 * an ordinary query.
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
  // A query of files reads only a part of a large table, and other parts at other times.
  const readsFiles = request.fewRowsIf !== undefined && !kept.isResident(request);
  let bytesRead: (() => number | null) | undefined;
  const execute: Execute = (how) => {
    // The count restarts at each execution: a stream after `first` reads the files again.
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
    // A text with rows in it is bound during its execution. The ordinary way reports the error of
    // the binding.
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
 * Reads the chunks of the first rows, and returns the rest of a longer result. A text that cannot
 * return more runs in one call with all chunks present. A stream takes a call of another thread for
 * each chunk and one for the end (`SELECT 1`: 0.10 ms of CPU, against 0.04).
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

/**
 * All chunks of a result without a stream; `fetchChunk` would call another thread for each chunk.
 */
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

/** `first` reads at most one row more than a few. */
type Execute = (how: 'run' | 'stream' | 'first') => Promise<DuckDBResult>;

interface Entered {
  readonly plan: FewRowsPlan;
  readonly execute: Execute;
  readonly newBytes: number;
  /**
   * The rows of the table are part of the statement, which is then not prepared: the engine would
   * bind the statement and the file twice (0.96 ms of CPU instead of 0.55).
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
    // The ordinary way, with nothing else in the catalog, reports the error.
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
 * Puts the rows read so far and the rest into the result table, for the ordinary way. Returns the
 * number of rows.
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

/** The chunks read so far, and those still in the result. */
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
