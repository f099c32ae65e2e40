import type { DeclaredFacts, LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest } from '../kernel/errors.ts';
import { quoteIdentifier, quoteName } from '../kernel/quoting.ts';
import type { LakeTable } from '../lake/model.ts';
import { indexesOfLake } from '../metadata/index-store.ts';
import { isName, tokensOf, toNamePart } from '../plan/hotsql/read/tokens.ts';
import type {
  AlterTable,
  ColumnDefinition,
  RenameTable,
  TableAlteration,
} from '../plan/statements/write-statement.ts';
import { checkColumnName, declaredColumns } from './assigned-columns.ts';
import { PendingContent } from './pending-content.ts';
import { raised } from './sql-errors.ts';
import { stageText, type WriteCaller, writeRows } from './stage-rows.ts';
import {
  nothingWritten,
  type RowsWritten,
  requireTable,
  type StatementText,
} from './write-rows-of.ts';
import type { WriteSession } from './write-session.ts';
import type { WritingServices } from './writing-services.ts';
import { placeOf, type WrittenPlace } from './written-target.ts';

/** The table of an ALTER, or null where it is not there and need not be. */
function found(session: WriteSession, place: WrittenPlace, ifExists: boolean): LakeTable | null {
  return ifExists && session.table(place) === null ? null : requireTable(session, place);
}

/** Changes of columns: facts in the version, and rows only where a default fills them. */
export async function alterTable(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  { target, ifExists, alterations }: AlterTable,
  text: StatementText,
): Promise<RowsWritten> {
  const place = placeOf(session.begun, target, text);
  for (const alteration of alterations) {
    const table = found(session, place, ifExists);
    if (table === null) return nothingWritten;
    await refuseUsed(services, session, table, alteration);
    if (alteration.kind === 'add_column')
      await addColumn(services, caller, session, { place, table, alteration });
    else await changeColumns(services, caller, session, { place, table, alteration });
  }
  return nothingWritten;
}

/** Indexes and layouts name columns, which then stay as they are. */
async function refuseUsed(
  { metadata }: WritingServices,
  { lakeId }: WriteSession,
  { id, layout, version }: LakeTable,
  alteration: TableAlteration,
): Promise<void> {
  if (alteration.kind !== 'drop_column' && alteration.kind !== 'rename_column') return;
  const { name } = alteration;
  const isNamedBy = (text: string) =>
    [...tokensOf(text)].some((token) => isName(token) && toNamePart(token, true).name === name);
  for (const { declared } of version?.columns ?? []) {
    const check = declared?.checks?.find(({ condition }) => isNamedBy(condition));
    const isGenerated = declared?.generated !== undefined && isNamedBy(declared.generated);
    if (check !== undefined || isGenerated)
      throw raised(
        '2BP01',
        `column '${name}' is used by ${check ? `check constraint '${check.name}'` : 'a generated column'}; copy the table with CREATE TABLE AS`,
      );
  }
  const named = [
    ...layout.key,
    ...layout.constantPerKey,
    ...layout.partitionBy.map(({ column }) => column),
    ...layout.sortedBy.map(({ column }) => column),
  ];
  const indexes = (await indexesOfLake(metadata.db, lakeId)).filter(
    ({ table_id: tableId }) => tableId === id,
  );
  if (named.includes(name) || indexes.length > 0)
    throw raised(
      '2BP01',
      `column '${name}' is in the key or the layout of its table, or the table has an index; copy the table with CREATE TABLE AS`,
    );
}

interface Alteration<Kind extends TableAlteration['kind']> {
  readonly place: WrittenPlace;
  readonly table: LakeTable;
  readonly alteration: Extract<TableAlteration, { kind: Kind }>;
}

/** Names that differ by case alone are one name in Parquet's readers, as loads have it. */
const isTaken = (columns: readonly LakeColumn[], name: string) =>
  columns.some((column) => column.name.toLowerCase() === name.toLowerCase());

const columnsOf = ({ version }: LakeTable) => version?.columns ?? [];

async function addColumn(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  { place, table, alteration }: Alteration<'add_column'>,
): Promise<void> {
  const { column, ifNotExists } = alteration;
  const present = columnsOf(table);
  if (isTaken(present, column.name)) {
    if (ifNotExists) return;
    throw raised('42701', `column '${column.name}' of relation '${table.name}' already exists`);
  }
  const definition = { columns: [column], keys: [], checks: [], options: {} };
  const added = await declaredColumns(services, session.lakeId, definition);
  const columns = [...present, ...added];
  const content = await session.contentOf(place);
  if (content.rowCount > 0 && column.default !== null)
    return fillColumn(services, caller, session, { place, table, column, columns });
  if (content.rowCount > 0 && column.isNotNull)
    throw raised(
      '23502',
      `column '${column.name}' of relation '${table.name}' contains null values`,
    );
  session.change(place, { content: content.with(columns, []) });
}

/** All rows anew, each with the default's value. */
async function fillColumn(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  {
    place,
    table,
    column,
    columns,
  }: {
    readonly place: WrittenPlace;
    readonly table: LakeTable;
    readonly column: ColumnDefinition;
    readonly columns: readonly LakeColumn[];
  },
): Promise<void> {
  const { type } = column;
  const modifiers = type.modifiers.length > 0 ? `(${type.modifiers.join()})` : '';
  const written = `CAST(${column.default} AS ${type.name}${modifiers}${type.isArray ? '[]' : ''})`;
  const sql = `SELECT *, ${written} AS ${quoteIdentifier(column.name)} FROM ${quoteName('default', table.schema, table.name)}`;
  const staged = await stageText(services, caller, session.view(), sql);
  try {
    const into = { columns, layout: table.layout, offset: 0 };
    const files = await writeRows(services, caller, session.lakeId, staged, into);
    session.change(place, { content: PendingContent.ofFiles(columns, files) });
  } finally {
    await services.files.discard([staged.executed.result]);
  }
}

async function changeColumns(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  {
    place,
    table,
    alteration,
  }: Alteration<'drop_column' | 'rename_column' | 'set_default' | 'set_not_null'>,
): Promise<void> {
  const present = columnsOf(table);
  const { name } = alteration;
  if (!present.some((column) => column.name === name)) {
    if (alteration.kind === 'drop_column' && alteration.ifExists) return;
    throw raised('42703', `column '${name}' of relation '${table.name}' does not exist`);
  }
  if (alteration.kind === 'drop_column' && present.length === 1)
    throw badRequest('The last column of a table stays; drop the table');
  if (alteration.kind === 'rename_column') checkColumnName(alteration.to);
  if (alteration.kind === 'rename_column' && isTaken(present, alteration.to))
    throw raised('42701', `column '${alteration.to}' of relation '${table.name}' already exists`);
  const fact = present.find((column) => column.name === name)?.declared;
  if (
    alteration.kind === 'set_not_null' &&
    !alteration.isNotNull &&
    table.layout.key.includes(name)
  )
    throw raised('42P16', `column '${name}' is in a primary key`);
  if (alteration.kind === 'set_default' && (fact?.generated ?? fact?.identity) !== undefined)
    throw raised('42601', `column '${name}' of relation '${table.name}' has values of its own`);
  if (alteration.kind === 'set_not_null' && alteration.isNotNull)
    await assertNoNull(services, caller, session, table, name);
  const changedColumns = present.flatMap((column) =>
    column.name === name ? changed(column, alteration) : [column],
  );
  const columns =
    alteration.kind === 'drop_column' ? withChecks(changedColumns, fact?.checks) : changedColumns;
  const content = await session.contentOf(place);
  session.change(place, { content: content.with(columns, []) });
}

function changed(
  column: LakeColumn,
  alteration: Alteration<
    'drop_column' | 'rename_column' | 'set_default' | 'set_not_null'
  >['alteration'],
): readonly LakeColumn[] {
  switch (alteration.kind) {
    case 'drop_column':
      return [];
    case 'rename_column':
      return [{ ...column, name: alteration.to }];
    case 'set_default': {
      const { default: _, ...facts } = column.declared ?? {};
      return [
        declared(
          column,
          alteration.default === null ? facts : { ...facts, default: alteration.default },
        ),
      ];
    }
    default: {
      const { notNull: _, ...facts } = column.declared ?? {};
      return [declared(column, alteration.isNotNull ? { ...facts, notNull: true } : facts)];
    }
  }
}

/** The checks of a dropped column, which name others, go on with the first that is left. */
function withChecks(
  [first, ...others]: readonly LakeColumn[],
  checks: DeclaredFacts['checks'],
): readonly LakeColumn[] {
  if (first === undefined || checks === undefined) return first ? [first, ...others] : [];
  const all = [...(first.declared?.checks ?? []), ...checks];
  return [{ ...first, declared: { ...first.declared, checks: all } }, ...others];
}

function declared({ declared: _, ...column }: LakeColumn, facts: DeclaredFacts): LakeColumn {
  return Object.keys(facts).length > 0 ? { ...column, declared: facts } : column;
}

async function assertNoNull(
  services: WritingServices,
  caller: WriteCaller,
  session: WriteSession,
  table: LakeTable,
  name: string,
): Promise<void> {
  const sql = `SELECT 1 AS one FROM ${quoteName('default', table.schema, table.name)} WHERE ${quoteIdentifier(name)} IS NULL LIMIT 1`;
  const { executed } = await stageText(services, caller, session.view(), sql);
  await services.files.discard([executed.result]);
  if (executed.rowCount > 0)
    throw raised('23502', `column '${name}' of relation '${table.name}' contains null values`);
}

/** The table under another name: its rows are those of before, and nothing is copied. */
export async function renameTable(
  { metadata }: WritingServices,
  session: WriteSession,
  { target, ifExists, to }: RenameTable,
  text: StatementText,
): Promise<RowsWritten> {
  const place = placeOf(session.begun, target, text);
  const table = found(session, place, ifExists);
  if (table === null) return nothingWritten;
  const next = placeOf(session.begun, { ...target, table: to }, text);
  if (session.table(next) !== null)
    throw raised('42P07', `relation '${next.table}' already exists`);
  const indexes = await indexesOfLake(metadata.db, session.lakeId);
  if (indexes.some(({ table_id: tableId }) => tableId === table.id))
    throw badRequest(
      `Table '${place.table}' has indexes; delete them, rename it, and create them again`,
    );
  session.change(next, { content: await session.contentOf(place), layout: table.layout });
  session.change(place, null);
  return nothingWritten;
}
