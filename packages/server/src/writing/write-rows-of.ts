import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { embedLoaded } from '../indexing/embed-loaded.ts';
import type { LakeFile, LakeTable } from '../lake/model.ts';
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

export const nothingWritten: RowsWritten = { rowsAffected: 0, returning: null };

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
      meetsOthers: !isUpsert || statement.onConflict === 'update',
      sameKey: isUpsert && statement.onConflict === 'update' ? '21000' : '23505',
    });
  }
  const { rowCount } = staged.executed;
  const counted = isDelete ? columns : withCounted(columns, statement, rowCount, files);
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

/**
 * The columns with the next values of identity columns behind those that the rows took. Rows of
 * ON CONFLICT that came to nothing took values too, so the greatest value that was used counts.
 */
function withCounted(
  columns: readonly LakeColumn[],
  statement: RowWrite,
  rows: number,
  files: readonly LakeFile[],
): readonly LakeColumn[] {
  if (statement.kind !== 'insert') return columns;
  return columns.map((column, index) => {
    const identity = column.declared?.identity;
    if (identity === undefined) return column;
    const taken = takenOf(statement, { name: column.name, index }, rows);
    const counted = identity.next + taken * identity.increment;
    const mayLack = statement.onConflict !== null && taken > 0;
    const used = mayLack ? valuesOf(files, column.id) : [];
    const beyond = used.map((value) => value + identity.increment);
    const next =
      identity.increment > 0 ? Math.max(counted, ...beyond) : Math.min(counted, ...beyond);
    return { ...column, declared: { ...column.declared, identity: { ...identity, next } } };
  });
}

/** How many rows took a value of the identity column, at most. */
function takenOf(
  { columns, defaults, width, isOfDefaults }: Insert,
  { name, index }: { readonly name: string; readonly index: number },
  rows: number,
): number {
  if (isOfDefaults) return rows;
  const at = columns === null ? index : columns.indexOf(name);
  if (at < 0 || (width !== null && at >= width)) return rows;
  if (defaults !== null) return defaults[at] ?? 0;
  return width === null ? rows : 0;
}

/** The ends of a column's values in new files. */
function valuesOf(files: readonly LakeFile[], id: number): number[] {
  return files.flatMap(({ columns }) => {
    const { min, max } = columns[id] ?? {};
    return [min, max].flatMap((end) => (end === undefined || end === null ? [] : [Number(end)]));
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
