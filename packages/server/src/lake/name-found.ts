import { uniqueNames } from '../kernel/unique-names.ts';
import type { TableName } from './model.ts';

/** A known table under both names: at the source and in the lake. */
export interface KnownName {
  readonly atSource: TableName;
  readonly inLake: TableName;
}

/**
 * The lake's names of found tables, in the same order. The names equal the source's names, unless
 * schemas, or tables of one schema, differ by case alone. A known table keeps its name.
 */
export function nameFound(
  found: readonly TableName[],
  known: readonly KnownName[],
): readonly TableName[] {
  const schemas = uniqueNames(
    [...known.map(({ atSource }) => atSource.schema), ...found.map(({ schema }) => schema)],
    new Map(known.map(({ atSource, inLake }) => [atSource.schema, inLake.schema])),
  );
  const bySchema = new Map<string, { names: string[]; kept: Map<string, string> }>();
  const ofSchema = (schema: string) => {
    const made = bySchema.get(schema) ?? { names: [], kept: new Map<string, string>() };
    bySchema.set(schema, made);
    return made;
  };
  for (const { atSource, inLake } of known) {
    const { names, kept } = ofSchema(atSource.schema);
    names.push(atSource.table);
    kept.set(atSource.table, inLake.table);
  }
  for (const { schema, table } of found) ofSchema(schema).names.push(table);
  const tables = new Map(
    [...bySchema].map(([schema, { names, kept }]) => [schema, uniqueNames(names, kept)]),
  );
  return found.map(({ schema, table }) => ({
    schema: schemas.get(schema) ?? schema,
    table: tables.get(schema)?.get(table) ?? table,
  }));
}
