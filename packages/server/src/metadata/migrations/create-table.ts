import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * The only column kinds of the metadata, the same on both databases: text ordered by UTF-8 bytes,
 * 64-bit integers, JSON stored as text, and bytes. A question mark makes the column nullable.
 */
export type ColumnKind =
  | 'text'
  | 'text?'
  | 'integer'
  | 'integer?'
  | 'json'
  | 'json?'
  | 'bytes'
  | 'bytes?';

export type MigrationDialect = 'sqlite' | 'postgres';

/**
 * The transaction of a migration, without schema types: a migration must not change with schema.ts.
 */
export interface MigrationContext {
  readonly trx: Kysely<unknown>;
  readonly dialect: MigrationDialect;
}

interface ForeignKey {
  readonly columns: readonly string[];
  readonly references: string;
  readonly onDelete?: 'cascade';
}

export interface TableDefinition {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly primaryKey: readonly string[];
  /**
   * References to the column `id` of the parent. Children must be deleted before parents, except
   * with `cascade`, which is for few rows.
   */
  readonly foreignKeys?: readonly ForeignKey[];
  /**
   * Each name of columns joined by commas, in the order of the index; the value `unique` or
   * `plain`.
   */
  readonly indexes?: Readonly<Record<string, IndexDefinition>>;
}

interface IndexDefinition {
  readonly columns: readonly string[];
  readonly unique?: true;
  /**
   * The index contains only rows that satisfy the condition. Literals only, so the planners of both
   * databases can use the index.
   */
  readonly where?: RawBuilder<boolean>;
}

/** Both databases compare text by bytes: COLLATE "C" in PostgreSQL, the default in SQLite. */
export function columnType(kind: ColumnKind, dialect: MigrationDialect): RawBuilder<unknown> {
  const isPostgres = dialect === 'postgres';
  if (kind.startsWith('integer')) return isPostgres ? sql`bigint` : sql`integer`;
  if (kind.startsWith('bytes')) return isPostgres ? sql`bytea` : sql`blob`;
  return isPostgres ? sql`text collate "C"` : sql`text`;
}

/**
 * Creates `name` with its indexes, named `<table>_<index>`. STRICT on SQLite: a text column never
 * holds a number.
 */
export async function createTable(
  context: MigrationContext,
  name: string,
  definition: TableDefinition,
): Promise<void> {
  const { trx, dialect } = context;
  let table = trx.schema.createTable(name);
  for (const [column, kind] of Object.entries(definition.columns)) {
    const nullable = kind.endsWith('?');
    table = table.addColumn(column, columnType(kind, dialect), (builder) =>
      nullable ? builder : builder.notNull(),
    );
  }
  table = table.addPrimaryKeyConstraint(`${name}_primary_key`, [
    ...definition.primaryKey,
  ] as never[]);
  for (const { columns, references, onDelete } of definition.foreignKeys ?? []) {
    const constraint = `${name}_${columns.join('_')}_foreign_key`;
    table = table.addForeignKeyConstraint(
      constraint,
      [...columns] as never[],
      references,
      ['id'],
      (builder) => (onDelete === undefined ? builder : builder.onDelete(onDelete)),
    );
  }
  await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
  for (const [index, { columns, unique, where }] of Object.entries(definition.indexes ?? {})) {
    let builder = trx.schema
      .createIndex(`${name}_${index}`)
      .on(name)
      .columns([...columns]);
    if (unique) builder = builder.unique();
    await (where === undefined ? builder : builder.where(where)).execute();
  }
}
