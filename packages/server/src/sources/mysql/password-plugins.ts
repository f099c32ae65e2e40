import { createPublicKey, type KeyObject } from 'node:crypto';
import mysql from 'mysql2';
import type { SourceConfig } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';

/** The byte by which a server with caching_sha2_password requests the password itself. */
const wantsPassword = Buffer.from([4]);

/**
 * Sign-in methods that send the password itself, for a session without TLS. The password is
 * encrypted with the configured key of the server, or with a key requested from the server if the
 * configuration permits. Otherwise the sign-in ends before anything is sent, as in MySQL's own
 * client: an impostor would choose the key. Without plugins, mysql2 uses its own, which request the
 * key unconditionally.
 */
export function passwordPlugins(config: SourceConfig): Record<string, mysql.AuthPlugin> {
  const { server_public_key: key, get_server_public_key: asks } = config;
  const options = key === undefined ? {} : { serverPublicKey: readKey(String(key)) };
  const isAllowed = key !== undefined || asks === true;
  const refuse = () => {
    throw new SourceError(
      'authentication',
      `'${config.host}' asks for the password of '${config.user}' without TLS, and it is not sent to whoever answers; turn TLS ` +
        "on there, name the server's key in 'server_public_key', or set 'get_server_public_key' to true on a network that you trust",
    );
  };
  const { caching_sha2_password: caching, sha256_password: sha256 } = mysql.authPlugins;
  return {
    caching_sha2_password: (metadata) => {
      const answer = caching(options)(metadata);
      return (data) => (wantsPassword.equals(data) && !isAllowed ? refuse() : answer(data));
    },
    sha256_password: (metadata) => {
      const answer = sha256(options)(metadata);
      return (data) => (isAllowed ? answer(data) : refuse());
    },
  };
}

function readKey(text: string): KeyObject {
  try {
    return createPublicKey(text);
  } catch {
    throw badConfiguration("'server_public_key' is no public key as PEM text");
  }
}
