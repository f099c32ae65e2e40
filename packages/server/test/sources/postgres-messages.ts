/** Messages of PostgreSQL's protocol, for fake servers. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export function serverMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Authentication request by number: 0 ok, 3 in clear, 5 MD5, 10 SASL. */
export function authenticationMessage(code: number, rest = ''): Buffer {
  const body = Buffer.alloc(4);
  body.writeInt32BE(code);
  return serverMessage('R', Buffer.concat([body, Buffer.from(rest, 'latin1')]));
}

export const readyForQuery = serverMessage('Z', Buffer.from('I'));

export interface DrippingServer {
  readonly port: number;
  /** Sessions that sent a question, present and past. */
  readonly asked: () => number;
  close(): void;
}

/** Accepts everybody, and answers every question by a notice each 200 ms, for ever. */
export async function startDrippingPostgres(): Promise<DrippingServer> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const notice = serverMessage('N', Buffer.from('SNOTICE\0Mwait\0\0'));
  const server = createServer((socket) => {
    sockets.add(socket);
    let isSignedIn = false;
    let timer: NodeJS.Timeout | undefined;
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
    });
    socket.on('data', (bytes: Buffer) => {
      // SSLRequest.
      if (bytes.length === 8) socket.write('N');
      else if (!isSignedIn) {
        isSignedIn = true;
        socket.write(Buffer.concat([authenticationMessage(0), readyForQuery]));
      } else if (timer === undefined) {
        asked += 1;
        timer = setInterval(() => socket.write(notice), 200);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => asked,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
