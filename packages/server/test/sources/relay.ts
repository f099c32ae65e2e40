import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A relay between a source and its reader that can be cut, held and restored. */
export interface Relay {
  readonly port: number;
  /** Connections end, and new connections are refused. */
  cut(): Promise<void>;
  /** After so many more bytes of the server nothing comes of it. */
  hold(bytes: number): void;
  /** Restores a cut or held relay. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Relays a port of 127.0.0.1 to another port of 127.0.0.1. */
export async function startRelay(to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let left = Number.POSITIVE_INFINITY;
  const gate = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length;
        if (left >= 0) done(null, chunk);
        else held.push(() => done(null, chunk));
      },
    });
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1');
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        another.destroy();
      });
    }
    socket.pipe(other);
    other.pipe(gate()).pipe(socket);
  });
  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(on, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: close,
    hold(bytes) {
      left = bytes;
    },
    async mend() {
      if (!server.listening) await listen(port);
      left = Number.POSITIVE_INFINITY;
      for (const goOn of held.splice(0)) goOn();
    },
    close,
  };
}
