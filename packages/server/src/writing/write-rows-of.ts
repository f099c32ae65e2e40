import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { embedLoaded } from '../indexing/embed-loaded.ts';
import type { LakeTable } from '../lake/model.ts';
import type { Derivation } from '../plan/statements/derivation.ts';
import type { Insert, RowWrite } from '../plan/statements/write-statement.ts';
import type { PlannedQuery } from '../querying/understand/planned-query.ts';
import { assignedColumns } from './assigned-columns.ts';
import { checkRows } from './check-rows.ts';
import { PendingContent } from './pending-content.ts';
import { noSuchTable, raised } from './sql-errors.ts';
import { type StagedRows, stageRows, takeRows, type WriteCaller, writeRows } from './stage-rows.ts';
import type { WriteSession } from './write-session.ts';
import type { WritingServices } from './writing-services.ts';
import { type NamingOptions, placeOf, type WrittenPlace } from './written-target.ts';

/** A statement of a script, in the place of the whole text. */
export interface StatementText extends NamingOptions {
  readonly sql: string;
}

export interface RowsWritten {
  readonly rowsAffected: number;
  /** What gives the rows of RETURNING; null without one. */
  readonly returning: PlannedQuery | null;
}

/** INSERT, UPDATE and DELETE. What is thrown leaves nothing behind but files that nobody names. */
export async function performRowWrite(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  statement: RowWrite,
  text: StatementText,
): Promise<RowsWritten> {
  const place = placeOf(session.begun, statement.target, text);
  const table = requireTable(session, place);
  const columns = table.version?.columns ?? [];
  const conflictKey = statement.kind === 'insert' ? conflictKeyOf(statement, table) : undefined;
  const derivation: Derivation = {
    part: 'rows',
    schema: place.schema,
    table: place.table,
    columns: assignedColumns(columns),
    ...(conflictKey && { conflictKey }),
  };
  const planned = await planDerived(services, caller, session, { table, text, derivation });
  session.noteRead(planned);
  const staged = await stageRows(services, caller, planned);
  try {
    return await applyRows(services, caller, session, {
      statement,
      place,
      table,
      staged,
      text,
      derivation,
    });
  } finally {
    await services.files.discard([staged.executed.result]);
  }
}

interface Applied {
  readonly statement: RowWrite;
  readonly place: WrittenPlace;
  readonly table: LakeTable;
  readonly staged: StagedRows;
  readonly text: StatementText;
  readonly derivation: Derivation;
}

async function applyRows(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  { statement, place, table, staged, text, derivation }: Applied,
): Promise<RowsWritten> {
  const { lakeId } = session;
  const columns = table.version?.columns ?? [];
  const before = await session.contentOf(place);
  const isDelete = statement.kind === 'delete';
  const brings = !isDelete || statement.hasReturning;
  const files = brings
    ? await writeRows(services, caller, lakeId, staged, {
        columns,
        layout: table.layout,
        offset: 1,
      })
    : [];
  const kept = before.without(await takeRows(services, caller, lakeId, staged));
  if (!isDelete) {
    const isUpsert = statement.kind === 'insert' && statement.onConflict !== null;
    await checkRows(services, caller, session, {
      table,
      files,
      kept,
      meetsOthers: !isUpsert,
      sameKey: isUpsert && statement.onConflict === 'update' ? '21000' : '23505',
    });
  }
  const { rowCount } = staged.executed;
  const counted = isDelete ? columns : withCounted(columns, statement, rowCount);
  const embedded = isDelete
    ? null
    : await embedLoaded(
        services,
        {
          lakeId,
          ...place,
          tableId: table.id,
          columns: counted,
          files,
        },
        caller.signal,
      );
  const returning = statement.hasReturning
    ? await planReturning(
        services,
        caller,
        session,
        { table, text, derivation },
        PendingContent.ofFiles(columns, files),
      )
    : null;
  session.change(place, { content: kept.with(counted, isDelete ? [] : files) }, embedded);
  return { rowsAffected: rowCount, returning };
}

/** The columns with the next values of identity columns behind those that the rows took. */
function withCounted(
  columns: readonly LakeColumn[],
  statement: RowWrite,
  rows: number,
): readonly LakeColumn[] {
  if (statement.kind !== 'insert') return columns;
  return columns.map((column, index) => {
    const identity = column.declared?.identity;
    if (identity === undefined) return column;
    const { columns: written, defaults, isOfDefaults } = statement;
    const at = written === null ? index : written.indexOf(column.name);
    const isGiven = !isOfDefaults && at >= 0 && (defaults === null || at < defaults.length);
    const taken = isGiven ? (defaults?.[at] ?? 0) : rows;
    const next = identity.next + taken * identity.increment;
    return { ...column, declared: { ...column.declared, identity: { ...identity, next } } };
  });
}

export function requireTable(session: WriteSession, place: WrittenPlace): LakeTable {
  const table = session.table(place);
  const name = `${place.schema}.${place.table}`;
  if (table === null) throw noSuchTable(name);
  if (table.version === null)
    throw raised(
      '42P01',
      `relation '${name}' is declared and has no columns yet; load it first, or create it by SQL`,
    );
  return table;
}

/** The key that ON CONFLICT compares rows by: the table's, which its columns have to name. */
function conflictKeyOf(
  { onConflict, conflictColumns }: Insert,
  { layout: { key } }: LakeTable,
): readonly string[] | undefined {
  if (onConflict === null) return undefined;
  const isNamed =
    conflictColumns.length === key.length && conflictColumns.every((name) => key.includes(name));
  if (conflictColumns.length === 0 && onConflict === 'update')
    throw raised(
      '42601',
      'ON CONFLICT DO UPDATE requires inference specification or constraint name',
    );
  if (conflictColumns.length > 0 && !isNamed)
    throw raised(
      '42P10',
      'there is no unique or exclusion constraint matching the ON CONFLICT specification',
    );
  return key.length === 0 ? undefined : key;
}

interface Derived {
  readonly table: LakeTable;
  readonly text: StatementText;
  readonly derivation: Derivation;
}

function planDerived(
  { queryPlans }: WritingServices,
  { database, signal }: WriteCaller,
  session: WriteSession,
  { table, text, derivation }: Derived,
): Promise<PlannedQuery> {
  const asked = { ...text, dialect: 'hotsql', derivation } as const;
  return queryPlans.planSeen(database, asked, session.targetView(table), signal);
}

function planReturning(
  { queryPlans }: WritingServices,
  { database, signal }: WriteCaller,
  session: WriteSession,
  { table, text, derivation }: Derived,
  rows: PendingContent,
): Promise<PlannedQuery> {
  const asked = {
    ...text,
    dialect: 'hotsql',
    derivation: { ...derivation, part: 'returning' },
  } as const;
  return queryPlans.planSeen(database, asked, session.targetView(table, { rows }), signal);
}
