import { isDefect } from '../kernel/defect.ts';
import { QuernError } from '../kernel/errors.ts';
import type { Job } from './job-row.ts';
import type { JobFailure } from './job-store.ts';

const internalFailure = 'Internal error; the server log has the details under the id of this job';

/**
 * What an attempt failed by, and whether another attempt may end otherwise. A refused request stays
 * refused, and a defect of the code stays one. A failure inside a worker may be the machine's, so
 * it is tried once more; the same failure a second time is the work's own. Everything else may
 * pass.
 */
export function attemptFailure(error: unknown, job: Job): JobFailure {
  const { code, message, retryable, status } =
    error instanceof QuernError
      ? error
      : {
          code: 'INTERNAL_SERVER_ERROR' as const,
          message: internalFailure,
          retryable: true,
          status: 500,
        };
  const isInside = error instanceof QuernError && status === 500 && !error.isTransient;
  const isSame = job.errorCode === code && job.errorMessage === message;
  const canRepeat = retryable && !isDefect(error) && !(isInside && isSame);
  return { message, code, canRepeat, isBusy: code === 'RESOURCE_LOCKED' };
}
