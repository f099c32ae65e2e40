import { uniqueNames } from '../kernel/unique-names.ts';
import type { TableName } from './model.ts';

/** A table that is known, by the source's names and by the lake's. */
export interface KnownName {
  readonly atSource: TableName;
  readonly inLake: TableName;
}

/**
 * The names that the lake has for tables that a discovery found, in their order: those of the
 * source, but where schemas, or tables of one schema, differ by case alone. A table keeps the name
 * it was known by.
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
