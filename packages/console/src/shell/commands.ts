import { useQuery } from '@tanstack/react-query';
import { useDatabases } from '../api/databases.ts';
import { catalogsQuery } from '../api/schema.ts';
import { goTo } from '../router.ts';
import { useMay, useSession } from '../session/session.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Kind of the target. */
  readonly kind: string;
  run(): void;
}

/** Targets in the workspace: databases, tables of the current database, saved queries. */
export function useCommands(): Command[] {
  const { client } = useSession();
  const { databases, current } = useDatabases();
  const mayBrowse = useMay('databases:read');
  const { data: catalogs } = useQuery({
    ...catalogsQuery(client, current ?? ''),
    enabled: current !== null && mayBrowse,
  });
  const { data: saved } = useQuery({
    queryKey: ['saved queries'],
    queryFn: async ({ signal }) =>
      (await client.savedQueries.list({ limit: 200 }, { signal })).queries,
    enabled: useMay('saved_queries:read'),
  });
  const tables = (catalogs ?? []).flatMap((catalog) =>
    catalog.tables.map((table) => ({ catalog: catalog.name, ...table })),
  );
  return [
    ...(mayBrowse ? databases : []).map(({ id, name }) => ({
      id: `database ${id}`,
      label: name ?? id,
      kind: 'Database',
      run: () => goTo(['data', id]),
    })),
    ...tables.map(({ catalog, schema, table }) => ({
      id: `table ${catalog}.${schema}.${table}`,
      label: `${schema}.${table}`,
      kind: 'Table',
      run: () => goTo(['data', current ?? '', catalog, schema, table]),
    })),
    ...(saved ?? []).map(({ id, name }) => ({
      id: `saved ${id}`,
      label: name,
      kind: 'Saved query',
      run: () => goTo(['query'], { saved: id }),
    })),
  ];
}
