import { type ErrorCode, QuernError, toQuernError } from '../kernel/errors.ts';
import { SourceError, type SourceErrorClass } from '../sources/source-error.ts';

/** What a class is to a caller where it is not trouble at the source (502). */
const codes: Readonly<Partial<Record<SourceErrorClass, ErrorCode>>> = {
  cancelled: 'CLIENT_CLOSED_REQUEST',
  incompatible_type: 'CONFLICT',
  disk_full: 'PERSISTENCE_UNAVAILABLE',
};

/**
 * Any thrown value as one of the service's errors: a source's own is told in its sentence, which
 * was made for the caller.
 */
export function toSourceFailure(thrown: unknown): QuernError {
  if (!(thrown instanceof SourceError)) return toQuernError(thrown);
  const { message, retryable } = thrown;
  return new QuernError(codes[thrown.class] ?? 'BAD_GATEWAY', message, {
    cause: thrown,
    retryable,
  });
}
