import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { signJwt } from '../sign-jwt.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';
import type { SnowflakeAccount } from './account.ts';

/** Lifetime of the signed token in seconds: the token is used at once. */
const tokenSeconds = 60;

/**
 * The credentials as fields of the request's `data`. Throws SourceErrors of class `configuration`.
 */
export function proofOf(account: SnowflakeAccount, config: SourceConfig): Record<string, string> {
  const { password, private_key: given, private_key_passphrase: passphrase } = config;
  const pem = given ?? (isPem(password) ? password : undefined);
  if (pem !== undefined) {
    return {
      AUTHENTICATOR: 'SNOWFLAKE_JWT',
      TOKEN: signedToken(account, readKey(String(pem), passphrase), Date.now()),
    };
  }
  if (password === undefined)
    throw badConfiguration("A snowflake connection needs 'password' or 'private_key'");
  return { AUTHENTICATOR: 'SNOWFLAKE', PASSWORD: String(password) };
}

const isPem = (value: SourceConfig[string] | undefined) =>
  /^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(String(value));

function readKey(pem: string, passphrase: SourceConfig[string] | undefined): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey({
      key: pem,
      ...(passphrase === undefined ? {} : { passphrase: String(passphrase) }),
    });
  } catch {
    throw badConfiguration(
      'The private key cannot be read; give it as PEM text, and its private_key_passphrase where it is encrypted',
    );
  }
  if (key.asymmetricKeyType !== 'rsa') throw badConfiguration('The private key must be an RSA key');
  return key;
}

/** The JSON web token of docs.snowflake.com, "Using key-pair authentication". */
function signedToken({ name, user }: SnowflakeAccount, key: KeyObject, nowMs: number): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(publicKey).digest('base64');
  const subject = `${name}.${user.toUpperCase()}`;
  const now = Math.floor(nowMs / 1000);
  const claims = {
    iss: `${subject}.SHA256:${fingerprint}`,
    sub: subject,
    iat: now,
    exp: now + tokenSeconds,
  };
  return signJwt({}, claims, key);
}
