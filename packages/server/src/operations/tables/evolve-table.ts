import { sharesNoColumn } from '../../engine/ingest/column-names.ts';
import { evolve, type LakeColumn } from '../../engine/ingest/type-evolution.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { reserveColumnIds } from '../../lake/column-ids.ts';
import type { LakeTable } from '../../lake/model.ts';
import type { Services } from '../services.ts';
import { checkLayout } from './check-layout.ts';
import type { LoadTarget } from './load-target.ts';
import type { EvolvedTable, InspectedFile } from './write-source.ts';

type Place = Pick<LoadTarget, 'lakeId' | 'schema' | 'table'>;

/**
 * The columns that the table has after a load of the file; 409 where a type would narrow, 400 where
 * its layout is hurt.
 */
export async function evolveTable(
  services: Pick<Services, 'metadata' | 'settings'>,
  target: Place,
  mode: 'replace' | 'append',
  table: LakeTable | null,
  inspected: InspectedFile,
): Promise<EvolvedTable> {
  const present = table?.version?.columns ?? [];
  if (mode === 'append' && sharesNoColumn(present, inspected.columns)) throw unrelated(target);
  const evolveFrom = (firstId: number) =>
    evolveOrThrow(target, present, inspected.columns, mode, firstId);
  const added = evolveFrom(0).nextColumnId;
  const { unsynced } = services.metadata;
  const evolved = evolveFrom(
    added === 0 ? 0 : await reserveColumnIds(unsynced, target.lakeId, added),
  );
  if (evolved.columns.length > services.settings.maxColumns)
    throw tooWide(services, target, evolved);
  if (table) checkLayout(table.layout, evolved.columns, `${target.schema}.${target.table}`);
  return evolved;
}

/** The mark of a delimiter that was taken for another, or of a file that is none of the table's. */
const unrelated = ({ schema, table }: Place) =>
  conflict(
    `The file has no column of table '${schema}.${table}'; load a file of the table, give its 'delimiter', or load it with mode 'replace'`,
  );

const tooWide = (
  { settings }: Pick<Services, 'settings'>,
  { schema, table }: Place,
  { columns }: EvolvedTable,
) =>
  badRequest(
    `Table '${schema}.${table}' would have ${columns.length} columns after this load; ${settings.maxColumns} is the most`,
  );

/**
 * The types that values of the file and of the table are compared in; the table stays as it is. 409
 * where there is none.
 */
export function comparedColumns(
  target: Place,
  columns: readonly LakeColumn[],
  incoming: InspectedFile['columns'],
): EvolvedTable {
  return evolveOrThrow(target, columns, incoming, 'append', 0);
}

function evolveOrThrow(
  target: Place,
  columns: readonly LakeColumn[],
  incoming: InspectedFile['columns'],
  mode: 'replace' | 'append',
  firstId: number,
): EvolvedTable & { readonly nextColumnId: number } {
  const evolution = evolve(columns, incoming, mode, firstId);
  if (evolution.kind === 'evolved') return evolution;
  const { column, from, to } = evolution;
  throw conflict(
    `Column '${column}' of table '${target.schema}.${target.table}' is ${from} and the file has ${to}; ` +
      "columns are only widened. Convert the file, or load it with mode 'replace'",
  );
}
