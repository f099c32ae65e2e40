import { quoteIdentifier, quoteName } from '../kernel/quoting.ts';
import type { LakeFile, LakeTable } from '../lake/model.ts';
import { targetMark } from '../plan/statements/derivation.ts';
import type { DatabaseView } from '../querying/see/database-view.ts';
import { PendingContent } from './pending-content.ts';
import { raised } from './sql-errors.ts';
import { stageText, type WriteCaller } from './stage-rows.ts';
import { keptMark, type WriteSession } from './write-session.ts';
import type { WritingServices } from './writing-services.ts';

/** The rows that a statement brings, beside those that it leaves. */
export interface CheckedRows {
  readonly table: LakeTable;
  readonly files: readonly LakeFile[];
  readonly kept: PendingContent;
  /** The rows may meet each other in the key, or others: an upsert has seen to the others. */
  readonly meetsOthers: boolean;
  /** The code of two rows of one statement that meet: 23505, and 21000 of an upsert. */
  readonly sameKey: '23505' | '21000';
}

/**
 * Holds new rows against NOT NULL, CHECK and the key, as PostgreSQL does in this order. Throws 400
 * with 23502, 23514, 23505 or 21000.
 */
export async function checkRows(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  rows: CheckedRows,
): Promise<void> {
  const { table, files, kept } = rows;
  const columns = table.version?.columns ?? [];
  if (files.length === 0) return;
  const name = quoteName(targetMark, table.schema, table.name);
  const checks: { readonly count: string; readonly fail: () => Error }[] = [];
  for (const column of columns) {
    if (column.declared?.notNull !== true) continue;
    const message = `null value in column '${column.name}' of relation '${table.name}' violates not-null constraint`;
    checks.push({
      count: `count(*) FILTER (WHERE ${quoteIdentifier(column.name)} IS NULL)`,
      fail: () => raised('23502', message),
    });
  }
  for (const check of columns.flatMap(({ declared }) => declared?.checks ?? [])) {
    const message = `new row for relation '${table.name}' violates check constraint '${check.name}'`;
    checks.push({
      count: `count(*) FILTER (WHERE NOT (${check.condition}\n))`,
      fail: () => raised('23514', message),
    });
  }
  const newRows = PendingContent.ofFiles(columns, files);
  const view = session.targetView(table, { rows: newRows, kept });
  if (checks.length > 0) {
    const list = checks.map(({ count }, index) => `${count} AS c${index}`).join(', ');
    const counts = await readCounts(
      services,
      caller,
      view,
      `SELECT ${list} FROM ${name} AS ${quoteIdentifier(table.name)}`,
    );
    const failed = checks.find((_, index) => (counts[index] ?? 0) > 0);
    if (failed) throw failed.fail();
  }
  await checkKey(services, caller, view, rows);
}

async function checkKey(
  services: WritingServices,
  caller: WriteCaller,
  view: DatabaseView,
  { table, kept, meetsOthers, sameKey }: CheckedRows,
): Promise<void> {
  const { key } = table.layout;
  if (key.length === 0) return;
  const name = quoteName(targetMark, table.schema, table.name);
  const list = key.map(quoteIdentifier).join(', ');
  const some = key.map((column) => `${quoteIdentifier(column)} IS NOT NULL`).join(' AND ');
  const twice = `(SELECT count(*) FROM (SELECT 1 AS one FROM ${name} AS n WHERE ${some} GROUP BY ${list} HAVING count(*) > 1) AS d)`;
  const others = quoteName(keptMark, table.schema, table.name);
  const same = key
    .map((column) => `n.${quoteIdentifier(column)} = o.${quoteIdentifier(column)}`)
    .join(' AND ');
  const met =
    meetsOthers && kept.rowCount > 0
      ? `(SELECT count(*) FROM ${name} AS n JOIN ${others} AS o ON ${same})`
      : '0';
  const [twiceCount = 0, metCount = 0] = await readCounts(
    services,
    caller,
    view,
    `SELECT ${twice} AS c0, ${met} AS c1`,
  );
  const message = `duplicate key value violates unique constraint '${table.name}_pkey' on (${key.join(', ')})`;
  if (twiceCount > 0)
    throw sameKey === '21000'
      ? raised('21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time')
      : raised('23505', message);
  if (metCount > 0) throw raised('23505', message);
}

/** The numbers of the one row that a text gives. */
async function readCounts(
  services: WritingServices,
  caller: WriteCaller,
  view: DatabaseView,
  sql: string,
): Promise<readonly number[]> {
  const { executed } = await stageText(services, caller, view, sql);
  await services.files.discard([executed.result]);
  const [row = []] = JSON.parse(executed.preview.text) as (readonly number[])[];
  return row.map(Number);
}
