import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileEngine } from '../file-engine/open-file-engine.ts';
import { typeKept } from '../file-engine/typed-rows.ts';
import type { DiscoveredTable, DiscoverFilter, SourceContext } from '../source.ts';
import { ServerFailure, SourceError, type SourceErrorClass } from '../source-error.ts';
import type { FileTable } from './file-tables.ts';
import { type FileColumn, inspectRemote } from './inspect-file.ts';
import { failuresInRow, type RemoteFile, type RemoteStore } from './remote-files.ts';

const tablesInPart = 100;
/** Concurrent requests for files: most of the time is waiting. */
const askedAtOnce = 8;

function kept({ type, wide, isWithin }: FileColumn) {
  if (wide === undefined) return typeKept(type);
  return {
    type: 'VARCHAR',
    ...(isWithin ? {} : { sqlType: 'numeric' }),
    note: isWithin
      ? 'holds numbers of more than 38 digits, which are not read'
      : 'comes as text: a number has at most 38 digits',
  };
}

/** Error classes that may concern a single file. */
const ofFile: readonly SourceErrorClass[] = [
  ...(['not_found', 'permission', 'definition_changed', 'unsupported', 'source_failed'] as const),
];
/** Error classes that concern all files of a server; addresses may lead to different servers. */
const ofServer: readonly SourceErrorClass[] = [
  ...(['unreachable', 'name_not_found', 'address_refused', 'certificate'] as const),
  ...(['authentication', 'too_many_connections', 'configuration'] as const),
];

const ofSample = 'by the first MiB of the file; all of its values decide when it is read';

/** The input of a discovery: store, tables and filter. */
export interface TablesOfFiles<File> {
  readonly store: RemoteStore;
  readonly tables: readonly FileTable<File>[];
  /** The present state of the file. Throws SourceErrors. */
  look(file: File): Promise<RemoteFile>;
  /** True if all files are on one server, so a server error ends the discovery. */
  readonly isOneServer: boolean;
  readonly filter: DiscoverFilter;
}

/**
 * Discovers columns from the first file of each table. A table that cannot be described is listed
 * with the reason as its comment. If no table can be described, or only one was requested, the
 * reason is thrown.
 */
export async function* discoverTables<File>(
  context: SourceContext,
  { store, tables, look, isOneServer, filter }: TablesOfFiles<File>,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const folder = await mkdtemp(join(context.scratchFolder, 'files-'));
  const engine = await openFileEngine(context, { readable: [], folder });
  const failures: SourceError[] = [];
  /**
   * Consecutive failures. A store's refusals do not count: a folder under a revoked key says
   * nothing about other files.
   */
  let failed = 0;
  const ofTable = new Set(isOneServer ? ofFile : [...ofFile, ...ofServer]);
  try {
    for (let at = 0; at < tables.length; at += tablesInPart) {
      const part = tables.slice(at, at + tablesInPart);
      const found: DiscoveredTable[] = [];
      for (let next = 0; next < part.length; next += askedAtOnce) {
        found.push(
          ...(await Promise.all(
            part
              .slice(next, next + askedAtOnce)
              .map((table, index) => inspectAny(table, at + next + index)),
          )),
        );
        const last = failures.at(-1);
        if (isOneServer && last && failed >= failuresInRow) throw last;
      }
      yield found;
    }
    const [first] = failures;
    if (first && failures.length === tables.length) throw first;
  } finally {
    engine.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function inspectAny(table: FileTable<File>, index: number): Promise<DiscoveredTable> {
    try {
      const found = await inspect(table, index);
      failed = 0;
      return found;
    } catch (error) {
      const isOfTable = error instanceof SourceError && ofTable.has(error.class);
      if (!isOfTable || filter.table !== undefined) throw error;
      failures.push(error);
      failed = error instanceof ServerFailure ? failed + 1 : 0;
      return undescribed(table, error.message);
    }
  }

  async function inspect(table: FileTable<File>, index: number): Promise<DiscoveredTable> {
    const { form, files } = table;
    const [first] = files;
    const path = join(folder, `${index}.${form}`);
    const columns = first
      ? await inspectRemote(engine.connection, store, await look(first), form, path)
      : [];
    await rm(path, { force: true });
    return described(table, columns);
  }
}

type NamedTable = Pick<FileTable<unknown>, 'schema' | 'name' | 'form'>;

const described = (
  { schema, name, form }: NamedTable,
  columns: readonly FileColumn[],
): DiscoveredTable => ({
  schema,
  name,
  kind: 'table',
  columns: columns.map((column) => ({
    name: column.name,
    sourceType: form === 'parquet' ? (column.wide ?? column.type) : 'text',
    nullable: true,
    comment: null,
    ...(form === 'parquet' ? kept(column) : { type: column.type, note: ofSample }),
  })),
  primaryKey: [],
  comment: null,
  rowEstimate: null,
});

const undescribed = (table: NamedTable, reason: string): DiscoveredTable => ({
  ...described(table, []),
  comment: reason,
  isUndescribed: true,
});
