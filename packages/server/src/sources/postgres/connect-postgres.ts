import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { connectSocket } from '../connect-socket.ts';
import {
  cancelGraceMs,
  errorMapper,
  placeOf,
  type ServerPlace,
  signInTimeoutMs,
  takesPlain,
  trustOf,
} from '../database-server.ts';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { badConfiguration } from '../source-error.ts';
import { guardSignIn } from './guard-sign-in.ts';
import { mapPostgresError } from './map-postgres-error.ts';

export interface PostgresSession extends SourceSession {
  readonly client: pg.Client;
  readonly place: ServerPlace;
  /** The socket of the server's bytes: the TLS socket under TLS. */
  readonly stream: Socket;
  /** The server's version at sign-in; undefined if not a number. */
  readonly majorVersion: number | undefined;
  close(): Promise<void>;
}

type SignedIn = Pick<PostgresSession, 'client' | 'stream' | 'majorVersion'>;

/**
 * A separate session; the caller closes the session. An abort of the context's signal sends a
 * cancel request to the server. (Destroying the socket does not stop a query before its first row:
 * the query ran on after 8 s.) Throws SourceErrors.
 */
export async function openPostgres(
  context: SourceContext,
  config: SourceConfig,
): Promise<PostgresSession> {
  const { signal } = context;
  const place = placeOf(config);
  const mapError = errorMapper(signal, place, mapPostgresError);
  let grace: NodeJS.Timeout | undefined;
  const opened = await signIn(context, config, place).catch((error: unknown) => {
    throw mapError(error);
  });
  const { client, stream, majorVersion } = opened;
  const onAbort = () => {
    grace = setTimeout(() => stream.destroy(), cancelGraceMs);
    void sendCancel(context, client, place).catch(() => stream.destroy());
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const close = async () => {
    signal.removeEventListener('abort', onAbort);
    await endSession(opened);
    clearTimeout(grace);
  };
  if (signal.aborted) {
    await close();
    throw mapError(undefined);
  }
  return { client, stream, majorVersion, place, mapError, close };
}

async function endSession({ client, stream }: SignedIn): Promise<void> {
  const timer = setTimeout(() => stream.destroy(), cancelGraceMs);
  await client.end().catch(() => {});
  clearTimeout(timer);
  stream.destroy();
}

async function signIn(
  context: SourceContext,
  config: SourceConfig,
  place: ServerPlace,
): Promise<SignedIn> {
  const tls = tlsOptions(config);
  const attempt = (ssl: ConnectionOptions | false) => attemptSignIn(context, config, place, ssl);
  if (!takesPlain(config)) return attempt(tls);
  try {
    return await attempt(tls);
  } catch (error) {
    if (mapPostgresError(error, place).class !== 'tls_not_offered') throw error;
    return attempt(false);
  }
}

async function attemptSignIn(
  context: SourceContext,
  config: SourceConfig,
  place: ServerPlace,
  ssl: ConnectionOptions | false,
): Promise<SignedIn> {
  const socket = await connectSocket(context, place.host, place.port);
  const stopSocket = () => socket.destroy();
  context.signal.addEventListener('abort', stopSocket, { once: true });
  const client = new pg.Client({
    ...place,
    ssl,
    ...(ssl && config.sslnegotiation === 'direct' ? { sslnegotiation: 'direct' as const } : {}),
    application_name: 'quern',
    ...(config.options === undefined ? {} : { options: String(config.options) }),
    enableChannelBinding: Boolean(ssl) && config.channel_binding !== 'disable',
    connectionTimeoutMillis: signInTimeoutMs,
    stream: () => alreadyConnected(socket),
  });
  // An error between two statements appears at the next statement.
  client.on('error', () => {});
  try {
    const { connection } = client as unknown as { connection: Told };
    let version = '';
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'server_version') version = parameterValue;
    });
    guardSignIn(client, config, place);
    await client.connect();
    const majorVersion = /^(\d{1,4})\b/.exec(version)?.[1];
    return {
      client,
      stream: connection.stream,
      majorVersion: majorVersion === undefined ? undefined : Number(majorVersion),
    };
  } catch (error) {
    socket.destroy();
    await client.end().catch(() => {});
    throw error;
  } finally {
    context.signal.removeEventListener('abort', stopSocket);
  }
}

/** Events and fields of a `pg` connection that its own types leave out. */
interface Told {
  /** The TLS socket under TLS. */
  readonly stream: Socket;
  on(
    name: 'parameterStatus',
    listener: (message: { parameterName: string; parameterValue: string }) => void,
  ): void;
}

/** `pg` connects the given socket. This socket is already connected, to the checked address. */
function alreadyConnected(socket: Socket): Socket {
  socket.connect = (() => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  }) as Socket['connect'];
  return socket;
}

/** libpq's modes; as in libpq, `require` with a root certificate checks the certificate. */
function tlsOptions(config: SourceConfig): ConnectionOptions | false {
  const { sslmode, sslcert, sslkey } = config;
  if (sslmode === 'disable') {
    if (sslcert || sslkey)
      throw badConfiguration("'sslcert' and 'sslkey' need TLS, which sslmode 'disable' turns off");
    return false;
  }
  if ((sslcert === undefined) !== (sslkey === undefined)) {
    throw badConfiguration("'sslcert' and 'sslkey' are given together or not at all");
  }
  return {
    ...trustOf(config),
    ...(sslmode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(sslcert === undefined ? {} : { cert: String(sslcert), key: String(sslkey) }),
  };
}

/** CancelRequest of the protocol: a separate connection, answered only by its end. */
async function sendCancel(
  context: SourceContext,
  client: pg.Client,
  { host, port }: ServerPlace,
): Promise<void> {
  const { processID, secretKey } = client as unknown as {
    processID: number | null;
    secretKey: number | null;
  };
  if (processID === null || secretKey === null) return;
  const socket = await connectSocket(
    { ...context, signal: new AbortController().signal },
    host,
    port,
  );
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.end(message);
    socket.resume();
  });
}
