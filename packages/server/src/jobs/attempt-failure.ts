import { isDefect } from '../kernel/defect.ts';
import { QuernError } from '../kernel/errors.ts';
import type { Job } from './job-row.ts';
import type { JobFailure } from './job-store.ts';

const internalFailure = 'Internal error; the server log has the details under the id of this job';

/**
 * The failure of an attempt, and the prospect of another attempt. A refused request stays refused,
 * and a defect of the code stays a defect. A failure inside a worker may come from the machine, and
 * is retried once. The same failure a second time comes from the work itself. Any other failure may
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
