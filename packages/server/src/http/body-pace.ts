import type { IncomingMessage, ServerResponse } from 'node:http';

export interface PaceLimits {
  /**
   * A client that sends nothing for so long is given up; for the first time of it no rate is asked.
   */
  readonly idleMs: number;
  /** What a client sends a second on average, at least. */
  readonly bytesPerS: number;
}

/**
 * For how long at most, and for how many bytes, the rest of a body is taken in whose request was
 * answered already.
 */
const maxLingerMs = 10_000;
const lingerBytes = 16 * 2 ** 20;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
  readonly bytesBefore: number;
  /** Bytes since the start, and when there were more the last time. */
  bytes: number;
  movedAt: number;
  /** Time in which bytes lay here that nobody had taken: no fault of the client. */
  ownMs: number;
  answered: { readonly at: number; readonly bytes: number } | null;
  giveUp: (() => void) | null;
}

/**
 * Watches bodies on their way, and ends the connections of those that come too slowly: an honest
 * client on a bad line sends some kilobytes a second, one that holds a connection and memory sends
 * nothing or a byte now and then. It looks at all of them at once, by what their sockets have read,
 * so that nothing is done for each chunk.
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

  /** Bodies that were too slow. */
  get gaveUp(): number {
    return this.#gaveUp;
  }

  /** From now on until the body is whole. A request without a body is none of its business. */
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
   * What is done in place of ending the connection when the body is too slow; to answer, while that
   * is possible.
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
    // The answer to a slow body is given once; after it, the rest of the body has the time of any
    // rest.
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
