import type { OperationId } from '@quern/contract';
import { getConnectionType } from './connection-types/get-connection-type.ts';
import { listConnectionTypes } from './connection-types/list-connection-types.ts';
import { checkConnectionHealth } from './connections/check-connection-health.ts';
import { createConnection } from './connections/create-connection.ts';
import { deleteConnection } from './connections/delete-connection.ts';
import { getConnection } from './connections/get-connection.ts';
import { getTableProfile } from './connections/get-table-profile.ts';
import { listConnections } from './connections/list-connections.ts';
import { purgeConnectionCache, purgeTableCache } from './connections/purge-cache.ts';
import { createBatch } from './database-batches/create-batch.ts';
import { deleteBatch } from './database-batches/delete-batch.ts';
import { getBatch } from './database-batches/get-batch.ts';
import { deleteContext } from './database-contexts/delete-context.ts';
import { getContext } from './database-contexts/get-context.ts';
import { listContexts } from './database-contexts/list-contexts.ts';
import { upsertContext } from './database-contexts/upsert-context.ts';
import { attachCatalog } from './databases/attach-catalog.ts';
import { countDatabases } from './databases/count-databases.ts';
import { createDatabase } from './databases/create-database.ts';
import { deleteDatabase } from './databases/delete-database.ts';
import { detachCatalog } from './databases/detach-catalog.ts';
import { forkDatabase } from './databases/fork-database.ts';
import { getDatabase } from './databases/get-database.ts';
import { getDatabaseByName } from './databases/get-database-by-name.ts';
import { getLineage } from './databases/get-lineage.ts';
import { listDatabases } from './databases/list-databases.ts';
import { listSnapshots } from './databases/list-snapshots.ts';
import { resetDatabase } from './databases/reset-database.ts';
import { createEmbeddingProvider } from './embedding-providers/create-embedding-provider.ts';
import { deleteEmbeddingProvider } from './embedding-providers/delete-embedding-provider.ts';
import { getEmbeddingProvider } from './embedding-providers/get-embedding-provider.ts';
import { listEmbeddingProviders } from './embedding-providers/list-embedding-providers.ts';
import { updateEmbeddingProvider } from './embedding-providers/update-embedding-provider.ts';
import { createIndexOfDatabaseTable, createIndexOfTable } from './indexes/create-index.ts';
import { deleteIndexOfDatabaseTable, deleteIndexOfTable } from './indexes/delete-index.ts';
import {
  listIndexes,
  listIndexesOfDatabaseTable,
  listIndexesOfTable,
} from './indexes/list-indexes.ts';
import { listInformationSchema } from './information-schema/list-information-schema.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { getJob } from './jobs/get-job.ts';
import { listJobs } from './jobs/list-jobs.ts';
import type { Operation } from './operation.ts';
import { withArrowAnswers } from './queries/arrow-answer.ts';
import { runQuery } from './queries/run-query.ts';
import { cancelQueryRun } from './query-runs/cancel-query-run.ts';
import { getQueryRun } from './query-runs/get-query-run.ts';
import { getRunProfile } from './query-runs/get-run-profile.ts';
import { listAllQueryRuns } from './query-runs/list-all-query-runs.ts';
import { listQueryRuns } from './query-runs/list-query-runs.ts';
import { runRefresh } from './refresh/run-refresh.ts';
import { getRefreshPolicy, setRefreshPolicy } from './refresh/table-refresh.ts';
import { getResult } from './results/get-result.ts';
import { listResults } from './results/list-results.ts';
import { createSavedQuery } from './saved-queries/create-saved-query.ts';
import { deleteSavedQuery } from './saved-queries/delete-saved-query.ts';
import { executeSavedQuery } from './saved-queries/execute-saved-query.ts';
import { getSavedQuery } from './saved-queries/get-saved-query.ts';
import { listSavedQueries } from './saved-queries/list-saved-queries.ts';
import { listSavedVersions } from './saved-queries/list-saved-versions.ts';
import { updateSavedQuery } from './saved-queries/update-saved-query.ts';
import { createSecret } from './secrets/create-secret.ts';
import { deleteSecret } from './secrets/delete-secret.ts';
import { getSecret } from './secrets/get-secret.ts';
import { listSecrets } from './secrets/list-secrets.ts';
import { updateSecret } from './secrets/update-secret.ts';
import { addSchemaToConnection, addSchemaToDatabase } from './tables/add-schema.ts';
import { addTableToConnection, addTableToDatabase } from './tables/add-table.ts';
import { deleteTableOfConnection, deleteTableOfDatabase } from './tables/delete-table.ts';
import { loadTableOfConnection, loadTableOfDatabase } from './tables/load-table.ts';
import { restoreTableOfDatabase } from './tables/restore-table.ts';
import { setConstantsOfConnection, setConstantsOfDatabase } from './tables/set-constant-per-key.ts';
import { createToken } from './tokens/create-token.ts';
import { exchangeToken } from './tokens/exchange-token.ts';
import { getOwnToken } from './tokens/get-own-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { redeemCode } from './tokens/redeem-code.ts';
import { revokeToken } from './tokens/revoke-token.ts';
import { createUpload } from './uploads/create-upload.ts';
import { createUploadBatch } from './uploads/create-upload-batch.ts';
import { finalizeUpload } from './uploads/finalize-upload.ts';
import { mintUploadParts } from './uploads/mint-upload-parts.ts';
import { getUsage } from './usage/get-usage.ts';
import { getUsageDays } from './usage/get-usage-days.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';

/** The implemented operations by id. Only these endpoints of the contract get a route. */
export type Operations = { readonly [Id in OperationId]?: Operation<Id, never> };

export const operations = {
  'workspaces.list': listWorkspaces,
  'workspaces.create': createWorkspace,
  'workspaces.delete': deleteWorkspace,
  'tokens.list': listTokens,
  'tokens.create': createToken,
  'tokens.exchange': exchangeToken,
  'tokens.redeemCode': redeemCode,
  'tokens.getOwn': getOwnToken,
  'tokens.revoke': revokeToken,
  'databases.list': listDatabases,
  'databases.create': createDatabase,
  'databases.getByName': getDatabaseByName,
  'databases.count': countDatabases,
  'databases.get': getDatabase,
  'databases.delete': deleteDatabase,
  'databases.fork': forkDatabase,
  'databases.getLineage': getLineage,
  'databases.reset': resetDatabase,
  'databases.listSnapshots': listSnapshots,
  'databases.addSchema': addSchemaToDatabase,
  'databases.addTable': addTableToDatabase,
  'databases.loadTable': loadTableOfDatabase,
  'databases.restoreTable': restoreTableOfDatabase,
  'databases.setConstantPerKey': setConstantsOfDatabase,
  'databases.deleteTable': deleteTableOfDatabase,
  'databases.attachCatalog': attachCatalog,
  'databases.detachCatalog': detachCatalog,
  'databaseBatches.create': createBatch,
  'databaseBatches.get': getBatch,
  'databaseBatches.delete': deleteBatch,
  'databaseContexts.list': listContexts,
  'databaseContexts.upsert': upsertContext,
  'databaseContexts.get': getContext,
  'databaseContexts.delete': deleteContext,
  'connectionTypes.list': listConnectionTypes,
  'connectionTypes.get': getConnectionType,
  'connections.list': listConnections,
  'connections.create': createConnection,
  'connections.get': getConnection,
  'connections.delete': deleteConnection,
  'connections.checkHealth': checkConnectionHealth,
  'connections.purgeCache': purgeConnectionCache,
  'connections.purgeTableCache': purgeTableCache,
  'connections.getTableProfile': getTableProfile,
  'connections.addSchema': addSchemaToConnection,
  'connections.addTable': addTableToConnection,
  'connections.loadTable': loadTableOfConnection,
  'connections.setConstantPerKey': setConstantsOfConnection,
  'connections.deleteTable': deleteTableOfConnection,
  'refresh.run': runRefresh,
  'refresh.getPolicy': getRefreshPolicy,
  'refresh.setPolicy': setRefreshPolicy,
  'secrets.list': listSecrets,
  'secrets.create': createSecret,
  'secrets.get': getSecret,
  'secrets.update': updateSecret,
  'secrets.delete': deleteSecret,
  'embeddingProviders.list': listEmbeddingProviders,
  'embeddingProviders.create': createEmbeddingProvider,
  'embeddingProviders.get': getEmbeddingProvider,
  'embeddingProviders.update': updateEmbeddingProvider,
  'embeddingProviders.delete': deleteEmbeddingProvider,
  'uploads.create': createUpload,
  'uploads.createBatch': createUploadBatch,
  'uploads.mintParts': mintUploadParts,
  'uploads.finalize': finalizeUpload,
  'queries.run': withArrowAnswers(runQuery),
  'queryRuns.list': listQueryRuns,
  'queryRuns.listAll': listAllQueryRuns,
  'queryRuns.get': getQueryRun,
  'queryRuns.getProfile': getRunProfile,
  'queryRuns.cancel': cancelQueryRun,
  'results.list': listResults,
  'results.get': getResult,
  'savedQueries.list': listSavedQueries,
  'savedQueries.create': createSavedQuery,
  'savedQueries.get': getSavedQuery,
  'savedQueries.update': updateSavedQuery,
  'savedQueries.delete': deleteSavedQuery,
  'savedQueries.execute': executeSavedQuery,
  'savedQueries.listVersions': listSavedVersions,
  'jobs.list': listJobs,
  'jobs.get': getJob,
  'jobs.cancel': cancelJob,
  'indexes.list': listIndexes,
  'indexes.listOfTable': listIndexesOfTable,
  'indexes.create': createIndexOfTable,
  'indexes.delete': deleteIndexOfTable,
  'databaseIndexes.listOfTable': listIndexesOfDatabaseTable,
  'databaseIndexes.create': createIndexOfDatabaseTable,
  'databaseIndexes.delete': deleteIndexOfDatabaseTable,
  'usage.get': getUsage,
  'usage.getDays': getUsageDays,
  'informationSchema.list': listInformationSchema,
} satisfies Operations;

type Used = Parameters<(typeof operations)[keyof typeof operations]>[0];

/** The intersection of the members of a union. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The services of all operations together. */
export type OperationServices = Together<Used>;
