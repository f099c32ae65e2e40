import { setting } from './setting.ts';
import { integer, origin, text } from './setting-kinds.ts';

/** The addresses of the service for itself and for callers; rows of the table of settings. */
export const listenSettings = {
  host: setting(
    'QUERN_HOST',
    text(/^\S+$/, 'a host name or address'),
    '127.0.0.1',
    'Address to listen on.',
  ),
  port: setting('QUERN_PORT', integer(0, 65_535), '4400', 'Port to listen on; 0 takes a free one.'),
  healthPort: setting<number | null>(
    'QUERN_HEALTH_PORT',
    integer(1, 65_535),
    'none',
    () => null,
    'Port of its own for /healthz, /readyz and /metrics, which answers whatever the crowd at QUERN_PORT is; /metrics is there alone then.',
  ),
  metricsToken: setting<string | null>(
    'QUERN_METRICS_TOKEN',
    text(/^[!-~]{16,200}$/, '16 to 200 printable characters without spaces', { secret: true }),
    'none',
    () => null,
    'Token that /metrics at QUERN_PORT asks for (Authorization: Bearer). Without one it answers only where the service listens on loopback and QUERN_PUBLIC_URL is not set, and is 403 elsewhere.',
  ),
  publicUrl: setting<string | null>(
    'QUERN_PUBLIC_URL',
    origin,
    'the address a request came to',
    () => null,
    'Origin that upload URLs begin with, in place of the Host header of a request. Behind a proxy it must be set: forwarded headers are not read.',
  ),
} as const;
