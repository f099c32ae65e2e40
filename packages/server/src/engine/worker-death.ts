import { QuernError } from '../kernel/errors.ts';

/** A task's worker ended, for no reason that is known to be the caller's. */
export class WorkerDeath extends QuernError {
  constructor(subject: string, cause: unknown) {
    const message = `the worker process died while running the ${subject}; it has been replaced, try again`;
    super('INTERNAL_SERVER_ERROR', message, { cause, retryable: true });
  }
}
