import { createPublicKey, type KeyObject } from 'node:crypto';
import mysql from 'mysql2';
import type { SourceConfig } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';

/** What the server of caching_sha2_password sends to be given the password itself. */
const wantsPassword = Buffer.from([4]);

/**
 * The ways to sign in that send the password itself, for a session without TLS: under the key of
 * the server that the config has, or under one that the server is asked for where the config allows
 * that. Otherwise they end before anything is sent, as MySQL's own client does: whoever answers
 * would choose the key. mysql2 takes its own ways where it is given none, and these ask for the key
 * unconditionally.
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
