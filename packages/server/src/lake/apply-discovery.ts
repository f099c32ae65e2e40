import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import {
  advanceSnapshot,
  endSchema,
  endTables,
  keepPastTables,
  newTableRow,
} from './declarations.ts';
import { noLayout, type SourceTable } from './model.ts';
import { type FoundTable, type KnownName, nameFound } from './name-found.ts';
import { nameAtSource, printSourceTable, readSourceTable } from './source-tables.ts';

export interface AppliedDiscovery {
  /** Tables that were found. */
  readonly discovered: number;
  readonly added: number;
  /** With other columns, keys or comments than before. */
  readonly modified: number;
  readonly removed: number;
}

/** Rows of one statement: few enough for the parameters that SQLite takes (32,766). */
const rowsPerStatement = 500;

/**
 * Makes what a discovery found the tables of a source's lake, as one commit, or as none where
 * nothing is new. What is cached stays cached. `isWhole`: what was not found is gone there, and
 * goes here.
 */
export async function applyDiscovery(
  trx: MetadataTransaction,
  lakeId: string,
  found: readonly FoundTable[],
  isWhole: boolean,
  now: number,
): Promise<AppliedDiscovery> {
  const known = await trx
    .selectFrom('lake_tables')
    .select(['id', 'schema_name', 'name', 'source', 'version_id'])
    .where('lake_id', '=', lakeId)
    .execute();
  const left = new Map(known.map((row) => [keyOf(row.schema_name, row.name), row]));
  const named = nameFound(found, knownNames(known, found, isWhole));
  const added: FoundTable[] = [];
  const changed: { readonly id: string; readonly isLoaded: boolean; readonly source: string }[] =
    [];
  let modified = 0;
  for (const table of named) {
    const key = keyOf(table.schema, table.name);
    const row = left.get(key);
    left.delete(key);
    if (row === undefined) {
      added.push(table);
      continue;
    }
    if (table.isUndescribed) continue;
    const source = printSourceTable(table);
    const before = readSourceTable(row.source);
    if (source === row.source) continue;
    const isSame = before !== null && isSameButForRows(before, table);
    if (isSame && !isFarOff(before.rowEstimate, table.rowEstimate)) continue;
    if (!isSame) modified += 1;
    changed.push({ id: row.id, isLoaded: row.version_id !== null, source });
  }
  const gone = isWhole ? [...left.values()] : [];
  const applied = { discovered: found.length, added: added.length, modified, removed: gone.length };
  if (added.length + changed.length + gone.length === 0) return applied;
  const snapshot = await advanceSnapshot(trx, lakeId, 'discover', now);
  await addTables(trx, lakeId, added, snapshot, now);
  for (const { id, isLoaded, source } of changed) {
    if (isLoaded) await keepPastTables(trx, lakeId, snapshot, id);
    await trx
      .updateTable('lake_tables')
      .set({ source, from_snapshot: snapshot })
      .where('id', '=', id)
      .execute();
  }
  for (const { id } of gone) await endTables(trx, lakeId, snapshot, id);
  const present = new Set(named.map(({ schema }) => schema));
  const schemas = new Set(
    gone.map(({ schema_name }) => schema_name).filter((name) => !present.has(name)),
  );
  for (const schema of schemas) await endSchema(trx, lakeId, schema, snapshot);
  return applied;
}

/** Of those that stay: names of what is gone are free. */
function knownNames(
  known: readonly { schema_name: string; name: string; source: string | null }[],
  found: readonly FoundTable[],
  isWhole: boolean,
): KnownName[] {
  const stays = new Set(found.map(({ schema, name }) => keyOf(schema, name)));
  return known.flatMap((row) => {
    const atSource = nameAtSource(row);
    if (isWhole && !stays.has(keyOf(atSource.schema, atSource.table))) return [];
    return [{ atSource, inLake: { schema: row.schema_name, table: row.name } }];
  });
}

const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);

function isSameButForRows(before: SourceTable, after: SourceTable): boolean {
  return (
    printSourceTable({ ...before, rowEstimate: null }) ===
    printSourceTable({ ...after, rowEstimate: null })
  );
}

/** Estimates rise with every row that is written there; a commit for each would be many. */
function isFarOff(before: number | null, after: number | null): boolean {
  if (before === null || after === null) return before !== after;
  return Math.max(before, after) > 2 * Math.min(before, after);
}

async function addTables(
  trx: MetadataTransaction,
  lakeId: string,
  tables: readonly FoundTable[],
  snapshot: number,
  now: number,
): Promise<void> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))].map((name) => {
    return { lake_id: lakeId, name, created_at: now, from_snapshot: snapshot };
  });
  for (let start = 0; start < schemas.length; start += rowsPerStatement) {
    await trx
      .insertInto('lake_schemas')
      .values(schemas.slice(start, start + rowsPerStatement))
      .onConflict((on) => on.columns(['lake_id', 'name']).doNothing())
      .execute();
  }
  for (let start = 0; start < tables.length; start += rowsPerStatement) {
    const rows = tables.slice(start, start + rowsPerStatement).map((table) => ({
      ...newTableRow(lakeId, table.schema, { name: table.name, layout: noLayout }, now),
      from_snapshot: snapshot,
      source: printSourceTable(table),
    }));
    await trx.insertInto('lake_tables').values(rows).execute();
  }
}
