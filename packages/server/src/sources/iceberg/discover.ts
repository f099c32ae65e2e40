import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { CatalogRefusal, isHidden } from './map-iceberg-error.ts';
import { namespaceOf, schemaName } from './namespace-name.ts';
import { maxTables, type Namespace, type RestCatalog } from './rest-catalog.ts';
import { readTableMetadata } from './table-metadata.ts';
import { discoveredType, type IcebergField, typeText } from './type-map.ts';

/** Concurrent requests for tables: each table needs its own request. */
const tablesAtOnce = 8;
const tablesInPart = 200;

interface Named {
  readonly namespace: Namespace;
  readonly schema: string;
  readonly name: string;
}

/** Tables only: a view's SQL has no fixed dialect. */
export async function* discoverTables(
  catalog: RestCatalog,
  { schema, table }: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const namespaces = schema === undefined ? await catalog.namespaces() : [namespaceOf(schema)];
  const named: Named[] = [];
  for (const namespace of namespaces) {
    const of = { namespace, schema: schemaName(namespace) };
    const names =
      table !== undefined && schema !== undefined ? [table] : await list(catalog, namespace);
    named.push(
      ...names.filter((name) => (table ?? name) === name).map((name) => ({ ...of, name })),
    );
    if (named.length > maxTables) throw tooMany();
  }
  named.sort((one, other) => compare(one.schema, other.schema) || compare(one.name, other.name));
  let part: DiscoveredTable[] = [];
  for (let at = 0; at < named.length; at += tablesAtOnce) {
    const found = await Promise.all(
      named.slice(at, at + tablesAtOnce).map((one) =>
        // A request for a single table shows the table's error.
        table === undefined ? discoverAny(catalog, one) : discoverTable(catalog, one),
      ),
    );
    part.push(...found.filter((one) => one !== null));
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Compares by code points, the order of listed tables. */
const compare = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const tooMany = () =>
  new SourceError(
    'unsupported',
    `The Iceberg catalog has more than ${maxTables.toLocaleString('en')} tables, which are not read; name a 'warehouse' with fewer`,
  );

/** Empty for a namespace that is absent or forbidden. */
async function list(catalog: RestCatalog, namespace: Namespace): Promise<string[]> {
  try {
    return await catalog.tables(namespace);
  } catch (error) {
    if (isHidden(error)) return [];
    throw error;
  }
}

/** Discovers one of many tables: an unsupported table does not end the discovery. */
async function discoverAny(catalog: RestCatalog, named: Named): Promise<DiscoveredTable | null> {
  try {
    return await discoverTable(catalog, named);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    const { schema, name } = named;
    const nothing = { columns: [], primaryKey: [], rowEstimate: null };
    return { schema, name, kind: 'table', ...nothing, comment: reason, isUndescribed: true };
  }
}

/**
 * The reason for an error of this table alone; null for an error that would repeat for every table.
 */
function reasonOf(error: unknown): string | null {
  if (error instanceof SourceError)
    return error.class === 'unsupported' || error.class === 'source_failed' ? error.message : null;
  const isOfTable = error instanceof CatalogRefusal && [400, 409, 422, 500].includes(error.status);
  return isOfTable
    ? `The Iceberg catalog answers ${error.status} when it is asked for this table; look at its log`
    : null;
}

/** Returns null for a table that disappeared meanwhile or is forbidden. */
async function discoverTable(
  catalog: RestCatalog,
  { namespace, schema, name }: Named,
): Promise<DiscoveredTable | null> {
  try {
    const loaded = await catalog.load(namespace, name);
    if (!loaded) return null;
    const { fields, key, comment, snapshot } = readTableMetadata(loaded.metadata);
    return {
      schema,
      name,
      kind: 'table',
      columns: fields.map(toColumn),
      primaryKey: key,
      comment,
      rowEstimate: snapshot === null ? 0 : snapshot.rows,
    };
  } catch (error) {
    if (isHidden(error)) return null;
    throw error;
  }
}

function toColumn(field: IcebergField): DiscoveredColumn {
  const { name, sourceName, type, isRequired, comment } = field;
  return {
    name,
    ...(sourceName !== undefined && { sourceName }),
    sourceType: typeText(type),
    nullable: !isRequired,
    comment,
    ...discoveredType(type),
  };
}
