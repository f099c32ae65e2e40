import type { IndexRow } from '../metadata/index-store.ts';
import type { IndexDefinition } from '../search/index-definition.ts';

/** The definition of an index as it is stored beside its type. */
export function definitionOf({ index_type, definition }: IndexRow): IndexDefinition {
  return {
    indexType: index_type,
    ...(JSON.parse(definition) as Omit<IndexDefinition, 'indexType'>),
  };
}
