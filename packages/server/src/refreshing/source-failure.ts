import { type ErrorCode, QuernError, toQuernError } from '../kernel/errors.ts';
import { SourceError, type SourceErrorClass } from '../sources/source-error.ts';

/** The error code of a class; other classes are a failure of the source (502). */
const codes: Readonly<Partial<Record<SourceErrorClass, ErrorCode>>> = {
  cancelled: 'CLIENT_CLOSED_REQUEST',
  incompatible_type: 'CONFLICT',
  disk_full: 'PERSISTENCE_UNAVAILABLE',
};

/**
 * Converts any thrown value to an error of the service. The sentence of a source error is already
 * written for the caller.
 */
export function toSourceFailure(thrown: unknown): QuernError {
  if (!(thrown instanceof SourceError)) return toQuernError(thrown);
  const { message, retryable } = thrown;
  return new QuernError(codes[thrown.class] ?? 'BAD_GATEWAY', message, {
    cause: thrown,
    retryable,
  });
}
