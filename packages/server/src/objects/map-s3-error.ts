import { QuernError } from '../kernel/errors.ts';
import { MultipartMissingError, ObjectExistsError, ObjectMissingError } from './object-store.ts';

/**
 * The meaning of an S3 error. `retry`: the same request can succeed in a moment; `refused`: an
 * operator must act.
 */
export type S3Meaning =
  | 'missing'
  | 'exists'
  | 'multipart missing'
  | 'bad part'
  | 'empty range'
  | 'retry'
  | 'refused';

/**
 * Meanings by the error's name: S3's code, or the SDK's or Node's if the request never reached S3.
 */
export const s3Meanings: Readonly<Record<string, S3Meaning>> = {
  NoSuchKey: 'missing',
  NotFound: 'missing',
  PreconditionFailed: 'exists',
  NoSuchUpload: 'multipart missing',
  InvalidPart: 'bad part',
  InvalidPartOrder: 'bad part',
  EntityTooSmall: 'bad part',
  InvalidRange: 'empty range',
  ConditionalRequestConflict: 'retry',
  OperationAborted: 'retry',
  SlowDown: 'retry',
  ServiceUnavailable: 'retry',
  InternalError: 'retry',
  RequestTimeout: 'retry',
  RequestTimeTooSkewed: 'refused',
  TimeoutError: 'retry',
  ECONNREFUSED: 'retry',
  ECONNRESET: 'retry',
  EPIPE: 'retry',
  ETIMEDOUT: 'retry',
  EAI_AGAIN: 'retry',
  ENOTFOUND: 'refused',
  NoSuchBucket: 'refused',
  PermanentRedirect: 'refused',
  AuthorizationHeaderMalformed: 'refused',
  AccessDenied: 'refused',
  AllAccessDisabled: 'refused',
  InvalidAccessKeyId: 'refused',
  SignatureDoesNotMatch: 'refused',
  ExpiredToken: 'refused',
  InvalidToken: 'refused',
  CredentialsProviderError: 'refused',
  QuotaExceeded: 'refused',
  NotImplemented: 'refused',
};

/**
 * The meaning of an error of the SDK; null for an error that is neither an answer of S3 nor a
 * failure to reach S3.
 */
export function s3Meaning(thrown: unknown): S3Meaning | null {
  if (!(thrown instanceof Error)) return null;
  const code = 'code' in thrown ? String(thrown.code) : '';
  const known = s3Meanings[thrown.name] ?? s3Meanings[code];
  if (known) return known;
  const status = statusOf(thrown);
  if (status === undefined) return null;
  if (status === 412) return 'exists';
  return status >= 500 || status === 429 ? 'retry' : 'refused';
}

/** The error to throw instead of the SDK's error. */
export function mapS3Error(thrown: unknown): unknown {
  const meaning = s3Meaning(thrown);
  const options = { cause: thrown, retryAfterS: 5 };
  switch (meaning) {
    case 'missing':
      return new ObjectMissingError('no object under this key', { cause: thrown });
    case 'exists':
      return new ObjectExistsError('an object is written once', { cause: thrown });
    case 'multipart missing':
      return new MultipartMissingError('the multipart upload is not open', { cause: thrown });
    case 'retry':
      return new QuernError(
        'SERVICE_UNAVAILABLE',
        'the object store did not answer; try again later',
        options,
      );
    case 'refused':
      return new QuernError(
        'PERSISTENCE_UNAVAILABLE',
        'the object store refused the request; the operator finds the reason in the server log',
        options,
      );
    default:
      return thrown;
  }
}

/** The number of times that the SDK sent the request. */
export function attemptsOf(thrown: unknown): number {
  return metadataOf(thrown).attempts ?? 1;
}

function statusOf(thrown: Error): number | undefined {
  return metadataOf(thrown).httpStatusCode;
}

function metadataOf(thrown: unknown): { attempts?: number; httpStatusCode?: number } {
  if (!(thrown instanceof Error) || !('$metadata' in thrown)) return {};
  return thrown.$metadata as { attempts?: number; httpStatusCode?: number };
}
