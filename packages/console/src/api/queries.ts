import type { Client, DatabaseSummary } from '@quern/client';
import { queryOptions } from '@tanstack/react-query';

/**
 * What several pages ask for, under one key each, so that it is asked once. Of a listing, its first
 * pages.
 */

/** Databases that lists and pickers show; who has more finds the others by search. */
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
