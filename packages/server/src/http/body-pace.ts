import type { IncomingMessage, ServerResponse } from 'node:http';

export interface PaceLimits {
  /**
   * A client that sends nothing for this time is cut off. No rate is asked during the first such
   * time.
   */
  readonly idleMs: number;
  /** The least average rate at which a client must send. */
  readonly bytesPerS: number;
}

/** The longest time and the most bytes for which the rest of a body is read after its answer. */
const maxLingerMs = 10_000;
const lingerBytes = 16 * 2 ** 20;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
  readonly bytesBefore: number;
  /** Bytes since the start, and the time of the last increase. */
  bytes: number;
  movedAt: number;
  /** Time in which received bytes waited for the service: no fault of the client. */
  ownMs: number;
  answered: { readonly at: number; readonly bytes: number } | null;
  giveUp: (() => void) | null;
}

/**
 * Watches bodies that arrive, and ends the connections of slow ones. An honest client on a bad line
 * sends some kilobytes a second; an attacker that occupies a connection and memory sends nothing,
 * or a byte now and then. One timer checks all bodies by the bytes their sockets have read, so a
 * chunk costs nothing.
 */
export class BodyPace {
  readonly #limits: PaceLimits;
  readonly #arrivals = new Map<IncomingMessage, Arrival>();
  readonly #timer: NodeJS.Timeout;
  #lookedAt = performance.now();
  #gaveUp = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#timer = setInterval(
      () => this.#look(performance.now()),
      Math.min(1000, limits.idleMs / 4),
    ).unref();
  }

  /** Bodies under way. */
  get arriving(): number {
    return this.#arrivals.size;
  }

  /** The number of bodies that were too slow. */
  get gaveUp(): number {
    return this.#gaveUp;
  }

  /** Watches a request until the body is whole. A request without a body is ignored. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    if (!mayHaveBody(request)) return;
    const now = performance.now();
    this.#arrivals.set(request, {
      request,
      response,
      startedAt: now,
      bytesBefore: request.socket.bytesRead,
      bytes: 0,
      movedAt: now,
      ownMs: 0,
      answered: null,
      giveUp: null,
    });
  }

  /**
   * Sets the action for a body that is too slow, instead of ending the connection: an answer, while
   * possible.
   */
  onSlow(request: IncomingMessage, giveUp: () => void): void {
    const arrival = this.#arrivals.get(request);
    if (arrival) arrival.giveUp = giveUp;
  }

  /** The body is whole. */
  done(request: IncomingMessage): void {
    this.#arrivals.delete(request);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(now: number): void {
    const sinceMs = now - this.#lookedAt;
    this.#lookedAt = now;
    for (const arrival of this.#arrivals.values()) {
      const { request } = arrival;
      if (request.complete || request.destroyed || (request.socket?.destroyed ?? true))
        this.#arrivals.delete(request);
      else if (isTooSlow(measured(arrival, now, sinceMs), now, this.#limits)) this.#end(arrival);
    }
  }

  #end(arrival: Arrival): void {
    const { request, giveUp } = arrival;
    if (arrival.answered === null) this.#gaveUp += 1;
    // A slow body is answered once; the rest of the body then has the time of any rest.
    arrival.giveUp = null;
    if (giveUp) {
      giveUp();
    } else {
      this.#arrivals.delete(request);
      request.socket?.destroy();
    }
  }
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function measured(arrival: Arrival, now: number, sinceMs: number): Arrival {
  const { request, response } = arrival;
  const bytes = request.socket.bytesRead - arrival.bytesBefore;
  const isOurs = request.readableLength > 0;
  if (isOurs) arrival.ownMs += Math.min(sinceMs, now - arrival.startedAt);
  if (isOurs || bytes > arrival.bytes) arrival.movedAt = now;
  arrival.bytes = bytes;
  if (response.writableFinished) arrival.answered ??= { at: now, bytes };
  return arrival;
}

function isTooSlow(
  { startedAt, bytes, movedAt, ownMs, answered }: Arrival,
  now: number,
  limits: PaceLimits,
): boolean {
  if (answered)
    return (
      now - answered.at > Math.min(maxLingerMs, limits.idleMs) ||
      bytes - answered.bytes > lingerBytes
    );
  if (now - movedAt > limits.idleMs) return true;
  const askedMs = now - startedAt - ownMs - limits.idleMs;
  return bytes < (askedMs / 1000) * limits.bytesPerS;
}
