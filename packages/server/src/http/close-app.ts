import type { FastifyInstance } from 'fastify';

/** Interval of checks for connections that had a request under way when the closing began. */
const lookEveryMs = 50;

/**
 * Stops listening, lets the requests under way end, and closes their connections; after
 * `deadlineMs` the rest is cut off. Node closes only the connections that are idle at the moment of
 * closing, and then waits for the others to time out.
 */
export async function closeApp(app: FastifyInstance, deadlineMs: number): Promise<void> {
  const look = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), deadlineMs);
  try {
    await app.close();
  } finally {
    clearInterval(look);
    clearTimeout(cutOff);
  }
}
