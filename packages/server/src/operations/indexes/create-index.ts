import type { CreateIndexRequest } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import type { HasEmbeddingOrigins } from '../../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../../embeddings/local/local-models.ts';
import type { HasSystemProviders } from '../../embeddings/provider.ts';
import type { LakeColumn } from '../../engine/ingest/type-evolution.ts';
import { vectorType } from '../../engine/types/vector-type.ts';
import {
  type IndexedTable,
  tableOfConnection,
  tableOfDatabase,
} from '../../finding/indexed-table.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { IndexJobPayload } from '../../indexing/build-index.ts';
import {
  defaultOutput,
  embeddingOf,
  outputOf,
  readOutputName,
} from '../../indexing/generated-column.ts';
import { toIndexInfo } from '../../indexing/index-info.ts';
import { readIndexEmbedding } from '../../indexing/index-target.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import { unlessStalled } from '../../jobs/wait-for-job.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { reserveColumnIds } from '../../lake/column-ids.ts';
import type { HasLakes } from '../../lake/lake-catalogs.ts';
import type { LakeTable } from '../../lake/model.ts';
import {
  countIndexes,
  type IndexRow,
  indexById,
  indexesOfLake,
  insertIndex,
  setIndexJob,
} from '../../metadata/index-store.ts';
import { isTablePresent } from '../../metadata/lake-table-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { failureOf } from '../../refreshing/wait-for-work.ts';
import type { IndexDefinition } from '../../search/index-definition.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import { readAsyncAfter } from '../async-options.ts';
import type { Operation, OperationRequest, Reply } from '../operation.ts';
import { readIndexRequest } from './read-index-request.ts';

/** Services that create an index's row and build job. */
type IndexServices = HasClock &
  HasEmbeddingOrigins &
  HasJobWaits &
  HasJobs &
  HasLocalModels &
  HasMetadata &
  HasSettings &
  HasSystemProviders &
  HasVault;

export const createIndexOfTable: Operation<'indexes.create', HasLakes & IndexServices> = async (
  services,
  request,
) =>
  createIndex(services, request, await tableOfConnection(services, request.scope, request.params));

export const createIndexOfDatabaseTable: Operation<
  'databaseIndexes.create',
  HasLakes & HasRemembered & IndexServices
> = async (services, request) =>
  createIndex(services, request, await tableOfDatabase(services, request.scope, request.params));

const indexAttempts = 5;
const maxIndexes = 20;

type CreateRequest =
  | OperationRequest<'indexes.create'>
  | OperationRequest<'databaseIndexes.create'>;

/**
 * The index exists at once as `pending`. The answer waits for the job that builds it, unless the
 * caller prefers to poll.
 */
async function createIndex(
  services: IndexServices,
  { scope, body, signal }: CreateRequest,
  { lakeId, databaseId, table }: IndexedTable,
): Promise<Reply<'indexes.create'>> {
  const { metadata, jobs, clock, settings } = services;
  const waitMs = readAsyncAfter(body satisfies CreateIndexRequest, settings.asyncAfterMaxMs);
  const embedding = await readIndexEmbedding(services, scope.workspaceId, body);
  const { name, description, definition: asked } = readIndexRequest(body, table, embedding);
  const definition = await withOutput(services, body, { lakeId, table }, asked);
  const { indexType, ...rest } = definition;
  const now = clock.now();
  const row = {
    id: newId('index'),
    definition_id: newId('indexDefinition'),
    lake_id: lakeId,
    table_id: table.id,
    schema_name: table.schema,
    table_name: table.name,
    name,
    index_type: indexType,
    definition: JSON.stringify(rest),
    description,
    status: 'pending' as const,
    job_id: null,
    built_version: null,
    problem: null,
    created_at: now,
    updated_at: now,
  };
  const shown = `${table.schema}.${table.name}`;
  const job = await metadata.transaction(async (trx) => {
    await refuseGoneOrFull(trx, table.id, shown);
    if (!(await insertIndex(trx, row)))
      throw conflict(`Table '${shown}' has an index '${name}' already`);
    const payload = { indexId: row.id } satisfies IndexJobPayload;
    const listed = {
      jobType: 'create_index',
      workspaceId: scope.workspaceId,
      databaseId,
      listed: true,
    };
    const enqueued = await jobs.enqueue({ ...listed, payload, maxAttempts: indexAttempts }, trx);
    await setIndexJob(trx, row.id, enqueued.job.id);
    return enqueued.job;
  });
  const limitMs = waitMs ?? settings.loadTimeoutS * 1000;
  const ended =
    limitMs > 0 ? await unlessStalled(services.waitForJob(job.id, limitMs, signal)) : null;
  if (ended?.status === 'failed' && waitMs === null) throw failureOf(ended);
  const built = ended?.status === 'succeeded' ? await indexById(metadata.db, row.id) : null;
  if (built) return { status: 201, body: toIndexInfo(built) };
  return {
    status: 202,
    body: { id: job.id, status: ended?.status ?? job.status, status_url: `/v1/jobs/${job.id}` },
  };
}

/** Adds the column that an index on texts generates; 400 if the column is not possible. */
async function withOutput(
  { metadata }: HasMetadata,
  { output_column }: CreateIndexRequest,
  { lakeId, table }: Pick<IndexedTable, 'lakeId' | 'table'>,
  definition: IndexDefinition,
): Promise<IndexDefinition> {
  const embedding = embeddingOf(definition);
  const [source] = definition.columns;
  if (embedding === null || source === undefined) return definition;
  const present = (await indexesOfLake(metadata.db, lakeId)).filter(
    ({ table_id }) => table_id === table.id,
  );
  const columns = table.version?.columns ?? [];
  const asked = (output_column ?? defaultOutput(source.name)).toLowerCase();
  const replaced = columns.find(
    (column) => column.name.toLowerCase() === asked && mayBeReplaced(column, table, present),
  );
  const taken = [
    ...columns.flatMap((column) => (column === replaced ? [] : [column.name])),
    ...present.flatMap((row) => outputOf(definitionOf(row))?.name ?? []),
  ];
  const shown = `${table.schema}.${table.name}`;
  const name = readOutputName(output_column, source.name, taken, shown);
  const id = await metadata.transaction((trx) => reserveColumnIds(trx, lakeId, 1));
  const output = replaced ? { id, name: replaced.name, replaces: replaced.id } : { id, name };
  const made = { ...embedding, output };
  return { ...definition, options: { ...definition.options, embedding: made } };
}

/** True if nothing else of the table depends on the vectors: the index generates them again. */
function mayBeReplaced(
  { id, name, type }: LakeColumn,
  { layout }: LakeTable,
  indexes: readonly IndexRow[],
): boolean {
  const { key, constantPerKey, partitionBy, sortedBy } = layout;
  const named = [
    ...key,
    ...constantPerKey,
    ...[...partitionBy, ...sortedBy].map((one) => one.column),
  ];
  const isIndexed = indexes.some((row) => definitionOf(row).columns.some((one) => one.id === id));
  return vectorType(type) !== undefined && !named.includes(name) && !isIndexed;
}

async function refuseGoneOrFull(
  trx: MetadataTransaction,
  tableId: string,
  shown: string,
): Promise<void> {
  if (!(await isTablePresent(trx, tableId))) throw notFound(`Table '${shown}' not found`);
  if ((await countIndexes(trx, tableId)) >= maxIndexes)
    throw conflict(`Table '${shown}' has ${maxIndexes} indexes; drop one first`);
}
