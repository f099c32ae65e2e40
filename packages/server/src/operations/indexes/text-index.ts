import type { CreateIndexRequest } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import type { IndexDefinition, IndexedColumn } from '../../search/index-definition.ts';
import { refuseVectorOptions } from './vector-options.ts';

/** A full-text index: of one or several columns of text. */
export function readTextIndex(
  request: CreateIndexRequest,
  columns: readonly IndexedColumn[],
  shown: string,
): IndexDefinition {
  refuseVectorOptions(request);
  const other = columns.find(({ type }) => type !== 'VARCHAR');
  if (other) {
    throw badRequest(
      `A bm25 index is of columns of text, and '${other.name}' of table '${shown}' is ${other.type}; index another column`,
    );
  }
  return { indexType: 'bm25', columns, options: { ngram: 0 } };
}
