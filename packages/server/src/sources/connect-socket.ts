import { createConnection, type Socket } from 'node:net';
import { unreachableSentence } from './resolve-host.ts';
import type { CheckedAddress, SourceContext } from './source.ts';
import { SourceError } from './source-error.ts';

/** Time limit per address; a reachable host answers within a round trip. */
const connectTimeoutMs = 10_000;

/**
 * A socket connected to one of the host's checked addresses, tried in the resolver's order. The
 * caller closes the socket. Throws SourceErrors (`address_refused`, `name_not_found`,
 * `unreachable`, `cancelled`).
 */
export async function connectSocket(
  context: Pick<SourceContext, 'signal' | 'resolve'>,
  host: string,
  port: number,
): Promise<Socket> {
  const addresses = await context.resolve(host, port);
  let lastCode = '';
  for (const address of addresses) {
    context.signal.throwIfAborted();
    const outcome = await connectTo(address, port, context.signal);
    if (typeof outcome !== 'string') return counted(outcome);
    lastCode = outcome;
  }
  if (context.signal.aborted) throw new SourceError('cancelled', 'Cancelled');
  throw new SourceError('unreachable', unreachableSentence(host, port), { sourceCode: lastCode });
}

const open = new Set<Socket>();
let receivedBefore: number | null = null;

/** Bytes received by all sockets of this process; null before the first connection. */
export function receivedBytes(): number | null {
  if (receivedBefore === null) return null;
  return [...open].reduce((sum, { bytesRead }) => sum + bytesRead, receivedBefore);
}

function counted(socket: Socket): Socket {
  receivedBefore ??= 0;
  open.add(socket);
  socket.once('close', () => {
    open.delete(socket);
    receivedBefore = (receivedBefore ?? 0) + socket.bytesRead;
  });
  return socket;
}

/** The socket, or the error code. */
function connectTo(
  { address, family }: CheckedAddress,
  port: number,
  signal: AbortSignal,
): Promise<Socket | string> {
  return new Promise((resolve) => {
    // Connecting to the checked address avoids a second lookup.
    const socket = createConnection({
      host: address,
      family,
      port,
      noDelay: true,
      keepAlive: true,
    });
    const settle = (outcome: Socket | string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
      if (typeof outcome === 'string') {
        socket.on('error', () => {});
        socket.destroy();
      }
      resolve(outcome);
    };
    const onAbort = () => settle('aborted');
    const timer = setTimeout(() => settle('ETIMEDOUT'), connectTimeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', () => settle(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
  });
}
