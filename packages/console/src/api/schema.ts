import type { Client, TableInfo } from '@quern/client';
import { queryOptions } from '@tanstack/react-query';
import { columnTypeText } from '../sql/type-text.ts';

/** Most tables in editors and trees; names of other tables are typed without completion. */
const mostTables = 2_000;

/** Proposals of an editor. */
export type SchemaNames = readonly {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  /** True if a query reaches the table by the bare name. */
  readonly isBare: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}[];

/** All tables of a catalog with their columns, in order of schema and name. */
export async function tablesOf(
  client: Client,
  connectionId: string,
  signal: AbortSignal,
): Promise<TableInfo[]> {
  const tables: TableInfo[] = [];
  const args = { connection_id: connectionId, include_columns: true, limit: 500 };
  for await (const table of client.informationSchema.list(args, { signal })) {
    tables.push(table);
    if (tables.length >= mostTables) break;
  }
  return tables;
}

/** Catalogs of a database with tables: the own catalog first, then attached ones. */
export const catalogsQuery = (client: Client, databaseId: string) =>
  queryOptions({
    queryKey: ['catalogs', databaseId],
    queryFn: async ({ signal }) => {
      const database = await client.databases.get({ database_id: databaseId }, { signal });
      const connections =
        database.attachments.length > 0
          ? (await client.connections.list({}, { signal })).connections
          : [];
      const nameOf = (id: string) =>
        connections.find((connection) => connection.id === id)?.name ?? id;
      const catalogs = [
        {
          name: database.default_catalog,
          connectionId: database.default_connection_id,
          isDefault: true,
        },
        ...database.attachments.map(({ connection_id, alias }) => ({
          name: alias ?? nameOf(connection_id),
          connectionId: connection_id,
          isDefault: false,
        })),
      ];
      return Promise.all(
        catalogs.map(async (catalog) => ({
          ...catalog,
          defaultSchema: database.default_schema,
          tables: await tablesOf(client, catalog.connectionId, signal),
        })),
      );
    },
    staleTime: 30_000,
  });

export type Catalog = Awaited<
  ReturnType<NonNullable<ReturnType<typeof catalogsQuery>['queryFn']>>
>[number];

export function namesOf(catalogs: readonly Catalog[]): SchemaNames {
  return catalogs.flatMap(({ name: catalog, isDefault, defaultSchema, tables }) =>
    tables.map(({ schema, table, columns }) => ({
      catalog,
      schema,
      table,
      isBare: isDefault && schema === defaultSchema,
      columns: (columns ?? []).map((column) => ({
        name: column.name,
        type: columnTypeText(column),
      })),
    })),
  );
}
