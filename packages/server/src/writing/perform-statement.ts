import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest } from '../kernel/errors.ts';
import { reserveColumnIds } from '../lake/column-ids.ts';
import { normalizeIdentifier } from '../lake/identifiers.ts';
import { noLayout, type TableLayout } from '../lake/model.ts';
import type {
  CreateTable,
  CreateTableAs,
  DropSchemas,
  DropTables,
  TableDefinition,
  Truncate,
  WriteStatement,
} from '../plan/statements/write-statement.ts';
import { alterTable, renameTable } from './alter-table.ts';
import { assignedColumns, declaredColumns } from './assigned-columns.ts';
import { PendingContent } from './pending-content.ts';
import { raised } from './sql-errors.ts';
import { stageRows, type WriteCaller, writeRows } from './stage-rows.ts';
import {
  nothingWritten,
  performRowWrite,
  type RowsWritten,
  requireTable,
  type StatementText,
} from './write-rows-of.ts';
import type { WriteSession } from './write-session.ts';
import type { WritingServices } from './writing-services.ts';
import { placeOf } from './written-target.ts';

/** Runs one statement on the session's view; written rows are in the session afterwards. */
export async function performStatement(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  statement: WriteStatement,
  text: StatementText,
): Promise<RowsWritten> {
  switch (statement.kind) {
    case 'insert':
    case 'update':
    case 'delete':
      return performRowWrite(services, caller, session, statement, text);
    case 'create_table':
      return createTable(services, session, statement, text);
    case 'create_table_as':
      return createTableAs(services, caller, session, statement, text);
    case 'drop_table':
      return dropTables(session, statement, text);
    case 'truncate':
      return truncate(session, statement, text);
    case 'create_schema': {
      const name = normalizeIdentifier(statement.schema, 'schema');
      if (!session.hasSchema(name)) session.setSchema(name, 'created');
      else if (!statement.ifNotExists) throw raised('42P06', `schema '${name}' already exists`);
      return nothingWritten;
    }
    case 'drop_schema':
      return dropSchemas(session, statement);
    case 'alter_table':
      return alterTable(services, caller, session, statement, text);
    case 'rename_table':
      return renameTable(services, session, statement, text);
    default:
      return nothingWritten;
  }
}

async function createTable(
  services: WritingServices,
  session: WriteSession,
  { target, ifNotExists, definition }: CreateTable,
  text: StatementText,
): Promise<RowsWritten> {
  const place = placeOf(session.begun, target, text);
  requireSchema(session, place.schema);
  if (session.table(place) !== null) {
    if (ifNotExists) return nothingWritten;
    throw raised('42P07', `relation '${place.table}' already exists`);
  }
  const columns = await declaredColumns(services, session.lakeId, definition);
  if (columns.length === 0) throw badRequest('A table needs at least one column');
  session.change(place, { content: PendingContent.empty(columns), layout: layoutOf(definition) });
  return nothingWritten;
}

function requireSchema(session: WriteSession, schema: string): void {
  if (!session.hasSchema(schema)) throw raised('3F000', `schema '${schema}' does not exist`);
}

/** One key a table: that of loads. */
function layoutOf({ keys, options, columns }: TableDefinition): TableLayout {
  const [key, ...others] = keys;
  if (others.length > 0)
    throw badRequest(
      'A table has one key; write PRIMARY KEY or UNIQUE once, and CREATE INDEX for lookups',
    );
  const names = (option: string | undefined) =>
    (option ?? '').split(',').flatMap((name) => name.trim() || []);
  const known = new Set(columns.map(({ name }) => name));
  const partitionBy = names(options.partition_by);
  const sortedBy = names(options.sorted_by);
  for (const name of [...partitionBy, ...sortedBy])
    if (!known.has(name)) throw raised('42703', `column '${name}' does not exist`);
  return {
    ...noLayout,
    key: key?.columns ?? [],
    partitionBy: partitionBy.map((column) => ({ column, transform: 'identity' })),
    sortedBy: sortedBy.map((column) => ({ column, direction: 'asc', nulls: null })),
  };
}

async function createTableAs(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  { target, ifNotExists, columnNames, withData }: CreateTableAs,
  text: StatementText,
): Promise<RowsWritten> {
  const place = placeOf(session.begun, target, text);
  requireSchema(session, place.schema);
  if (session.table(place) !== null) {
    if (ifNotExists) return nothingWritten;
    throw raised('42P07', `relation '${place.table}' already exists`);
  }
  const derivation = { part: 'source', ...place, columns: assignedColumns([]) } as const;
  const asked = { ...text, dialect: 'hotsql', derivation } as const;
  const { database, signal } = caller;
  const query = await services.queryPlans.planSeen(database, asked, session.view(), signal);
  session.noteRead(query);
  const staged = await stageRows(services, caller, query);
  try {
    const columns = await columnsOfResult(
      services,
      session.lakeId,
      staged.executed.columns,
      columnNames,
    );
    const files = withData
      ? await writeRows(services, caller, session.lakeId, staged, {
          columns,
          layout: noLayout,
          offset: 0,
        })
      : [];
    session.change(place, {
      content: PendingContent.empty(columns).with(columns, files),
      layout: noLayout,
    });
    return { rowsAffected: withData ? staged.executed.rowCount : 0, returning: null };
  } finally {
    await services.files.discard([staged.executed.result]);
  }
}

async function columnsOfResult(
  { metadata }: WritingServices,
  lakeId: string,
  result: readonly { readonly name: string; readonly storedType: string }[],
  written: readonly string[],
): Promise<LakeColumn[]> {
  if (written.length > result.length) throw raised('42601', 'too many column names were specified');
  const names = result.map(({ name }, index) => written[index] ?? name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw raised('42701', `column '${repeated}' specified more than once`);
  const first = await reserveColumnIds(metadata.unsynced, lakeId, names.length);
  return names.map((name, index) => ({
    id: first + index,
    name,
    type: result[index]?.storedType ?? 'VARCHAR',
    nullable: true,
  }));
}

function dropTables(
  session: WriteSession,
  { targets, ifExists }: DropTables,
  text: StatementText,
): RowsWritten {
  for (const target of targets) {
    const place = placeOf(session.begun, target, text);
    if (session.table(place) !== null) session.change(place, null);
    else if (!ifExists) throw raised('42P01', `table '${place.table}' does not exist`);
  }
  return nothingWritten;
}

function truncate(session: WriteSession, { targets }: Truncate, text: StatementText): RowsWritten {
  for (const target of targets) {
    const place = placeOf(session.begun, target, text);
    const { version } = requireTable(session, place);
    session.change(place, { content: PendingContent.empty(version?.columns ?? []) });
  }
  return nothingWritten;
}

function dropSchemas(
  session: WriteSession,
  { schemas, ifExists, isCascade }: DropSchemas,
): RowsWritten {
  for (const written of schemas) {
    const name = normalizeIdentifier(written, 'schema');
    if (!session.hasSchema(name)) {
      if (ifExists) continue;
      throw raised('3F000', `schema '${name}' does not exist`);
    }
    if (name === 'main') throw badRequest("Schema 'main' belongs to every database and stays");
    const tables = session.tablesOf(name);
    if (tables.length > 0 && !isCascade)
      throw raised('2BP01', `cannot drop schema '${name}' because other objects depend on it`);
    for (const { name: table } of tables) session.change({ schema: name, table }, null);
    session.setSchema(name, 'dropped');
  }
  return nothingWritten;
}
