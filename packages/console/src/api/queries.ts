import type { Client, DatabaseSummary } from '@quern/client';
import { queryOptions } from '@tanstack/react-query';

/**
 * Requests of several pages, under one key each, so the client asks once. A listing asks for the
 * first pages.
 */

/** Most databases in lists and pickers; a search finds others. */
const mostDatabases = 500;

export const databasesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['databases'],
    queryFn: async ({ signal }) => {
      const databases: DatabaseSummary[] = [];
      for await (const database of client.databases.list({ limit: 100 }, { signal })) {
        databases.push(database);
        if (databases.length >= mostDatabases) break;
      }
      return databases;
    },
  });

export const databaseQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['database', id],
    queryFn: ({ signal }) => client.databases.get({ database_id: id }, { signal }),
  });
