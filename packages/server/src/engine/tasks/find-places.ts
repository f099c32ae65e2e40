import { badRequest } from '../../kernel/errors.ts';
import { placedLiveRows } from '../query/live-rows.ts';
import { closeQueryCatalogs, openQueryCatalogs } from '../query/query-catalog.ts';
import type { ExecuteQueryRequest } from '../query/query-request.ts';
import { addServiceFunctions } from '../query/service-macros.ts';
import { shieldRecursiveJson } from '../query/shallow-json.ts';
import type { Task } from '../task.ts';

/**
 * A text that returns the places of rows of the only table in its only catalog. The table has a
 * column of places (`QueryTable.place`).
 */
export type FindPlacesRequest = Pick<
  ExecuteQueryRequest,
  'catalogs' | 'defaultCatalog' | 'defaultSchema' | 'sql'
>;

export interface FoundPlaces {
  readonly rowCount: number;
  /**
   * A bit for each row of each file, in the order of the table's files. The first row has the
   * lowest bit of a byte.
   */
  readonly rows: readonly Uint8Array[];
}

/** Runs a text that passed the allow-list, and keeps only the places of the rows. */
export const findPlaces: Task<FindPlacesRequest, FoundPlaces> = async (context, request) => {
  const { connection } = context;
  const table = request.catalogs[0]?.schemas[0]?.tables[0];
  if (table?.place === undefined) throw new Error('places are asked of one table');
  // The kept catalogs have the same names as the request's.
  await context.kept?.leave();
  context.defer?.((fresh) => closeQueryCatalogs(fresh, request.catalogs));
  await openQueryCatalogs(connection, request);
  await shieldRecursiveJson(connection, request.sql);
  await addServiceFunctions(connection, request.sql);
  const placed = placedLiveRows(table.files, table.columns).files;
  const rows = table.files.map((file) => new Uint8Array((file.rowCount + 7) >>> 3));
  const ofPlaced = placed.map((file) => rows[table.files.indexOf(file)] ?? new Uint8Array());
  let rowCount = 0;
  const result = await connection.stream(
    `SELECT CAST(place >> 32 AS INTEGER), CAST(place & 4294967295 AS UINTEGER) FROM (${request.sql}) AS t(place)`,
  );
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const [files, positions] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const bits = ofPlaced[Number(files.getItem(row))];
      const position = Number(positions.getItem(row));
      if (bits === undefined) throw badRequest('a place is of no file');
      bits[position >>> 3] = (bits[position >>> 3] ?? 0) | (1 << (position & 7));
    }
    rowCount += chunk.rowCount;
  }
  return { rowCount, rows };
};
