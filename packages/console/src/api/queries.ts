import { queryOptions } from '@tanstack/react-query';
import type { Resources } from './create-client.ts';

/** What several pages ask for, under one key each, so that it is asked once. Of a listing, its first pages. */

/** Databases that lists and pickers show; who has more finds the others by search. */
const mostDatabases = 500;

export const databasesQuery = (client: Resources) =>
  queryOptions({
    queryKey: ['databases'],
    queryFn: async ({ signal }) => {
      const first = await client.databases.list({ limit: 100 }, { signal });
      const databases = [...first.databases];
      for (let cursor = first.next_cursor; cursor && databases.length < mostDatabases; ) {
        const page = await client.databases.list({ limit: 100, cursor }, { signal });
        databases.push(...page.databases);
        cursor = page.next_cursor;
      }
      return databases;
    },
  });
