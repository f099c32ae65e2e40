import type { FoundPlaces } from '../../engine/tasks/find-places.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { TableVersion } from '../../lake/model.ts';
import type { BoundTable } from '../../plan/types.ts';
import { type SelectedFile, selectFiles } from '../../reading/select-files.ts';
import { tableInDialect, tableToRead } from '../../reading/table-to-read.ts';
import type { Opening } from './opening.ts';

/** All files of a version, in the version's order, and the rows that meet a condition. */
export interface FilteredRows {
  readonly files: readonly SelectedFile[];
  readonly found: FoundPlaces;
}

/**
 * The rows that meet the condition on a table, read before the search. Null if the search covers
 * all rows, or if the condition cannot be evaluated alone: part of it is outside its SELECT, or
 * some row raises.
 */
export async function filteredRows(
  { services, query, workspaceId, signal }: Opening,
  bound: BoundTable,
  version: TableVersion,
  shown: string,
): Promise<FilteredRows | null> {
  const { filtered } = bound;
  if (filtered === undefined) return null;
  const files = await selectFiles(services, version, undefined);
  const wanted = new Set(
    (await selectFiles(services, version, bound.filters)).map(({ file }) => file.key),
  );
  const read = files.filter(({ file }) => wanted.has(file.key));
  const opened = tableToRead(bound.table, { version, files: read }, `table '${shown}'`);
  const table = { ...tableInDialect(opened, query), place: filtered.place };
  const schemas = [{ name: bound.schema, tables: [table] }];
  const { defaultCatalog, defaultSchema } = query.plan;
  if (read.length === 0) return { files, found: { rowCount: 0, rows: files.map(noRows) } };
  try {
    const request = { catalogs: [{ name: bound.catalog, schemas }], sql: filtered.sql };
    const found = await services.engine.run(
      'findPlaces',
      { ...request, defaultCatalog, defaultSchema },
      { workspaceId, signal, diesOf: 'text', subject: 'condition' },
    );
    const rows = new Map(read.map(({ file }, index) => [file.key, found.rows[index]]));
    const ofAll = files.map((file) => rows.get(file.file.key) ?? noRows(file));
    return { files, found: { rowCount: found.rowCount, rows: ofAll } };
  } catch (error) {
    if (error instanceof QuernError && error.code === 'BAD_REQUEST') return null;
    throw error;
  }
}

const noRows = ({ file }: SelectedFile) => new Uint8Array((file.rowCount + 7) >>> 3);
