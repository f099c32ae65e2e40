import type { OperationId } from '@quern/contract';
import { countDatabases } from './databases/count-databases.ts';
import { createDatabase } from './databases/create-database.ts';
import { deleteDatabase } from './databases/delete-database.ts';
import { getDatabase } from './databases/get-database.ts';
import { getDatabaseByName } from './databases/get-database-by-name.ts';
import { listDatabases } from './databases/list-databases.ts';
import { listInformationSchema } from './information-schema/list-information-schema.ts';
import { getJob } from './jobs/get-job.ts';
import { listJobs } from './jobs/list-jobs.ts';
import type { Operation } from './operation.ts';
import { runQuery } from './queries/run-query.ts';
import { cancelQueryRun } from './query-runs/cancel-query-run.ts';
import { getQueryRun } from './query-runs/get-query-run.ts';
import { listQueryRuns } from './query-runs/list-query-runs.ts';
import { getResult } from './results/get-result.ts';
import { listResults } from './results/list-results.ts';
import { addSchemaToConnection, addSchemaToDatabase } from './tables/add-schema.ts';
import { addTableToConnection, addTableToDatabase } from './tables/add-table.ts';
import { deleteTableOfConnection, deleteTableOfDatabase } from './tables/delete-table.ts';
import { loadTableOfConnection, loadTableOfDatabase } from './tables/load-table.ts';
import { createToken } from './tokens/create-token.ts';
import { listTokens } from './tokens/list-tokens.ts';
import { revokeToken } from './tokens/revoke-token.ts';
import { createUpload } from './uploads/create-upload.ts';
import { createUploadBatch } from './uploads/create-upload-batch.ts';
import { finalizeUpload } from './uploads/finalize-upload.ts';
import { mintUploadParts } from './uploads/mint-upload-parts.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';

/** The operations that are built, by id: a route exists for these and for no other endpoint of the contract. */
export type Operations = { readonly [Id in OperationId]?: Operation<Id> };

export const operations: Operations = {
  'workspaces.list': listWorkspaces,
  'workspaces.create': createWorkspace,
  'workspaces.delete': deleteWorkspace,
  'tokens.list': listTokens,
  'tokens.create': createToken,
  'tokens.revoke': revokeToken,
  'databases.list': listDatabases,
  'databases.create': createDatabase,
  'databases.getByName': getDatabaseByName,
  'databases.count': countDatabases,
  'databases.get': getDatabase,
  'databases.delete': deleteDatabase,
  'databases.addSchema': addSchemaToDatabase,
  'databases.addTable': addTableToDatabase,
  'databases.loadTable': loadTableOfDatabase,
  'databases.deleteTable': deleteTableOfDatabase,
  'connections.addSchema': addSchemaToConnection,
  'connections.addTable': addTableToConnection,
  'connections.loadTable': loadTableOfConnection,
  'connections.deleteTable': deleteTableOfConnection,
  'uploads.create': createUpload,
  'uploads.createBatch': createUploadBatch,
  'uploads.mintParts': mintUploadParts,
  'uploads.finalize': finalizeUpload,
  'queries.run': runQuery,
  'queryRuns.list': listQueryRuns,
  'queryRuns.get': getQueryRun,
  'queryRuns.cancel': cancelQueryRun,
  'results.list': listResults,
  'results.get': getResult,
  'jobs.list': listJobs,
  'jobs.get': getJob,
  'informationSchema.list': listInformationSchema,
};
