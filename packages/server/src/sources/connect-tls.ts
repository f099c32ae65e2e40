import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { connectSocket } from './connect-socket.ts';
import { signInTimeoutMs } from './database-server.ts';
import type { SourceContext } from './source.ts';

interface TlsOptions {
  /** Protocols for ALPN. */
  readonly protocols?: readonly string[];
  /** Trusted certificates instead of the well-known authorities, as PEM text. */
  readonly ca?: string | undefined;
}

/**
 * A TLS connection to one of the host's checked addresses, with a certificate check for the host.
 * The caller closes the connection. Throws SourceErrors, and errors with a `code` for a failed
 * handshake.
 */
export async function connectTls(
  context: Pick<SourceContext, 'signal' | 'resolve'>,
  host: string,
  port: number,
  options: TlsOptions = {},
): Promise<TLSSocket> {
  const socket = await connectSocket(context, host, port);
  return await shakeHands(socket, host, options);
}

function shakeHands(
  socket: Socket,
  host: string,
  { protocols, ca }: TlsOptions,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connect({
      socket,
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      ...(protocols === undefined ? {} : { ALPNProtocols: [...protocols] }),
      ...(ca === undefined ? {} : { ca }),
    });
    const fail = (failure: Error) => {
      clearTimeout(timer);
      secure.destroy();
      reject(failure);
    };
    const timer = setTimeout(
      () => fail(Object.assign(new Error('no handshake in time'), { code: 'ETIMEDOUT' })),
      signInTimeoutMs,
    );
    secure.once('error', fail);
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      secure.off('error', fail);
      resolve(secure);
    });
  });
}
