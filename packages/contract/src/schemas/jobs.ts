import type { Static } from 'typebox';
import { jobStatuses, jobTypes } from '../vocabularies.ts';
import { BulkCreateDatabasesResult } from './database-batches.ts';
import { IndexInfoResponse } from './indexes.ts';
import { ConnectionRefreshResult, TableRefreshResult } from './refresh.ts';
import {
  count,
  integer,
  listOf,
  oneOf,
  optional,
  optionalNull,
  responseBody,
  text,
  timestamp,
  unionOf,
} from './shapes.ts';
import { LoadManagedTableResponse } from './table-loads.ts';

export const JobType = oneOf(jobTypes, { title: 'JobType' });
export type JobType = Static<typeof JobType>;

export const JobStatus = oneOf(jobStatuses, { title: 'JobStatus' });
export type JobStatus = Static<typeof JobStatus>;

/**
 * Chosen by the job's type; clients demand exactly one match, so no result may complete a second
 * shape.
 */
export const JobResult = unionOf('JobResult', [
  TableRefreshResult,
  ConnectionRefreshResult,
  IndexInfoResponse,
  LoadManagedTableResponse,
  BulkCreateDatabasesResult,
]);
export type JobResult = Static<typeof JobResult>;

/** Progress of a refresh in the source, or of an index build in the table. */
export const JobProgress = responseBody('JobProgress', {
  rows: count(),
  bytes: count(),
  tokens: optional(integer('That an embedding provider counted')),
});
export type JobProgress = Static<typeof JobProgress>;

export const JobStatusResponse = responseBody('JobStatusResponse', {
  id: text(),
  job_type: JobType,
  status: JobStatus,
  attempts: integer('Executions, the present one included'),
  created_at: timestamp(),
  completed_at: optionalNull(timestamp()),
  error_message: optionalNull(
    text('Set when failed or partially_succeeded, and while an attempt that failed is repeated'),
  ),
  result: optionalNull(JobResult),
  progress: optional(JobProgress),
});
export type JobStatusResponse = Static<typeof JobStatusResponse>;

export const ListJobsResponse = responseBody('ListJobsResponse', {
  jobs: listOf(JobStatusResponse),
});
export type ListJobsResponse = Static<typeof ListJobsResponse>;

export const SubmitJobResponse = responseBody('SubmitJobResponse', {
  id: text(),
  status: JobStatus,
  status_url: text(),
});
export type SubmitJobResponse = Static<typeof SubmitJobResponse>;
