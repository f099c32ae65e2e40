import type { Job } from '../jobs/job-row.ts';
import { type ErrorCode, errorCodes, QuernError } from '../kernel/errors.ts';

/** The error of a source's job, in its original form. */
export function failureOf({ errorCode, errorMessage }: Job): QuernError {
  const code =
    errorCode !== null && Object.hasOwn(errorCodes, errorCode)
      ? (errorCode as ErrorCode)
      : 'BAD_GATEWAY';
  return new QuernError(code, errorMessage ?? 'The work at the source failed; try again');
}
