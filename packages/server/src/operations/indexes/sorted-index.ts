import type { CreateIndexRequest } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import type { IndexDefinition, IndexedColumn } from '../../search/index-definition.ts';
import { refuseVectorOptions } from './vector-options.ts';

/** Types whose order agrees with the statistics of row groups. */
const ordered =
  /^(?:(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT)|HUGEINT|FLOAT|DOUBLE|VARCHAR|DATE|TIME|BOOLEAN|UUID)$|TIMESTAMP|DECIMAL)/;

/** An index that finds rows by column values, in order of the columns. */
export function readSortedIndex(
  request: CreateIndexRequest,
  columns: readonly IndexedColumn[],
  shown: string,
): IndexDefinition {
  refuseVectorOptions(request);
  const other = columns.find(({ type }) => !ordered.test(type));
  if (other) {
    throw badRequest(
      `A sorted index is of numbers, texts, dates and times, and '${other.name}' of table '${shown}' is ${other.type}`,
    );
  }
  return { indexType: 'sorted', columns, options: {} };
}
