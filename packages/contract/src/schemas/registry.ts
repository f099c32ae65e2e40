/**
 * Every named schema by name; clients of the contract know the names
 * (docs/contract/README.md#transcribed-tables).
 */
import type { TSchema } from 'typebox';
import * as connectionTypes from './connection-types.ts';
import * as connections from './connections.ts';
import * as databaseBatches from './database-batches.ts';
import * as databaseContexts from './database-contexts.ts';
import * as databases from './databases.ts';
import * as embeddingProviders from './embedding-providers.ts';
import * as errors from './errors.ts';
import * as indexes from './indexes.ts';
import * as informationSchema from './information-schema.ts';
import * as jobs from './jobs.ts';
import * as queries from './queries.ts';
import * as queryRuns from './query-runs.ts';
import * as refresh from './refresh.ts';
import * as results from './results.ts';
import * as savedQueries from './saved-queries.ts';
import * as secrets from './secrets.ts';
import type { JsonSchema } from './shapes.ts';
import * as tableLayout from './table-layout.ts';
import * as tableLoads from './table-loads.ts';
import * as tableProfiles from './table-profiles.ts';
import * as tableRefresh from './table-refresh.ts';
import * as tokens from './tokens.ts';
import * as uploads from './uploads.ts';
import * as usage from './usage.ts';
import * as workspaces from './workspaces.ts';

const modules: readonly Readonly<Record<string, TSchema>>[] = [
  connectionTypes,
  connections,
  databaseBatches,
  databaseContexts,
  databases,
  embeddingProviders,
  errors,
  indexes,
  informationSchema,
  jobs,
  queries,
  queryRuns,
  refresh,
  results,
  savedQueries,
  secrets,
  tableLayout,
  tableLoads,
  tableProfiles,
  tableRefresh,
  tokens,
  uploads,
  usage,
  workspaces,
];

/** The component name of a schema; undefined for an anonymous schema. */
export function nameOf(schema: TSchema): string | undefined {
  const { title } = schema as JsonSchema;
  return typeof title === 'string' ? title : undefined;
}

export const schemasByName: ReadonlyMap<string, TSchema> = new Map(
  modules.flatMap((module) =>
    Object.values(module).flatMap((schema) => {
      const name = nameOf(schema);
      return name === undefined ? [] : [[name, schema] as const];
    }),
  ),
);
