import type { SourceProperty } from './source.ts';

/** The companions of `s3_access_key_id`, for kinds with files in a bucket. */
export const s3Secrets: readonly SourceProperty[] = [
  {
    name: 's3_secret_access_key',
    label: 'S3 secret access key',
    kind: 'secret',
    required: false,
    description: 'The secret of the key.',
  },
  {
    name: 's3_session_token',
    label: 'S3 session token',
    kind: 'secret',
    required: false,
    description: 'Token of temporary keys.',
  },
];
