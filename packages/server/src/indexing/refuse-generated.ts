import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest } from '../kernel/errors.ts';
import type { LakeTable } from '../lake/model.ts';
import { indexesOfLake } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { outputOf } from './generated-column.ts';
import { definitionOf } from './stored-definition.ts';

/** 400 where a load brings the column that an index fills: two would be of one name. */
export async function refuseGenerated(
  { metadata }: HasMetadata,
  { lakeId }: { readonly lakeId: string },
  table: LakeTable | null,
  columns: readonly LakeColumn[],
): Promise<void> {
  if (table === null) return;
  const present = new Set(table.version?.columns.map(({ name }) => name.toLowerCase()));
  const brought = new Map(columns.map(({ name }) => [name.toLowerCase(), name]));
  for (const row of await indexesOfLake(metadata.db, lakeId)) {
    const output = row.table_id === table.id ? outputOf(definitionOf(row)) : null;
    const name = output === null ? undefined : brought.get(output.name.toLowerCase());
    if (name === undefined || present.has(name.toLowerCase())) continue;
    throw badRequest(
      `Column '${name}' of table '${table.schema}.${table.name}' is filled by index '${row.name}'; leave it out of what is loaded`,
    );
  }
}
