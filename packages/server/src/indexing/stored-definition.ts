import type { IndexRow } from '../metadata/index-store.ts';
import type { IndexDefinition } from '../search/index-definition.ts';

/** The stored definition of an index, together with its type. */
export function definitionOf({ index_type, definition }: IndexRow): IndexDefinition {
  return {
    indexType: index_type,
    ...(JSON.parse(definition) as Omit<IndexDefinition, 'indexType'>),
  };
}
