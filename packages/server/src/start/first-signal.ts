import type { EventEmitter } from 'node:events';

/**
 * One interrupt at a terminal comes twice under npm: to all processes of the terminal, and from
 * npm, which passes its own on.
 */
const sameSignalMs = 500;

/** The first SIGINT or SIGTERM of a process; a second signal ends the process at once. */
export function firstSignal(
  process: Pick<EventEmitter, 'on'> & { exit(code: number): void },
  now: () => number = () => performance.now(),
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let receivedAt: number | undefined;
    const receive = (signal: NodeJS.Signals) => {
      if (receivedAt !== undefined && now() - receivedAt > sameSignalMs) process.exit(130);
      receivedAt ??= now();
      resolve(signal);
    };
    process.on('SIGINT', receive);
    process.on('SIGTERM', receive);
  });
}
