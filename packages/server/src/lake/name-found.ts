import { uniqueNames } from '../kernel/unique-names.ts';
import type { SourceTable, TableName } from './model.ts';

/** Named as its source names it. */
export interface FoundTable extends SourceTable {
  readonly schema: string;
  readonly name: string;
  /** It is there, and nothing more is known: what was known before stays. */
  readonly isUndescribed?: true;
}

/** A table that is known, by the source's names and by the lake's. */
export interface KnownName {
  readonly atSource: TableName;
  readonly inLake: TableName;
}

/**
 * What a discovery found under the names that the lake has for it: those of the source, but where
 * schemas, or tables of one schema, differ by case alone. A table keeps the name it was known by.
 */
export function nameFound(
  found: readonly FoundTable[],
  known: readonly KnownName[],
): readonly FoundTable[] {
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
  for (const { schema, name } of found) ofSchema(schema).names.push(name);
  const tables = new Map(
    [...bySchema].map(([schema, { names, kept }]) => [schema, uniqueNames(names, kept)]),
  );
  return found.map((table) => {
    const schema = schemas.get(table.schema) ?? table.schema;
    const name = tables.get(table.schema)?.get(table.name) ?? table.name;
    return schema === table.schema && name === table.name
      ? table
      : { ...table, schema, name, from: { schema: table.schema, table: table.name } };
  });
}
