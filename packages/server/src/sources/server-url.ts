/**
 * URLs of database servers in the forms of providers and other clients: `postgres://...`,
 * `jdbc:mysql://...`, `postgresql+psycopg://...`.
 */
import { tlsModes } from './database-server.ts';
import type { SourceConfig } from './source.ts';
import { badConfiguration } from './source-error.ts';

/** Converts a URL's parameter to properties. Throws a SourceError (`configuration`). */
export type UrlParameter = (value: string) => SourceConfig;

export interface ServerUrlForm {
  /** The property with the URL, for messages. */
  readonly property: string;
  /** An example for messages. */
  readonly example: string;
  /** Schemes without `jdbc:` and without the driver behind a plus sign. */
  readonly schemes: readonly string[];
  /** Keyed by name in lower case without `-` and `_`. Parameters in neither list are refused. */
  readonly parameters: Readonly<Record<string, UrlParameter>>;
  /** Parameters for other clients, without effect here; written as in `parameters`. */
  readonly ignored: readonly string[];
}

/** A parameter that equals a property. */
export const asProperty =
  (name: string): UrlParameter =>
  (value) => ({ [name]: value });

/** A switch; `set` are the properties of the switch when on. */
export const asSwitch =
  (set: SourceConfig): UrlParameter =>
  (value) =>
    /^(true|1|yes|on|require|required)$/i.test(value) ? set : {};

/** A certificate or key that other clients read from a file on their own machine. */
export const asText =
  (property: string): UrlParameter =>
  () => {
    throw badConfiguration(
      `The URL names a file for '${property}', and this service reads none of yours; leave it out of the URL and give ` +
        `the PEM text itself as '${property}'`,
    );
  };

/**
 * Converts a URL to properties. Messages show only names of parameters: a password with unescaped
 * characters may look like any other part of the URL.
 */
export function splitServerUrl(text: string, form: ServerUrlForm): SourceConfig {
  const { property, example } = form;
  const url = parseUrl(text, form);
  if (!url) throw badConfiguration(`'${property}' is not of the form ${example}`);
  const isPlain = url.hash === '' && !url.pathname.slice(1).includes('/');
  const names = [...url.searchParams.keys()];
  if (!isPlain || url.pathname.includes('@') || !names.every((name) => /^[\w.-]+$/.test(name))) {
    throw badConfiguration(
      `'${property}' is not of the form ${example}; write the characters '/', '?', '#', '@' and '%' of user, password and ` +
        'database as %2F, %3F, %23, %40 and %25',
    );
  }
  const decoded = decoderOf(property);
  const values = {
    host: decoded(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? '' : Number(url.port),
    database: decoded(url.pathname.slice(1)),
    user: decoded(url.username),
    password: decoded(url.password),
  };
  const own = Object.entries(values).filter(([, value]) => value !== '');
  return { ...readParameters(url, form), ...Object.fromEntries(own) };
}

function parseUrl(text: string, { schemes }: ServerUrlForm): URL | null {
  const plain = text.trim().replace(/^jdbc:/i, '');
  const scheme = /^([a-z0-9]+)(?:\+[a-z0-9]+)?:\/\//i.exec(plain)?.[1]?.toLowerCase();
  if (scheme === undefined || !schemes.includes(scheme) || !URL.canParse(plain)) return null;
  const url = new URL(plain);
  return url.hostname === '' ? null : url;
}

function decoderOf(property: string): (part: string) => string {
  return (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw badConfiguration(
        `'${property}' has a '%' that is not part of an escape; write it as %25`,
      );
    }
  };
}

function readParameters(url: URL, { property, parameters, ignored }: ServerUrlForm): SourceConfig {
  const known: Record<string, UrlParameter> = {
    user: asProperty('user'),
    username: asProperty('user'),
    password: asProperty('password'),
    ...parameters,
  };
  let read: SourceConfig = {};
  for (const [name, value] of url.searchParams) {
    const plain = name.toLowerCase().replace(/[_-]/g, '');
    if (ignored.includes(plain) || value === '') continue;
    const parameter = Object.hasOwn(known, plain) ? known[plain] : undefined;
    if (!parameter) {
      throw badConfiguration(
        `'${property}' has the parameter '${name.slice(0, 40)}', which this service does not know; leave it out`,
      );
    }
    read = merge(read, parameter(value));
  }
  return read;
}

/** The stricter of two TLS modes wins; an invalid mode stays, to be refused later. */
function merge(read: SourceConfig, more: SourceConfig): SourceConfig {
  const both = { ...read, ...more };
  if (read.sslmode === undefined || more.sslmode === undefined) return both;
  const strictness = ({ sslmode }: SourceConfig) => {
    const at = tlsModes.indexOf(sslmode as (typeof tlsModes)[number]);
    return at < 0 ? tlsModes.length : at;
  };
  const { sslmode } = strictness(read) > strictness(more) ? read : more;
  return { ...both, ...(sslmode !== undefined && { sslmode }) };
}
