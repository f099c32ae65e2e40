import type { CheckReport, DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import {
  type Dataset,
  describeTable,
  isStored,
  listDatasets,
  listTables,
  type TableDescription,
} from './catalog.ts';
import type { BigquerySession } from './connect-bigquery.ts';
import type { FieldSchema } from './schema.ts';
import { mapColumn } from './type-map.ts';

/** Tables per reported part. */
const tablesInPart = 200;
/** Concurrent requests for tables; each request is free of charge. */
const atOnce = 8;

/** Lists the datasets, so an unreadable project or dataset causes an error. */
export async function checkUse(session: BigquerySession): Promise<CheckReport> {
  await listDatasets(session);
  return { version: 'BigQuery' };
}

export async function* discoverTables(
  session: BigquerySession,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const datasets = (await listDatasets(session)).filter(
    ({ id }) => filter.schema === undefined || id === filter.schema,
  );
  for (const dataset of datasets) yield* tablesOf(session, dataset, filter.table);
}

async function* tablesOf(
  session: BigquerySession,
  { id }: Dataset,
  only: string | undefined,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const names = only === undefined ? await listTables(session, id) : [only];
  let part: DiscoveredTable[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const some = names.slice(at, at + atOnce);
    const found = await Promise.all(some.map((name) => describeTable(session, id, name)));
    for (const [index, description] of found.entries()) {
      // A table that disappeared meanwhile, or is unreadable, is skipped.
      if (description && description.fields.length > 0)
        part.push(toTable(id, some[index] ?? '', description));
    }
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function toTable(schema: string, name: string, table: TableDescription): DiscoveredTable {
  return {
    schema,
    name,
    kind: isStored(table) ? 'table' : 'view',
    columns: table.fields.map(toColumn),
    primaryKey: table.primaryKey,
    comment: table.description,
    rowEstimate: isStored(table) ? table.numRows : null,
  };
}

function toColumn(field: FieldSchema): DiscoveredColumn {
  const { sourceType, type, note, sqlType } = mapColumn(field);
  const meaning = sqlType === undefined ? {} : { sqlType };
  const nullable = field.mode !== 'REQUIRED' && field.mode !== 'REPEATED';
  return {
    name: field.name,
    sourceType,
    type,
    nullable,
    comment: field.description || null,
    note,
    ...meaning,
  };
}
