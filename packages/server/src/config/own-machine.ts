import { isIP } from 'node:net';

/**
 * True if only programs of the same machine reach the service: the service listens on loopback, and
 * no local proxy forwards other clients (QUERN_PUBLIC_URL).
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
