import { defineEndpoints } from '../endpoint.ts';
import { accessDenied, badRequest, conflict, notFound } from '../errors.ts';
import { listForm } from '../schemas/forms.ts';
import { JobStatusResponse, JobType, ListJobsResponse } from '../schemas/jobs.ts';
import { count, optional, parameters, textLike } from '../schemas/shapes.ts';
import { jobStatuses } from '../vocabularies.ts';

export const jobEndpoints = defineEndpoints('Jobs', {
  'jobs.list': {
    method: 'GET',
    path: '/v1/jobs',
    summary:
      'List the background jobs, newest first; unless asked for, only of types that every client knows',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'jobs:list',
    query: parameters({
      job_type: optional(JobType),
      status: optional(
        textLike(listForm(jobStatuses), 'Statuses to show, separated by commas; all unless given'),
      ),
      limit: optional(count('50 unless given')),
      offset: optional(count()),
    }),
    responses: { 200: { description: 'The jobs', schema: ListJobsResponse } },
    errors: [badRequest('an unknown job type or status')],
  },
  'jobs.get': {
    method: 'GET',
    path: '/v1/jobs/{id}',
    summary: 'Get a background job',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'jobs:read',
    responses: { 200: { description: 'The job', schema: JobStatusResponse } },
    errors: [
      accessDenied('the token is limited to a database that the job does not act on'),
      notFound('no such job'),
    ],
  },
  'jobs.cancel': {
    method: 'POST',
    path: '/v1/jobs/{id}/cancel',
    summary:
      'Cancel a background job, which is failed then and has changed nothing; one that has ended stays as it is',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'jobs:cancel',
    responses: { 200: { description: 'The job as it is now', schema: JobStatusResponse } },
    errors: [
      accessDenied('the token is limited to a database that the job does not act on'),
      notFound('no such job'),
      conflict('a job that creates a batch of databases, which is stopped by deleting the batch'),
    ],
    extension: true,
  },
});
