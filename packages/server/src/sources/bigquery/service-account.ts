import { createPrivateKey, type KeyObject } from 'node:crypto';
import { signJwt } from '../sign-jwt.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';

export interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
  readonly keyId: string | undefined;
  readonly tokenUrl: URL;
}

const tokenUrl = 'https://oauth2.googleapis.com/token';
/** The scope of the token; the account's roles decide its rights. */
const scope = 'https://www.googleapis.com/auth/bigquery';
/** Google's maximum. */
const assertionSeconds = 3_600;

/**
 * Throws SourceErrors of class `configuration` that show nothing of the key. `emulator` is an
 * additional allowed origin of tokens.
 */
export function readServiceAccount(
  { credentials_json: text }: SourceConfig,
  emulator: string | undefined,
): ServiceAccount | undefined {
  if (text === undefined && emulator !== undefined) return undefined;
  if (text === undefined) throw badConfiguration("A bigquery connection needs 'credentials_json'");
  const fields = parse(String(text));
  if (fields.type !== 'service_account') {
    throw badConfiguration(
      "'credentials_json' must be the key of a service account (its 'type' says service_account)",
    );
  }
  const {
    client_email: email,
    private_key: pem,
    private_key_id: keyId,
    token_uri: uri = tokenUrl,
  } = fields;
  if (typeof email !== 'string' || typeof pem !== 'string') {
    throw badConfiguration("'credentials_json' needs 'client_email' and 'private_key'");
  }
  // A key names its own token URL, so a forged key could send a signed token anywhere.
  const isOwn =
    emulator !== undefined &&
    typeof uri === 'string' &&
    URL.canParse(uri) &&
    new URL(uri).origin === emulator;
  if (uri !== tokenUrl && !isOwn)
    throw badConfiguration(`'token_uri' of 'credentials_json' must be ${tokenUrl}`);
  return {
    email,
    key: readKey(pem),
    keyId: typeof keyId === 'string' ? keyId : undefined,
    tokenUrl: new URL(String(uri)),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The parser's message would show parts of the key.
  }
  throw badConfiguration("'credentials_json' must be the JSON text of a service account's key");
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw badConfiguration(
      "The 'private_key' of 'credentials_json' cannot be read; download the key again",
    );
  }
}

/** The body of a token request (RFC 7523). */
export function tokenRequest(
  { email, key, keyId, tokenUrl: audience }: ServiceAccount,
  nowMs: number,
): string {
  const now = Math.floor(nowMs / 1000);
  const claims = { iss: email, scope, aud: audience.href, iat: now, exp: now + assertionSeconds };
  const assertion = signJwt(keyId === undefined ? {} : { kid: keyId }, claims, key);
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  }).toString();
}
