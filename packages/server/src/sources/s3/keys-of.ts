import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';
import type { S3Keys } from './sign-request.ts';

/**
 * Keys from the named properties (id, secret, token); null without keys. Throws a SourceError
 * (`configuration`).
 */
export function keysOf(
  config: SourceConfig,
  [id, secret, token]: readonly [string, string, string],
): S3Keys | null {
  const accessKeyId = config[id];
  const secretAccessKey = config[secret];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw badConfiguration(`'${id}' and '${secret}' are given together or not at all`);
  }
  if (accessKeyId === undefined) return null;
  const sessionToken = config[token] === undefined ? undefined : String(config[token]);
  return {
    accessKeyId: String(accessKeyId),
    secretAccessKey: String(secretAccessKey),
    sessionToken,
  };
}
