/** Answers of both load routes (docs/contract/loads-and-uploads.md#answers-of-a-load). */
import type { EndpointError } from '../errors.ts';
import { badRequest, conflict, internalOrDamaged, notFound } from '../errors.ts';
import { SubmitJobResponse } from '../schemas/jobs.ts';
import { LoadManagedTableResponse } from '../schemas/table-loads.ts';

export const loadResponses = {
  200: { description: 'Loaded', schema: LoadManagedTableResponse },
  202: { description: 'A managed_load job works on it', schema: SubmitJobResponse },
} as const;

export const loadErrors: readonly EndpointError[] = [
  badRequest(
    'not exactly one source, options that do not fit it, a file that cannot be read, or a bad identifier',
  ),
  notFound('no such connection, database, upload or result, or the table was deleted meanwhile'),
  conflict(
    'the upload is used up or in use, the result is not ready, types would narrow, the idempotency key is of another ' +
      'load (IDEMPOTENCY_KEY_CONFLICT), or another load holds the table (RESOURCE_LOCKED, with Retry-After)',
    'RESOURCE_LOCKED',
    'IDEMPOTENCY_KEY_CONFLICT',
  ),
  { status: 413, codes: ['INLINE_DATA_TOO_LARGE'], when: 'inline data over 2 MiB: use an upload' },
  internalOrDamaged,
];
