import type { HasSettings } from '../config/settings.ts';
import type { EngineRunOptions } from '../engine/engine.ts';
import { sharesNoColumn } from '../engine/ingest/column-names.ts';
import { readForTarget } from '../engine/ingest/read-for-target.ts';
import { type Evolution, evolve } from '../engine/ingest/type-evolution.ts';
import { badRequest, conflict } from '../kernel/errors.ts';
import { reserveColumnIds } from '../lake/column-ids.ts';
import type { LakeTable } from '../lake/model.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { checkLayout } from './check-layout.ts';
import type { LoadTarget } from './load-target.ts';
import { type LookServices, lookAtValues } from './look-at-values.ts';
import type { EvolvedTable, InspectedFile } from './write-source.ts';

type EvolveServices = LookServices & HasMetadata;

/** The target table of a file's load. */
export interface EvolvedTarget {
  readonly place: Pick<LoadTarget, 'lakeId' | 'schema' | 'table'>;
  readonly table: LakeTable | null;
  readonly limits: EngineRunOptions;
}

/**
 * The columns of the table after a load of the file. Throws 409 where a type would narrow, and 400
 * where the columns contradict the layout.
 */
export async function evolveTable(
  services: EvolveServices,
  target: EvolvedTarget,
  mode: 'replace' | 'append',
  inspected: InspectedFile,
): Promise<EvolvedTable> {
  const { place, table } = target;
  const present = table?.version?.columns ?? [];
  if (mode === 'append' && sharesNoColumn(present, inspected.columns)) throw unrelated(place);
  const evolveFrom = await evolution(services, target, mode, inspected);
  const added = evolveFrom(0).nextColumnId;
  const { unsynced } = services.metadata;
  const evolved = evolveFrom(
    added === 0 ? 0 : await reserveColumnIds(unsynced, place.lakeId, added),
  );
  if (evolved.columns.length > services.settings.maxColumns)
    throw tooWide(services, place, evolved);
  if (table) checkLayout(table.layout, evolved.columns, `${place.schema}.${place.table}`);
  return evolved;
}

/** A file without any column of the table suggests a wrong delimiter or a wrong file. */
const unrelated = ({ schema, table }: EvolvedTarget['place']) =>
  conflict(
    `The file has no column of table '${schema}.${table}'; load a file of the table, give its 'delimiter', or load it with mode 'replace'`,
  );

const tooWide = (
  { settings }: HasSettings,
  { schema, table }: EvolvedTarget['place'],
  { columns }: EvolvedTable,
) =>
  badRequest(
    `Table '${schema}.${table}' would have ${columns.length} columns after this load; ${settings.maxColumns} is the most`,
  );

/**
 * The types in which values of the file and of the table are compared, for the used columns of
 * either. The table does not change. Throws 409 where two types have no common type.
 */
export async function comparedColumns(
  services: LookServices,
  target: EvolvedTarget,
  inspected: InspectedFile,
  isUsed: (column: { readonly name: string }) => boolean,
): Promise<EvolvedTable> {
  const evolveFrom = await evolution(services, target, 'append', inspected, isUsed);
  return evolveFrom(0);
}

type Evolved = EvolvedTable & { readonly nextColumnId: number };

/**
 * Computes the evolved columns from the first new column id. Where a type would change, the
 * function first reads the values in the table and in the file.
 */
async function evolution(
  services: LookServices,
  { place, table, limits }: EvolvedTarget,
  mode: 'replace' | 'append',
  inspected: InspectedFile,
  isUsed: (column: { readonly name: string }) => boolean = () => true,
): Promise<(firstId: number) => Evolved> {
  const version = table?.version;
  let incoming = inspected.columns;
  let current = version?.columns ?? [];
  const evolveFrom = (firstId: number) =>
    evolve(current.filter(isUsed), incoming.filter(isUsed), mode, firstId);
  const { doubts } = evolveFrom(0);
  if (version && doubts.length > 0) {
    const subject = `table '${place.schema}.${place.table}'`;
    const looked = { version, subject, inspected, limits };
    ({ current, incoming } = await lookAtValues(services, looked, doubts));
  }
  return (firstId) => {
    const { nextColumnId, columns, sources } = evolvedOrThrow(place, evolveFrom(firstId));
    const read = readForTarget({ ...inspected, columns: incoming }, sources);
    return { nextColumnId, columns, sources, inspected: read };
  };
}

function evolvedOrThrow(
  { schema, table }: EvolvedTarget['place'],
  evolution: Evolution,
): Extract<Evolution, { kind: 'evolved' }> {
  if (evolution.kind === 'evolved') return evolution;
  const { column, from, to } = evolution;
  throw conflict(
    `Column '${column}' of table '${schema}.${table}' is ${from} and the file has ${to}; ` +
      "columns are only widened. Convert the file, or load it with mode 'replace'",
  );
}
