import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import mysql from 'mysql2';
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
import { sessionSettings } from './catalog.ts';
import { mapMysqlError } from './map-mysql-error.ts';
import { passwordPlugins } from './password-plugins.ts';

/** Maximum rows buffered for a slow reader. */
const rowsAhead = 1_000;

export interface MysqlSession extends SourceSession {
  readonly connection: mysql.Connection;
  readonly place: ServerPlace;
  readonly isMariaDb: boolean;
  readonly version: string;
  /** All rows of a small result, text and numbers as text. */
  query(sql: string): Promise<Record<string, string | null>[]>;
  /** Rows of a large result, fetched in parts. */
  rows(sql: string): AsyncIterable<Record<string, string | null>>;
  /** The socket of the server's bytes: the TLS socket under TLS. */
  stream(): Socket;
  close(): Promise<void>;
}

/**
 * A separate session; the caller closes the session. An abort of the context sends KILL QUERY from
 * a second session. Throws SourceErrors.
 */
export async function openMysql(
  context: SourceContext,
  config: SourceConfig,
): Promise<MysqlSession> {
  const { signal } = context;
  const place = placeOf(config);
  const mapError = errorMapper(signal, place, mapMysqlError);
  const connection = await signIn(context, config, place).catch((error: unknown) => {
    throw mapError(error);
  });
  let grace: NodeJS.Timeout | undefined;
  const onAbort = () => {
    grace = setTimeout(() => connection.destroy(), cancelGraceMs);
    void killQuery(context, config, place, connection.threadId).catch(() => connection.destroy());
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const close = async () => {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(grace);
    connection.destroy();
  };
  try {
    const query = (sql: string) => ask(connection, sql);
    for (const setting of sessionSettings) await query(setting);
    const [row] = await query('SELECT VERSION() AS version');
    const version = row?.version ?? '';
    const stream = () => (connection as unknown as { stream: Socket }).stream;
    return {
      connection,
      place,
      version,
      isMariaDb: /mariadb/i.test(version),
      mapError,
      query,
      rows: (sql) => connection.query(sql).stream({ highWaterMark: rowsAhead }),
      stream,
      close,
    };
  } catch (error) {
    await close();
    throw mapError(error);
  }
}

function ask(connection: mysql.Connection, sql: string): Promise<Record<string, string | null>[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => {
      if (error) reject(error);
      else resolve(rows as unknown as Record<string, string | null>[]);
    });
  });
}

async function signIn(
  context: SourceContext,
  config: SourceConfig,
  place: ServerPlace,
): Promise<mysql.Connection> {
  const tls = tlsOptions(config, place);
  if (!takesPlain(config)) return attemptSignIn(context, config, place, tls);
  try {
    return await attemptSignIn(context, config, place, tls);
  } catch (error) {
    if (mapMysqlError(error, place).class !== 'tls_not_offered') throw error;
    return attemptSignIn(context, config, place, undefined);
  }
}

async function attemptSignIn(
  context: SourceContext,
  config: SourceConfig,
  place: ServerPlace,
  ssl: mysql.SslOptions | undefined,
): Promise<mysql.Connection> {
  const socket = await connectSocket(context, place.host, place.port);
  const stopSocket = () => socket.destroy();
  context.signal.addEventListener('abort', stopSocket, { once: true });
  const connection = mysql.createConnection({
    ...place,
    password: String(config.password ?? ''),
    ...(ssl ? { ssl } : { authPlugins: passwordPlugins({ ...config, ...place }) }),
    stream: socket as Duplex,
    charset: 'utf8mb4_general_ci',
    connectTimeout: signInTimeoutMs,
    // LOCAL INFILE would let the server request any file of this machine. Without DEPRECATE_EOF,
    // rows end with one kind of packet.
    flags: ['-LOCAL_FILES', '-DEPRECATE_EOF', '-MULTI_STATEMENTS', '-SESSION_TRACK'],
    connectAttributes: { program_name: 'quern' },
    // Otherwise the driver generates functions from column names that a server sends.
    disableEval: true,
    dateStrings: true,
    typeCast: (field) => field.string('utf8'),
  });
  // An error between two statements appears at the next statement.
  connection.on('error', () => {});
  try {
    await new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    );
    return connection;
  } catch (error) {
    connection.destroy();
    socket.destroy();
    throw error;
  } finally {
    context.signal.removeEventListener('abort', stopSocket);
  }
}

function tlsOptions(config: SourceConfig, { host }: ServerPlace): mysql.SslOptions | undefined {
  const { sslmode } = config;
  if (sslmode === 'disable') return undefined;
  if (sslmode === 'verify-full' && isIP(host) !== 0) {
    throw badConfiguration(
      "sslmode 'verify-full' needs the server's name in 'host', not its address",
    );
  }
  return {
    ...trustOf(config),
    // The driver otherwise accepts a trusted certificate for any other name.
    verifyIdentity: sslmode === 'verify-full',
  };
}

async function killQuery(
  context: SourceContext,
  config: SourceConfig,
  place: ServerPlace,
  threadId: number | null,
): Promise<void> {
  if (threadId === null) return;
  const other = await signIn({ ...context, signal: new AbortController().signal }, config, place);
  try {
    await ask(other, `KILL QUERY ${Number(threadId)}`);
  } finally {
    other.destroy();
  }
}
