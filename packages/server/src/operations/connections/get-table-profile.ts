import type { TableProfileResponse } from '@quern/contract';
import type { HasFiles } from '../../engine/engine.ts';
import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import { requireConnection } from '../../finding/find-connection.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestampOrNull } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeTable, TableVersion } from '../../lake/model.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { profileColumns } from '../../reading/profile-columns.ts';
import type { Operation } from '../operation.ts';

type Columns = TableProfileResponse['columns'];

/** Versions never change, so a profile is computed once and cached as long as its version. */
const profiles = new WeakMap<TableVersion, Promise<Columns>>();

/** The profile of a table's columns, for managed and for fetched tables; computed on first use. */
export const getTableProfile: Operation<
  'connections.getTableProfile',
  HasClock & HasEngine & HasFiles & HasLakes & HasMetadata
> = async (services, { scope, params }) => {
  const row = await requireConnection(services, scope, params.connection_id);
  const table = await findTable(services, row.id, params);
  const { version } = table;
  const name = `'${table.schema}.${table.name}'`;
  if (version === null)
    throw notFound(`Table ${name} has no profile yet: it has no rows to look at`);
  let columns = profiles.get(version);
  if (!columns) {
    columns = profileColumns(services, row.workspace_id, { name, version });
    profiles.set(version, columns);
    columns.catch(() => profiles.delete(version));
  }
  return {
    status: 200,
    body: {
      connection: row.name,
      schema: table.schema,
      table: table.name,
      row_count: version.rowCount,
      synced_at: toTimestampOrNull(table.loadedAt),
      columns: await columns,
    },
  };
};

/** Finds the exact name; names of managed catalogs are in lower case. */
async function findTable(
  { lakes }: HasLakes,
  lakeId: string,
  { schema, table }: { readonly schema: string; readonly table: string },
): Promise<LakeTable> {
  const schemas = (await lakes.read(lakeId))?.schemas;
  const found =
    schemas?.get(schema)?.get(table) ??
    schemas?.get(schema.toLowerCase())?.get(table.toLowerCase());
  if (!found) throw notFound(`Table ${printable(`${schema}.${table}`)} not found`);
  return found;
}
