import { QuernError } from '../kernel/errors.ts';

/** A task's worker ended, and no fault of the caller is known. */
export class WorkerDeath extends QuernError {
  constructor(subject: string, cause: unknown) {
    const message = `the worker process died while running the ${subject}; it has been replaced, try again`;
    super('INTERNAL_SERVER_ERROR', message, { cause, retryable: true });
  }
}
