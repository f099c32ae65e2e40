import type { BigquerySession, Json } from './connect-bigquery.ts';
import { BigqueryFailure } from './map-bigquery-error.ts';
import type { FieldSchema } from './schema.ts';

/** A table, view or snapshot as described by `tables.get`. */
export interface TableDescription {
  readonly type: string;
  readonly fields: readonly FieldSchema[];
  readonly primaryKey: readonly string[];
  readonly description: string | null;
  readonly numRows: number | null;
  /** Changes with every change of schema or rows. */
  readonly version: string;
  readonly location: string | undefined;
}

export interface Dataset {
  readonly id: string;
  readonly location: string | undefined;
}

/** True for kinds with stored rows that can be read directly; other kinds are read by a query. */
export const isStored = ({ type }: Pick<TableDescription, 'type'>) =>
  type === 'TABLE' || type === 'SNAPSHOT';

/** The datasets of the connection's settings, by name. */
export async function listDatasets(session: BigquerySession): Promise<Dataset[]> {
  const { dataset, region } = session;
  const found: Dataset[] = [];
  if (dataset !== undefined) {
    const { location } = await session.get(`/datasets/${dataset}`);
    found.push({ id: dataset, location: textOf(location) });
  } else {
    for await (const { datasets } of pages(session, '/datasets')) {
      for (const { datasetReference, location } of listOf(datasets)) {
        found.push({
          id: String((datasetReference as Json)?.datasetId),
          location: textOf(location),
        });
      }
    }
  }
  const isThere = ({ location }: Dataset) =>
    region === undefined || location?.toLowerCase() === region.toLowerCase();
  return found.filter(isThere).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export async function listTables(session: BigquerySession, dataset: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { tables } of pages(session, `/datasets/${dataset}/tables`)) {
    for (const { tableReference } of listOf(tables))
      found.push(String((tableReference as Json)?.tableId));
  }
  return found.toSorted();
}

/** Undefined if the table is absent or unreadable. */
export async function describeTable(
  session: BigquerySession,
  dataset: string,
  table: string,
): Promise<TableDescription | undefined> {
  try {
    return readDescription(
      await session.get(`/datasets/${dataset}/tables/${encodeURIComponent(table)}`),
    );
  } catch (error) {
    if (
      error instanceof BigqueryFailure &&
      (error.status === 404 || error.reason === 'accessDenied')
    )
      return undefined;
    throw error;
  }
}

function readDescription(answer: Json): TableDescription {
  const { type, schema, tableConstraints, description, numRows, etag, lastModifiedTime, location } =
    answer;
  const { primaryKey } = (tableConstraints ?? {}) as {
    readonly primaryKey?: { readonly columns?: unknown };
  };
  return {
    type: String(type),
    fields: listOf((schema as Json | undefined)?.fields) as unknown as FieldSchema[],
    primaryKey: Array.isArray(primaryKey?.columns) ? primaryKey.columns.map(String) : [],
    description: textOf(description) || null,
    numRows: numRows === undefined ? null : Number(numRows),
    version: JSON.stringify([etag, lastModifiedTime, numRows]),
    location: textOf(location),
  };
}

/** The pages of a list, up to the page without a next token. */
export async function* pages(
  session: BigquerySession,
  path: string,
  parameters: Readonly<Record<string, string>> = { maxResults: '1000' },
): AsyncGenerator<Json> {
  let pageToken: string | undefined;
  do {
    const page = await session.get(path, {
      ...parameters,
      ...(pageToken === undefined ? {} : { pageToken }),
    });
    yield page;
    const next = textOf(page.nextPageToken) || textOf(page.pageToken) || undefined;
    // A page that links to itself would never end the list.
    if (next !== undefined && next === pageToken)
      throw new BigqueryFailure(200, 'pages in a circle');
    pageToken = next;
  } while (pageToken !== undefined);
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
