import type { ManagedCatalog } from '../finding/managed-catalog.ts';
import { normalizeIdentifier } from '../lake/identifiers.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable } from '../lake/model.ts';
import type { Scope } from '../scope/principal.ts';

/** The target table of a load, which need not exist. A plain value can wait in the job queue. */
export interface LoadTarget {
  readonly workspaceId: string;
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
  /**
   * The database whose results may be loaded: the catalog's own database, or the database of
   * X-Database-Id.
   */
  readonly databaseId: string | null;
  /** The caller's credential is limited to the database and may load only uploads of its own. */
  readonly limitedToDatabase: boolean;
}

export function readTarget(
  scope: Scope,
  catalog: ManagedCatalog,
  name: { schema: string; table: string },
  headerDatabaseId: string | undefined,
): LoadTarget {
  return {
    workspaceId: scope.workspaceId,
    lakeId: catalog.connectionId,
    schema: normalizeIdentifier(name.schema, 'schema'),
    table: normalizeIdentifier(name.table, 'table'),
    databaseId: catalog.databaseId ?? headerDatabaseId ?? null,
    limitedToDatabase: scope.principal.databaseId !== null,
  };
}

/** The present table, or null where the load will declare the table. */
export function findTargetTable(
  { lakes }: HasLakes,
  { lakeId, schema, table }: LoadTarget,
): Promise<LakeTable | null> {
  return lakes.readTable(lakeId, schema, table);
}
