import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type pg from 'pg';
import type { ServerPlace } from '../database-server.ts';
import { isLoopbackAddress } from '../host-rules.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';

/** Password methods, by libpq's names. */
const methods = ['scram-sha-256', 'md5', 'password', 'none'] as const;
type Method = (typeof methods)[number];

/** Messages that `pg` reports before it answers them (8.23). */
interface Listened {
  readonly stream: Socket;
  prependListener(name: string, listener: (message: { mechanisms?: string[] }) => void): void;
  emit(name: 'error', error: Error): void;
}

/**
 * Gives the password only to sign-in methods that the configuration permits, and ends the session
 * of a server that signs in by another method or without SCRAM's proof. Call before the client
 * connects; `connect` rejects with the error.
 */
export function guardSignIn(client: pg.Client, config: SourceConfig, place: ServerPlace): void {
  const { connection } = client as unknown as { connection: Listened };
  const allowed = allowedMethods(config);
  const binds = config.channel_binding === 'require';
  let asked: Method = 'none';
  let hasProof = false;
  let isBound = false;
  const ask = (method: Method) => () => {
    asked = method;
  };
  connection.prependListener('authenticationCleartextPassword', ask('password'));
  connection.prependListener('authenticationMD5Password', ask('md5'));
  connection.prependListener('authenticationSASL', ({ mechanisms = [] }) => {
    asked = 'scram-sha-256';
    isBound = mechanisms.includes('SCRAM-SHA-256-PLUS') && isTls(connection.stream);
  });
  connection.prependListener('authenticationSASLFinal', () => {
    hasProof = true;
  });
  const check = () => {
    if (!allowed.has(asked)) throw notAllowed(place, asked);
    if (binds && !isBound) throw notBound(place);
    if (asked === 'password' && !isPrivate(connection.stream)) throw inClear(place);
  };
  client.password = (() => {
    check();
    return String(config.password ?? '');
  }) as unknown as string;
  connection.prependListener('authenticationOk', () => {
    try {
      check();
      if (asked === 'scram-sha-256' && !hasProof) throw noProof(place);
    } catch (error) {
      connection.stream.destroy();
      connection.emit('error', error as Error);
    }
  });
}

/** `scram-sha-256,md5`, or all methods but `!password`. */
function allowedMethods({ require_auth: text }: SourceConfig): ReadonlySet<Method> {
  if (text === undefined) return new Set(methods);
  const words = String(text)
    .split(',')
    .map((word) => word.trim());
  const isMethod = (name: string): name is Method => (methods as readonly string[]).includes(name);
  const negated = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
  const named = words.filter((word) => !word.startsWith('!'));
  if (![...negated, ...named].every(isMethod) || (negated.length > 0 && named.length > 0)) {
    throw badConfiguration(
      `'require_auth' takes ${methods.join(', ')}, separated by commas; all of them with a ! before or none of them`,
    );
  }
  if (named.length > 0) return new Set(named.filter(isMethod));
  return new Set(methods.filter((method) => !negated.includes(method)));
}

const isTls = (stream: Socket) => stream instanceof TLSSocket;

/** True if nobody on the network can read the messages. */
const isPrivate = (stream: Socket) =>
  isTls(stream) || isLoopbackAddress(stream.remoteAddress ?? '');

const refusal = (message: string) => new SourceError('authentication', message);

const notAllowed = ({ host, user }: ServerPlace, asked: Method) =>
  refusal(
    asked === 'none'
      ? `'${host}' lets user '${user}' in without asking for a password, which 'require_auth' does not allow`
      : `'${host}' asks for the password of '${user}' by '${asked}', which 'require_auth' does not allow`,
  );
const inClear = ({ host, user }: ServerPlace) =>
  refusal(
    `'${host}' asks for the password of '${user}' in clear and without TLS, and it is not sent so; turn TLS on there, or let ` +
      'the server ask by scram-sha-256',
  );
const notBound = ({ host }: ServerPlace) =>
  refusal(
    `'${host}' does not bind signing in to its certificate, which channel_binding 'require' asks for; it takes TLS and scram-sha-256`,
  );
const noProof = ({ host }: ServerPlace) =>
  refusal(
    `'${host}' let this service in without showing that it knows the password; it is not the server that it should be`,
  );
