import type { Logger } from 'pino';
import type { PoolEvent } from '../engine/host/pool-options.ts';
import { errorCodes } from '../kernel/errors.ts';

/**
 * Logs the events of a pool. A task that failed by its request's fault is reported to the caller,
 * by the answer and the run; the stack helps only an author of the planner.
 */
export const poolEvents = (log: Logger, pool: string) => (event: PoolEvent) => {
  const isOfCaller = event.kind === 'task_failed' && errorCodes[event.code].logLevel === 'info';
  log[isOfCaller ? 'debug' : 'warn'](event, pool);
};
