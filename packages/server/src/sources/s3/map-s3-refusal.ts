import { ServerFailure, SourceError, type SourceErrorClass } from '../source-error.ts';

type Meaning = readonly [SourceErrorClass, (file: string, bucket: string) => string];

const credentials: Meaning = [
  'authentication',
  (_file, bucket) =>
    `The store of bucket '${bucket}' does not take the keys; check the access key id, its secret and the region`,
];
const permission: Meaning = [
  'permission',
  (file) =>
    `The keys may not read '${file}'; grant s3:GetObject and s3:ListBucket, or check the name`,
];
const busy: Meaning = [
  'too_many_connections',
  (_file, bucket) => `The store of bucket '${bucket}' is busy; try again`,
];
const moved: Meaning = [
  'configuration',
  (_file, bucket) =>
    `Bucket '${bucket}' is in another region or at another endpoint; set them to its own`,
];

/** Keyed by S3's error codes. */
const byCode: Readonly<Record<string, Meaning>> = {
  NoSuchBucket: [
    'database_missing',
    (_file, bucket) => `Bucket '${bucket}' does not exist at this endpoint; check both`,
  ],
  NoSuchKey: ['not_found', (file) => `File '${file}' is gone; refresh the connection`],
  InvalidAccessKeyId: credentials,
  SignatureDoesNotMatch: credentials,
  ExpiredToken: credentials,
  InvalidToken: credentials,
  TokenRefreshRequired: credentials,
  RequestTimeTooSkewed: [
    'authentication',
    () => 'The clock of the service differs from that of the store; set it right',
  ],
  AccessDenied: permission,
  AllAccessDisabled: permission,
  PermanentRedirect: moved,
  TemporaryRedirect: moved,
  AuthorizationHeaderMalformed: moved,
  SlowDown: busy,
  ServiceUnavailable: busy,
};

/** Keyed by status, for answers without a code (the answer for a bucket in another region). */
const byStatus: Readonly<Record<number, Meaning>> = {
  301: moved,
  307: moved,
  401: credentials,
  403: permission,
  404: byCode.NoSuchKey as Meaning,
  429: busy,
  503: busy,
};

export function mapS3Refusal(
  status: number,
  code: string,
  file: string,
  bucket: string,
): SourceError {
  const known = (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? byStatus[status];
  const options = { sourceCode: code || String(status) };
  if (known) return new SourceError(known[0], known[1](file, bucket), options);
  if (status >= 500) {
    const words = `The store of bucket '${bucket}' failed to answer; try again later`;
    return new ServerFailure(words, options);
  }
  return new SourceError(
    'source_failed',
    `The store of bucket '${bucket}' refuses what was asked of '${file}'; ask for it with the store's own tools, which say why`,
    options,
  );
}
