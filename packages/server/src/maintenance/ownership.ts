import type { MetadataSchema } from '../metadata/schema.ts';

export type MetadataTable = keyof MetadataSchema;

/**
 * How the rows of a table go when their owner goes.
 *
 * `with_owner`: in the transaction that removes the owner's row, or by a foreign key that cascades.
 * `in_chunks`: right before the owner's row, some hundred at a time. `by_sweep`: by a sweep of
 * their own, because there are many of them or objects go with them; a workspace's row waits for
 * those that name it. `never`: they belong to the service.
 */
type Removal = 'with_owner' | 'in_chunks' | 'by_sweep' | 'never';

interface Ownership {
  readonly owner: MetadataTable | null;
  readonly removal: Removal;
  /** Rows that hold their workspace's row back until they have gone. */
  readonly holdsWorkspace?: true;
}

/**
 * Whose the rows of each table are. A new table is declared here, or nothing compiles; what removes
 * workspaces and databases goes by it. Those that go in chunks go in this order: what refers to
 * another table before it.
 */
export const ownership = {
  organizations: { owner: null, removal: 'never' },
  workspaces: { owner: 'organizations', removal: 'by_sweep' },
  tokens: { owner: 'workspaces', removal: 'with_owner' },
  connections: { owner: 'workspaces', removal: 'with_owner' },
  databases: { owner: 'workspaces', removal: 'by_sweep', holdsWorkspace: true },
  database_attachments: { owner: 'databases', removal: 'with_owner' },
  // Outlives its database: forks of forks say where they come from.
  database_lineage: { owner: null, removal: 'by_sweep' },
  removed_databases: { owner: null, removal: 'never' },
  database_batches: { owner: 'workspaces', removal: 'with_owner' },
  database_contexts: { owner: 'databases', removal: 'by_sweep' },
  lakes: { owner: 'workspaces', removal: 'with_owner' },
  lake_snapshots: { owner: 'lakes', removal: 'by_sweep' },
  lake_schemas: { owner: 'lakes', removal: 'by_sweep' },
  lake_tables: { owner: 'lakes', removal: 'by_sweep' },
  lake_table_states: { owner: 'lakes', removal: 'by_sweep' },
  lake_past_schemas: { owner: 'lakes', removal: 'by_sweep' },
  lake_past_tables: { owner: 'lakes', removal: 'by_sweep' },
  lake_versions: { owner: 'lakes', removal: 'by_sweep' },
  lake_manifests: { owner: 'lakes', removal: 'by_sweep' },
  lake_garbage: { owner: 'lakes', removal: 'by_sweep' },
  lake_compactions: { owner: 'lakes', removal: 'by_sweep' },
  lake_refreshes: { owner: 'lakes', removal: 'by_sweep' },
  lake_found_tables: { owner: 'lakes', removal: 'by_sweep' },
  lake_indexes: { owner: 'lakes', removal: 'by_sweep' },
  lake_dropped_indexes: { owner: 'lakes', removal: 'by_sweep' },
  // Of a definition that the indexes of several lakes may have: they go with the last of them, or
  // with their data file.
  lake_index_objects: { owner: null, removal: 'by_sweep' },
  load_receipts: { owner: 'lakes', removal: 'by_sweep' },
  uploads: { owner: 'workspaces', removal: 'by_sweep', holdsWorkspace: true },
  saved_queries: { owner: 'workspaces', removal: 'in_chunks' },
  saved_query_versions: { owner: 'saved_queries', removal: 'with_owner' },
  // A run that is recorded meanwhile names a text, and makes its removal fail: the next sweep goes
  // on.
  sql_texts: { owner: 'workspaces', removal: 'in_chunks' },
  jobs: { owner: 'workspaces', removal: 'in_chunks' },
  secrets: { owner: 'workspaces', removal: 'in_chunks' },
  embedding_providers: { owner: 'workspaces', removal: 'in_chunks' },
  embedded_texts: { owner: 'workspaces', removal: 'in_chunks' },
  embedding_usage: { owner: 'workspaces', removal: 'in_chunks' },
  removed_run_usage: { owner: 'workspaces', removal: 'in_chunks' },
  results: { owner: 'databases', removal: 'by_sweep', holdsWorkspace: true },
  query_runs: { owner: 'databases', removal: 'by_sweep', holdsWorkspace: true },
  query_run_profiles: { owner: 'query_runs', removal: 'with_owner' },
  locks: { owner: null, removal: 'never' },
  nodes: { owner: null, removal: 'never' },
  store_binding: { owner: null, removal: 'never' },
  unnamed_objects: { owner: null, removal: 'never' },
} as const satisfies Readonly<Record<MetadataTable, Ownership>>;

type Registry = typeof ownership;

/** The tables whose rows go from `owner` in that way. */
export type TablesOf<Owner extends MetadataTable, How extends Removal> = {
  [Table in MetadataTable]: Registry[Table] extends { owner: Owner; removal: How } ? Table : never;
}[MetadataTable];

export function tablesOf<Owner extends MetadataTable, How extends Removal>(
  owner: Owner,
  how: How,
): readonly TablesOf<Owner, How>[] {
  const tables = Object.entries(ownership) as [TablesOf<Owner, How>, Ownership][];
  return tables
    .filter(([, row]) => row.owner === owner && row.removal === how)
    .map(([table]) => table);
}

export const tablesThatHoldWorkspaces = Object.entries(ownership).flatMap(([table, row]) =>
  'holdsWorkspace' in row ? [table as 'databases' | 'uploads' | 'results' | 'query_runs'] : [],
);
