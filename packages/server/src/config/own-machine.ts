import { isIP } from 'node:net';

/**
 * Whether the service answers its own machine alone: it listens on loopback, and no proxy on the
 * same machine brings others (QUERN_PUBLIC_URL).
 */
export function servesOwnMachine({
  host,
  publicUrl,
}: {
  readonly host: string;
  readonly publicUrl: string | null;
}): boolean {
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return isLoopback && publicUrl === null;
}
