import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { analyzeTree } from '../../plan/analyze.ts';
import { columnsRead } from '../../plan/duckdb/columns-read.ts';
import { multipliesRows } from '../../plan/duckdb/multiplies-rows.ts';
import { type PlainRead, plainReadOf } from '../../plan/duckdb/plain-read.ts';
import { readTree } from '../../plan/duckdb/read-tree.ts';
import { isLookupOf } from '../../plan/filters/is-lookup.ts';
import { readsIndexes, shownIndexesStatement } from '../../plan/shown-indexes.ts';
import { withinStack } from '../../plan/within-stack.ts';
import { StatementType } from '../duckdb.ts';
import { encodeJsonRows } from '../encode/json-rows.ts';
import { analysedPlan, shownPlan } from '../query/analysed-plan.ts';
import { checkShape } from '../query/check-shape.ts';
import { checkSources } from '../query/check-sources.ts';
import { planLines } from '../query/explain-text.ts';
import { collectRows, type FewRows, runFewRows } from '../query/few-rows.ts';
import { rowsInFiles, type TextNames } from '../query/kept-catalogs.ts';
import { PastRuns } from '../query/past-runs.ts';
import { withVectors } from '../query/placed-vectors.ts';
import { closeQueryCatalogs, openQueryCatalogs } from '../query/query-catalog.ts';
import { profileOf } from '../query/query-profile.ts';
import type {
  ExecuteQueryReply,
  ExecuteQueryRequest,
  QueryCatalog,
  QueryPreview,
} from '../query/query-request.ts';
import { dropResultTable, resultTable } from '../query/result-table.ts';
import { type RowsAsRead, rowsAsRead } from '../query/rows-as-read.ts';
import { createdRows, type ScanStatistics, scanStatistics } from '../query/scan-statistics.ts';
import { addServiceFunctions } from '../query/service-macros.ts';
import { mayShield, shieldRecursiveJson } from '../query/shallow-json.ts';
import { withShownCatalogs } from '../query/shown-catalogs.ts';
import type { PlanNode } from '../query/shown-plan.ts';
import { tablesNamed } from '../query/sole-table.ts';
import { firstStatement } from '../query/statement-words.ts';
import { stopwatch } from '../query/stopwatch.ts';
import { textKey } from '../query/text-key.ts';
import { readColumn } from '../read-column.ts';
import { workerCatalog } from '../sandbox.ts';
import { serializedTree } from '../serialized-tree.ts';
import type { Task, TaskContext } from '../task.ts';
import { exactNumericType } from '../types/exact-numeric.ts';
import { convertResult, type ResultConversion } from '../types/result-columns.ts';
import { typeName } from '../types/type-name.ts';
import type { TypedColumn } from '../types/typed-column.ts';
import { parsedTree } from './parsed-tree.ts';
import { type StoredFile, storeFewRows, storeRows, storeRowsAsRead } from './store-rows.ts';

/**
 * Runs one query once and stores the whole result. The rows go into a table in the worker's memory
 * (which spills), and from the table into the preview and the Parquet file, so both show the same
 * rows. For 10M rows, a table and then a file cost 1.24 times the direct `COPY`, with the preview
 * after half of the time. Streaming and appending costs 2.3 times.
 *
 * A partial preview is emitted before the file is written. A whole preview is part of the reply.
 *
 * The file of a small result is part of the reply: DuckDB writes the file into a pipe while the
 * preview is made (`BytePipe`).
 */
export const executeQuery: Task<ExecuteQueryRequest, ExecuteQueryReply> = async (
  context,
  asked,
) => {
  const request = withShownCatalogs(asked, context.told);
  const few = await runExpectingFew(context, request);
  if (few?.kind === 'few') return few.reply;
  const { connection } = context;
  const lap = stopwatch();
  const cleanUp = (fresh: DuckDBConnection) => removeState(fresh, few ? [] : request.catalogs);
  context.defer?.(cleanUp);
  let storing: Promise<StoredFile> | undefined;
  try {
    const source = few ? null : await openSource(context, written(request));
    await context.mayExecute;
    const planMs = lap();
    const rows = source
      ? await rowsOf(connection, request, source)
      : await collect(connection, few);
    const materializeMs = lap();
    const file = {
      relation: rows.relation,
      columns: rows.conversion.columns,
      rowCount: rows.knownRows,
    };
    // Preview and file each read a small table for less than half a millisecond, mostly planning.
    // Together they take as long as one.
    storing = rows.knownRows <= fewRows ? storeFewRows(context, file, request) : undefined;
    storing?.catch(() => {});
    const { preview, rowCount } = await showFirst(context, request, rows);
    const known = { columns: rows.conversion.columns, preview, rowCount, ...rows.scanned };
    const previewMs = lap();
    const isUnread = rows.unread !== undefined;
    if (preview.truncated)
      context.emit({ kind: 'preview', isUnread, ...known } satisfies QueryPreview);
    // The preview's text, up to 8 MiB, does not cross to the other process twice.
    const told = preview.truncated ? { ...preview, text: '' } : preview;
    const isSmall =
      !preview.truncated && preview.text.length <= smallTextShare * request.inlineBytes;
    const { stored, scanned, plan, executeMs } = rows.unread
      ? await storeRowsAsRead(context, rows.unread, request)
      : {
          stored: await (storing ?? (isSmall ? storeFewRows : storeRows)(context, file, request)),
          ...rows,
          executeMs: materializeMs,
        };
    const storeMs = isUnread ? lap() - executeMs : lap();
    if (request.fewRowsIf !== undefined && source && rows.knownRows <= fewRows)
      noteFew(request, scanned, executeMs);
    const isProfiled = executeMs >= (request.profileFromMs ?? Number.POSITIVE_INFINITY);
    const profile = isProfiled && plan ? profileOf(plan, request.catalogs) : null;
    return {
      ...known,
      ...scanned,
      ...stored,
      preview: told,
      profile,
      timings: { planMs, executeMs, previewMs, storeMs },
    };
  } catch (thrown) {
    await storing?.catch(() => {});
    await rm(request.resultPath, { force: true });
    throw thrown;
  }
};

/** The request with the long vectors in its text. */
const written = (request: ExecuteQueryRequest): ExecuteQueryRequest =>
  request.vectors ? { ...request, sql: withVectors(request.sql, request.vectors) } : request;

/** Returns the preview and the number of rows. */
async function showFirst(
  { connection, own }: TaskContext,
  { previewRows: maxRows, previewBytes: maxBytes }: ExecuteQueryRequest,
  { relation, conversion, knownRows, unread }: Materialized,
) {
  // An unread relation may contain bare table names, which only this connection resolves.
  const reader = unread ? connection : (own?.reader ?? connection);
  const limits = { maxRows, maxBytes, knownRows };
  const preview = await encodeJsonRows(reader, relation, conversion.columns, limits);
  if (unread) return { preview, rowCount: knownRows };
  return { preview, rowCount: preview.truncated ? await countRows(connection) : preview.rowCount };
}

/** The most rows for which the file is written while the preview is made. */
const fewRows = 2048;
/** A whole preview of at most 16 times the inline bytes may become a small enough file. */
const smallTextShare = 16;

/**
 * Runs a text as few rows. Returns null where the way is impossible or not expected to fit. Then
 * nothing was executed, and nothing is kept.
 */
async function runExpectingFew(
  context: TaskContext,
  request: ExecuteQueryRequest,
): Promise<FewRows | null> {
  const { kept, mayExecute } = context;
  if (!kept) return null;
  const { keptCatalogs, kind, exactColumns, fewRowsIf } = request;
  const isExpected = keptCatalogs !== undefined && kind === 'select' && exactColumns === undefined;
  if (isExpected && !mayShield(request.sql)) {
    const text = firstStatement(request.sql);
    const key = textKey(request);
    // A search's table has only the columns in the text. Other tables have all columns, because the
    // next text may name others.
    const { isLookup, multiplies, ...names } = await checkOnce(context, request, text, key);
    if (fewRowsIf === undefined || pastRuns.expectsFew(key, isLookup && fewRowsIf === 'lookup')) {
      const asked = { request, catalogsKey: keptCatalogs, textKey: key, text, names, multiplies };
      const few = await runFewRows(kept, asked, mayExecute);
      if (fewRowsIf !== undefined && few) noteRun(context, request, key, few, isLookup);
      if (few?.kind === 'few') noteHits(context, few);
      if (few) return few;
    }
  }
  await kept.leave();
  return null;
}

const pastRuns = new PastRuns();

/** Records facts for the next text over the same larger tables. */
function noteRun(
  { kept, defer, memoryBytes = 0 }: TaskContext,
  request: ExecuteQueryRequest,
  key: string,
  few: FewRows,
  isLookup: boolean,
): void {
  if (few.kind === 'many') {
    if (few.rest) pastRuns.noteMany(key);
    return;
  }
  const { executeMs } = few.reply.timings;
  pastRuns.noteFew(key, executeMs, request.profileFromMs);
  // Only the caller knows whether an already checked text is a lookup.
  const looksUp = isLookup && request.fewRowsIf === 'lookup';
  const readTable = looksUp ? kept?.noteLookup(request, executeMs, memoryBytes) : undefined;
  if (readTable) defer?.(readTable);
}

function noteHits(
  { kept, defer, memoryBytes = 0 }: TaskContext,
  { reply }: FewRows & { readonly kind: 'few' },
): void {
  const readRows = kept?.noteHits(reply.timings.executeMs, memoryBytes);
  if (readRows) defer?.(readRows);
}

/** The ordinary way reports a single read of all rows of the tables. */
function noteFew(request: ExecuteQueryRequest, scanned: ScanStatistics, executeMs: number): void {
  if (scanned.rowsScanned === rowsInFiles(request))
    pastRuns.noteFew(textKey(request), executeMs, request.profileFromMs);
}

async function collect(connection: DuckDBConnection, many: FewRows | null): Promise<Materialized> {
  if (many?.kind !== 'many') throw new Error('rows were read');
  const { columns } = many;
  const knownRows = await collectRows(connection, many);
  const stored = columns.map(({ storedName }) => quoteIdentifier(storedName)).join(', ');
  return {
    conversion: { columns, select: stored, overflowSql: undefined },
    relation: `(SELECT ${stored} FROM ${resultTable})`,
    knownRows,
    scanned: many.scannedYet(),
    plan: null,
  };
}

/** The statement to run: `text` returns rows of `columns`. */
interface Source {
  readonly text: string;
  readonly columns: readonly TypedColumn[];
  /** Present where the text was already run (EXPLAIN ANALYZE). */
  readonly scanned?: ScanStatistics;
  /** Present where the text returns the rows of a table unchanged. */
  readonly plain?: PlainRead | null;
}

/**
 * Opens the query's catalogs, and reads the true names and types of its columns, because
 * `CREATE TABLE AS` would make duplicate names unique. The reading also proves that the text is one
 * SELECT: only a SELECT can be in parentheses.
 */
async function openSource(context: TaskContext, request: ExecuteQueryRequest): Promise<Source> {
  const { connection, mayExecute } = context;
  const text = firstStatement(request.sql);
  const key = textKey(request);
  const { named, plain } = await checkOnce(context, request, text, key);
  await openQueryCatalogs(connection, request, named);
  await shieldRecursiveJson(connection, request.sql);
  await addServiceFunctions(connection, request.sql);
  if (readsIndexes(text)) await connection.run(shownIndexesStatement(request.indexes ?? []));
  const columns = boundColumns.get(key) ?? (await bindText(connection, request, named, key));
  checkShape(columns, request.limits);
  switch (request.kind) {
    case 'describe':
    case 'show_columns':
    case 'summarize': {
      const verb = request.kind === 'summarize' ? 'SUMMARIZE' : 'DESCRIBE';
      const described = `SELECT * FROM (${verb} ${text}\n)`;
      return { text: described, columns: await prepareColumns(connection, described) };
    }
    case 'explain':
    case 'explain_analyze':
      await mayExecute;
      return explainSource(connection, request, text);
    default:
      return { text, columns, plain };
  }
}

/**
 * Caches of checked texts and of bound texts. Entries depend on the text (without the constants of
 * lookups, so all texts that differ only in constants share an entry), on the columns with numerics
 * as texts, and on the shapes of tables, but not on files. A repeated text (agents repeat texts all
 * day) saves 0.8 ms of a small query's 2.
 */
const checkedTexts = new LruCache<CheckedText>(4 * 2 ** 20);
const boundColumns = new LruCache<readonly TypedColumn[]>(4 * 2 ** 20);

const unread = { named: null, sole: null, bare: null, plain: null };

interface CheckedText extends Required<TextNames> {
  readonly plain: PlainRead | null;
  readonly isLookup: boolean;
  /** The text may return more rows than it reads. */
  readonly multiplies: boolean;
}

/** The result of `checkText`, computed once for each text. */
async function checkOnce(
  context: TaskContext,
  request: ExecuteQueryRequest,
  text: string,
  key: string,
): Promise<CheckedText> {
  const known = checkedTexts.get(key);
  if (known) return known;
  const checked = await checkText(context, request, text);
  checkedTexts.set(key, checked, key.length);
  return checked;
}

/** Checks a text against the allow-lists. */
async function checkText(
  context: TaskContext,
  { sql, kind, isChecked, catalogs, limits }: ExecuteQueryRequest,
  text: string,
): Promise<CheckedText> {
  if (isChecked && !mayScan.test(text)) return { ...unread, isLookup: false, multiplies: true };
  // The worker's own connection is preferred: a task without a connection of its own saves the next
  // task a new one.
  const treeText = isChecked
    ? await serializedTree(context.own?.reader ?? context.connection, text)
    : await parsedTree(context, sql, 'hotsql');
  const tree = readTree(treeText);
  const isLookup = isChecked || isLookupOf(withinStack(() => analyzeTree(tree, 'hotsql', limits)));
  checkSources(tree, catalogs);
  // A text that describes another describes all columns of a star, and DuckDB's tree has only the
  // inner text.
  const named =
    kind === 'select' || kind.startsWith('explain') ? columnsRead(tree, schemasOf(catalogs)) : null;
  const plain = plainReadOf(tree);
  return { named, ...tablesNamed(tree), plain, isLookup, multiplies: multipliesRows(tree) };
}

function schemasOf(catalogs: ExecuteQueryRequest['catalogs']): ReadonlySet<string> {
  const names = catalogs.flatMap(({ name, schemas }) => [
    name,
    ...schemas.map((schema) => schema.name),
  ]);
  return new Set(['main', ...names.map((name) => name.toLowerCase())]);
}

/**
 * A text that does not bind to the offered columns is bound again to all columns, so the engine's
 * message is about all columns.
 */
async function bindText(
  connection: DuckDBConnection,
  request: ExecuteQueryRequest,
  named: ReadonlySet<string> | null,
  key: string,
): Promise<readonly TypedColumn[]> {
  try {
    const columns = await prepareColumns(connection, request.sql, request.exactColumns);
    boundColumns.set(key, columns, key.length);
    return columns;
  } catch (error) {
    if (named === null) throw error;
    await connection.run(`USE ${quoteIdentifier(workerCatalog)}`);
    await closeQueryCatalogs(connection, request.catalogs);
    await openQueryCatalogs(connection, request);
    return prepareColumns(connection, request.sql, request.exactColumns);
  }
}

async function prepareColumns(
  connection: DuckDBConnection,
  text: string,
  exactColumns: readonly number[] = [],
): Promise<TypedColumn[]> {
  const prepared = await connection.prepare(text);
  try {
    if (prepared.statementType !== StatementType.SELECT)
      throw badRequest('only queries that return rows can be run');
    if (prepared.parameterCount > 0)
      throw badRequest('queries take no parameters; write the values into the text');
    return Array.from({ length: prepared.columnCount }, (_unused, index) => {
      const type = typeName(prepared.columnType(index));
      const name = prepared.columnName(index);
      return { name, type: exactColumns.includes(index) ? exactNumericType(type) : type };
    });
  } finally {
    prepared.destroySync();
  }
}

async function explainSource(
  connection: DuckDBConnection,
  request: ExecuteQueryRequest,
  text: string,
): Promise<Source> {
  const analyze = request.kind === 'explain_analyze';
  const plan = await shownPlan(
    connection,
    `EXPLAIN (${analyze ? 'ANALYZE, ' : ''}FORMAT json) ${text}`,
  );
  const lines = planLines(JSON.parse(plan), request.catalogs).map(
    (line) => `(${quoteLiteral(line)})`,
  );
  const scanned = analyze
    ? scanStatistics(JSON.parse(plan) as PlanNode, request.catalogs)
    : unscanned;
  return {
    text: `VALUES ${lines.join(', ')}`,
    columns: [{ name: 'QUERY PLAN', type: 'VARCHAR' }],
    scanned,
  };
}

interface Materialized {
  readonly conversion: ResultConversion;
  /** The rows in their stored form, for FROM. */
  readonly relation: string;
  /** The engine's count. The answered count is read from the table. */
  readonly knownRows: number;
  readonly scanned: ScanStatistics;
  /** The executed plan; null without a requested profile. */
  readonly plan: PlanNode | null;
  /** The relation is the text itself, and nothing has run yet. */
  readonly unread?: RowsAsRead;
}

const unscanned: ScanStatistics = { rowsScanned: null, bytesScanned: null };
/**
 * A text without any of the words reads nothing, and its plan is not examined (0.25 ms). A word may
 * follow a number without a space (`SELECT 1FROM t`).
 */
const mayScan = /(?:from|join|table|describe|desc|show|summarize|pivot|unpivot|call|pragma)\b/i;

/** Each step of a recursion is measured: 100,000 steps take 3.5 s instead of 1.2. */
const recurses = /\bwith\s+recursive\b/i;

/** Runs the text once into the worker's result table. A plain read stays unread. */
async function rowsOf(
  connection: DuckDBConnection,
  request: ExecuteQueryRequest,
  source: Source,
): Promise<Materialized> {
  const { text, columns, plain } = source;
  const unread = plain ? rowsAsRead(request, text, columns, plain) : null;
  if (!unread) return materialize(connection, request, source);
  const { conversion, relation, rowCount: knownRows } = unread;
  return { conversion, relation, knownRows, scanned: unscanned, plan: null, unread };
}

async function materialize(
  connection: DuckDBConnection,
  request: ExecuteQueryRequest,
  source: Source,
): Promise<Materialized> {
  const names = source.columns.map((_column, index) => `c${index}`);
  const direct = convertResult(source.columns, names);
  const select = direct.overflowSql === undefined ? direct.select : '*';
  const create = `CREATE TABLE ${resultTable} AS SELECT ${select} FROM (${source.text}\n) AS q(${names.join(', ')})`;
  const run = await runCreate(connection, create, source, request);
  if (direct.overflowSql === undefined)
    return { conversion: direct, relation: resultTable, ...run };
  const checked = await connection.run(`SELECT ${direct.overflowSql} FROM ${resultTable}`);
  const findings = (checked.getChunk(0).getRows()[0] ?? []).map((value) =>
    typeof value === 'string' ? value : value === true,
  );
  const conversion = convertResult(source.columns, names, findings);
  return { conversion, relation: `(SELECT ${conversion.select} FROM ${resultTable})`, ...run };
}

async function runCreate(
  connection: DuckDBConnection,
  create: string,
  source: Source,
  request: ExecuteQueryRequest,
): Promise<Pick<Materialized, 'knownRows' | 'scanned' | 'plan'>> {
  const isAnalysed =
    request.profileFromMs === 0 || (mayScan.test(source.text) && !recurses.test(source.text));
  if (source.scanned || !isAnalysed) {
    const [created] = await readColumn(connection, create);
    return { knownRows: Number(created ?? 0), scanned: source.scanned ?? unscanned, plan: null };
  }
  const plan = await analysedPlan(connection, create);
  return { knownRows: createdRows(plan), scanned: scanStatistics(plan, request.catalogs), plan };
}

async function countRows(connection: DuckDBConnection): Promise<number> {
  const [count] = await readColumn(connection, `SELECT count(*) FROM ${resultTable}`);
  return Number(count ?? 0);
}

async function removeState(
  connection: DuckDBConnection,
  catalogs: readonly QueryCatalog[],
): Promise<void> {
  await dropResultTable(connection);
  await closeQueryCatalogs(connection, catalogs);
}
