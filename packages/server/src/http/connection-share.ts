import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isIPv6 } from 'node:net';

/**
 * Counts the open connections, and those ended for want of room. A connection without a request
 * under way is silent. Near the limit the oldest silent connection ends, of the address with most
 * silent connections. A client that opens connections and sends nothing bars nobody.
 */
export class ConnectionShare {
  readonly #limit: number;
  /** From this number of connections, silent ones make room; the rest is for new clients. */
  readonly #crowd: number;
  /** Silent connections by address, the longest silent first. */
  readonly #silent = new Map<string, Set<Socket>>();
  readonly #counts = new Map<string, number>();
  /** Requests under way; a connection may have sent several ahead. */
  readonly #busy = new WeakMap<Socket, number>();
  open = 0;
  refused = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#crowd = limit - Math.min(64, Math.floor(limit / 8));
  }

  /** Watches the connections of a server from this call on. */
  watch(server: Server): void {
    server.maxConnections = this.#limit;
    server.on('connection', (socket: Socket) => this.#take(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request.socket, response),
    );
    server.on('drop', () => {
      this.refused += 1;
    });
  }

  #take(socket: Socket): void {
    const address = groupOf(socket.remoteAddress ?? '');
    this.open += 1;
    const held = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, held);
    socket.once('close', () => this.#leave(socket, address));
    if (this.open > this.#crowd && !this.#makeRoom() && held > this.#limit / 2) {
      // Every other connection works; an address with half of all connections gets none of the
      // last.
      this.refused += 1;
      socket.destroy();
      return;
    }
    this.#quieten(socket, address);
  }

  #leave(socket: Socket, address: string): void {
    this.open -= 1;
    const left = (this.#counts.get(address) ?? 1) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
    this.#stir(socket, address);
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const address = groupOf(socket.remoteAddress ?? '');
    this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
    this.#stir(socket, address);
    response.once('close', () => {
      const rest = (this.#busy.get(socket) ?? 1) - 1;
      this.#busy.set(socket, rest);
      if (rest === 0 && !socket.destroyed) this.#quieten(socket, address);
    });
  }

  #quieten(socket: Socket, address: string): void {
    const known = this.#silent.get(address);
    if (known) known.add(socket);
    else this.#silent.set(address, new Set([socket]));
  }

  #stir(socket: Socket, address: string): void {
    const known = this.#silent.get(address);
    known?.delete(socket);
    if (known?.size === 0) this.#silent.delete(address);
  }

  /**
   * Ends the oldest silent connection of the address with most; false if no connection is silent.
   */
  #makeRoom(): boolean {
    let most: readonly [string, Set<Socket>] | undefined;
    for (const entry of this.#silent)
      if (most === undefined || entry[1].size > most[1].size) most = entry;
    const oldest = most?.[1].values().next().value;
    if (most === undefined || oldest === undefined) return false;
    this.refused += 1;
    this.#stir(oldest, most[0]);
    oldest.destroy();
    return true;
  }
}

/** The owner of one IPv6 address has the whole network of 64 bits. */
function groupOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4).join(':');
}
