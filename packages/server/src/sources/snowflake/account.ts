/** The address of an account, and the permitted addresses in its answers. */
import type { ServerPlace } from '../database-server.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';

export interface SnowflakeAccount extends ServerPlace {
  /** Origin of every request except downloads of chunks. */
  readonly origin: string;
  /** The account in the signed token: without region and cloud, in upper case. */
  readonly name: string;
  readonly warehouse: string;
  readonly schema: string | undefined;
  readonly role: string | undefined;
}

const accountSuffixes = ['.snowflakecomputing.com', '.snowflakecomputing.cn'] as const;
/**
 * Permitted stores of results: the stores of the three clouds, and Snowflake's own names for them.
 */
const storeSuffixes = [
  ...accountSuffixes,
  '.amazonaws.com',
  '.amazonaws.com.cn',
  '.blob.core.windows.net',
  '.blob.core.chinacloudapi.cn',
  '.blob.core.usgovcloudapi.net',
  '.storage.googleapis.com',
] as const;
const stores = ['storage.googleapis.com'];
const label = /^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/i;

/** Throws SourceErrors of class `configuration`. */
export function accountOf(config: SourceConfig): SnowflakeAccount {
  const identifier = withoutSuffix(String(config.account));
  if (identifier.length > 200 || !identifier.split('.').every((part) => label.test(part))) {
    throw badConfiguration(
      "'account' is no account identifier; use the form myorg-myaccount or xy12345.eu-central-1",
    );
  }
  const origin =
    config.host === undefined ? `https://${hostOf(identifier)}` : originOf(String(config.host));
  const { hostname, port, protocol } = new URL(origin);
  return {
    origin,
    host: hostname,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    user: String(config.user),
    name: (identifier.split('.')[0] ?? '').toUpperCase(),
    warehouse: exactName(config.warehouse) ?? '',
    database: exactName(config.database) ?? '',
    schema: exactName(config.schema),
    role: exactName(config.role),
  };
}

/** Host names use hyphens instead of underscores, for the certificate. */
const hostOf = (identifier: string) =>
  `${identifier.toLowerCase().replaceAll('_', '-')}${accountSuffixes[0]}`;

function withoutSuffix(text: string): string {
  const suffix = accountSuffixes.find((one) => text.toLowerCase().endsWith(one));
  return suffix === undefined ? text : text.slice(0, -suffix.length);
}

function originOf(host: string): string {
  const loopback = /^http:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?\/?$/.exec(host);
  if (loopback && URL.canParse(host)) return new URL(host).origin;
  const name = host.toLowerCase();
  const isName = name.split('.').every((part) => label.test(part));
  if (!isName || !accountSuffixes.some((suffix) => name.endsWith(suffix))) {
    throw badConfiguration(
      `'host' must end with ${accountSuffixes.join(' or ')}; leave it out to use that of 'account'`,
    );
  }
  return `https://${name}`;
}

/** The exact name of an identifier, by SQL's rules. */
function exactName(identifier: SourceConfig[string] | undefined): string | undefined {
  if (identifier === undefined) return undefined;
  const text = String(identifier);
  const quoted = /^"((?:[^"]|"")+)"$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"');
  return /^[a-z_][a-z0-9_$]*$/i.test(text) ? text.toUpperCase() : text;
}

/** Checks the URL of a chunk: a cloud's store over TLS, or an emulator's own address. */
export function chunkUrl(account: SnowflakeAccount, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isStore = (host: string) =>
    stores.includes(host) || storeSuffixes.some((suffix) => host.endsWith(suffix));
  const isAllowed =
    account.origin.startsWith('http:') && url?.protocol === 'http:'
      ? url.origin === account.origin
      : url?.protocol === 'https:' && url.port === '' && isStore(url.hostname);
  if (url && isAllowed && url.username === '' && url.password === '') return url;
  throw new SourceError(
    'address_refused',
    `'${account.host}' keeps its rows at an address that is none of a cloud's store, and nothing is fetched from there`,
  );
}

/** A URL below the account's own origin, from a path in an answer. */
export function ownUrl(account: SnowflakeAccount, path: unknown): URL {
  if (typeof path === 'string' && /^\/(?!\/)/.test(path)) {
    const url = new URL(path, account.origin);
    if (url.origin === account.origin) return url;
  }
  throw new SourceError(
    'source_failed',
    `'${account.host}' sent an answer that is not Snowflake's; check 'account'`,
  );
}
