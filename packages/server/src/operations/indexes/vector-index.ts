import type { CreateIndexRequest } from '@quern/contract';
import type { IndexEmbedding } from '../../indexing/index-target.ts';
import { badRequest } from '../../kernel/errors.ts';
import { maxDimensions } from '../../kernel/vector-limits.ts';
import type { IndexDefinition, IndexedColumn } from '../../search/index-definition.ts';
import type { StoredVectorOptions } from '../../search/vector/vector-options.ts';

/**
 * Arrays of whole numbers, such as JSON's, and of numerics, such as ARRAY[0.1], also count as
 * vectors.
 */
const vectorType =
  /^(?:FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)|U?(?:TINYINT|SMALLINT|INTEGER|BIGINT))\[(\d*)\]$/;
const precisions = {
  hnsw: ['float64', 'float32', 'float16', 'float8'],
  ivf: ['int8', 'float32'],
} as const;

const maxClusters = 65_536;

const ofTexts = ['output_column', 'on_embedding_failure'] as const;

/** A vector index: on a column of vectors, or on a column of texts with an embedding provider. */
export function readVectorIndex(
  request: CreateIndexRequest,
  columns: readonly IndexedColumn[],
  shown: string,
  embedding: IndexEmbedding | null,
): IndexDefinition {
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0)
    throw badRequest("a vector index is of one column; name one in 'columns'");
  const isText = column.type === 'VARCHAR';
  const found = vectorType.exec(column.type);
  if (!isText && found === null) {
    throw badRequest(
      `A vector index is of a column of vectors (lists of numbers such as FLOAT[] or DOUBLE[]) or of text, and '${column.name}' of table '${shown}' is ${column.type}`,
    );
  }
  if (isText && embedding === null) {
    throw badRequest(
      `Column '${column.name}' of table '${shown}' is text: name who embeds it in 'embedding_provider_id' (GET /v1/embedding-providers lists them)`,
    );
  }
  if (!isText && embedding !== null) {
    throw badRequest(
      `Column '${column.name}' of table '${shown}' has vectors already; leave 'embedding_provider_id' out`,
    );
  }
  const foreign =
    embedding !== null ? null : ofTexts.find((name) => (request[name] ?? null) !== null);
  if (foreign)
    throw badRequest(
      `'${foreign}' is of an index on text, and column '${column.name}' of table '${shown}' has vectors already; leave it out`,
    );
  const options: StoredVectorOptions = {
    metric: request.metric ?? embedding?.metric ?? 'l2',
    dimensions: dimensionsOf(request, column, found?.[1] ?? '', embedding),
    ...readAlgorithm(request),
    embedding: embedding && {
      providerId: embedding.providerId,
      model: embedding.model,
      onFailure: request.on_embedding_failure ?? 'wait',
    },
  };
  return { indexType: 'vector', columns: [column], options: { ...options } };
}

function dimensionsOf(
  { dimensions }: CreateIndexRequest,
  column: IndexedColumn,
  length: string,
  embedding: IndexEmbedding | null,
): number | null {
  const asked = dimensions ?? null;
  if (asked !== null && (asked < 1 || asked > maxDimensions)) {
    throw badRequest(`'dimensions' must be from 1 to ${maxDimensions}`);
  }
  const known = length === '' ? (embedding?.dimensions ?? null) : Number(length);
  if (asked !== null && known !== null && asked !== known) {
    const who = embedding === null ? `column '${column.name}'` : 'the embedding provider';
    throw badRequest(`'dimensions' is ${asked}, and ${who} has ${known}`);
  }
  if (known !== null && known > maxDimensions) {
    throw badRequest(
      `Column '${column.name}' has ${known} dimensions; an index takes ${maxDimensions} at most`,
    );
  }
  return asked ?? known;
}

function readAlgorithm(request: CreateIndexRequest) {
  const algorithm = request.algorithm ?? 'hnsw';
  const precision = request.vector_precision ?? null;
  const nlist = request.nlist ?? null;
  const probeFraction = request.probe_fraction ?? null;
  const isIvf = algorithm === 'ivf';
  const foreign = isIvf
    ? null
    : nlist !== null
      ? 'nlist'
      : probeFraction !== null
        ? 'probe_fraction'
        : null;
  if (foreign !== null)
    throw badRequest(`'${foreign}' is of algorithm 'ivf'; leave it out, or ask for that`);
  if (nlist !== null && !(nlist >= 1 && nlist <= maxClusters))
    throw badRequest(`'nlist' must be from 1 to ${maxClusters}`);
  if (probeFraction !== null && !(probeFraction > 0 && probeFraction <= 1))
    throw badRequest("'probe_fraction' must be over 0, and 1 at most");
  const offered: readonly string[] = precisions[algorithm];
  if (precision !== null && !offered.includes(precision)) {
    throw badRequest(
      `'vector_precision' of algorithm '${algorithm}' is one of ${offered.join(', ')}`,
    );
  }
  return { algorithm, precision: precision ?? (isIvf ? 'int8' : null), nlist, probeFraction };
}
