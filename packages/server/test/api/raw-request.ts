import { connect, type Socket } from 'node:net';

/** A connection that sends raw bytes, for requests that no HTTP client makes. */
export interface RawConnection {
  send(text: string | Uint8Array): void;
  /** Bytes received so far. */
  received(): string;
  /** All received bytes, after the service ended the connection. */
  readonly answer: Promise<string>;
  close(): void;
}

export function openRaw(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname, () =>
      resolve({
        send: (text) => void socket.write(text),
        received: () => received,
        answer,
        close: () => void socket.destroy(),
      }),
    );
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const answer = new Promise<string>((end) => socket.once('close', () => end(received)));
    // After the connection opened, the answer tells the outcome.
    socket.on('error', reject);
  });
}

/**
 * Sends `text` on a connection of its own and gives the whole answer; `text` asks for the
 * connection's end.
 */
export async function sendRaw(origin: string, text: string): Promise<string> {
  const connection = await openRaw(origin);
  connection.send(text);
  return connection.answer;
}
