import type { MetadataSchema } from '../metadata/schema.ts';

export type MetadataTable = keyof MetadataSchema;

/**
 * Removal of a table's rows with their owner.
 *
 * `with_owner`: in the transaction that removes the owner's row, or by a cascading foreign key.
 * `in_chunks`: directly before the owner's row, some hundred rows at a time. `by_sweep`: by a
 * separate sweep, because the rows are many or have objects; a workspace's row waits for rows with
 * a reference to it. `never`: the rows belong to the service.
 */
type Removal = 'with_owner' | 'in_chunks' | 'by_sweep' | 'never';

interface Ownership {
  readonly owner: MetadataTable | null;
  readonly removal: Removal;
  /** Rows that delay the removal of the workspace's row. */
  readonly holdsWorkspace?: true;
}

/**
 * The owner of each table's rows. A new table must be declared here, or the code does not compile;
 * removal of workspaces and databases uses the declarations. Tables removed in chunks are in order
 * of removal: referring tables first.
 */
export const ownership = {
  organizations: { owner: null, removal: 'never' },
  workspaces: { owner: 'organizations', removal: 'by_sweep' },
  tokens: { owner: 'workspaces', removal: 'with_owner' },
  connections: { owner: 'workspaces', removal: 'with_owner' },
  databases: { owner: 'workspaces', removal: 'by_sweep', holdsWorkspace: true },
  database_attachments: { owner: 'databases', removal: 'with_owner' },
  // Outlives its database: forks of forks show their origin.
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
  // They go with the manifests that name them.
  lake_small_files: { owner: 'lakes', removal: 'by_sweep' },
  lake_garbage: { owner: 'lakes', removal: 'by_sweep' },
  lake_compactions: { owner: 'lakes', removal: 'by_sweep' },
  lake_refreshes: { owner: 'lakes', removal: 'by_sweep' },
  lake_found_tables: { owner: 'lakes', removal: 'by_sweep' },
  lake_indexes: { owner: 'lakes', removal: 'by_sweep' },
  lake_dropped_indexes: { owner: 'lakes', removal: 'by_sweep' },
  // Rows belong to a definition that indexes of several lakes may share: removed with the last
  // index, or with the data file.
  lake_index_objects: { owner: null, removal: 'by_sweep' },
  load_receipts: { owner: 'lakes', removal: 'by_sweep' },
  uploads: { owner: 'workspaces', removal: 'by_sweep', holdsWorkspace: true },
  saved_queries: { owner: 'workspaces', removal: 'in_chunks' },
  saved_query_versions: { owner: 'saved_queries', removal: 'with_owner' },
  // A new run may reference a text, and its removal fails: the next sweep continues.
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

/** The tables whose rows are removed with `owner` in the given way. */
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
