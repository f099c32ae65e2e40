import { mysqlUrl } from '../mysql/url-form.ts';
import { postgresUrl } from '../postgres/url-form.ts';
import { splitServerUrl } from '../server-url.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';

export type CatalogPlace =
  | { readonly kind: 'sqlite' | 'duckdb'; readonly path: string }
  | {
      readonly kind: 'postgres' | 'mysql';
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly user: string;
    };

const usualPorts = { postgres: 5432, mysql: 3306 } as const;

const forms =
  'postgres://user@host:port/database, mysql://user@host:port/database, sqlite:/path/of/file or duckdb:/path/of/file';
const unreadable = () => badConfiguration(`'catalog_url' is not of one of the forms ${forms}`);

/**
 * The URL without password and parameters, which become properties. DuckDB's prefix `ducklake:` is
 * removed.
 */
export function splitCatalogUrl(text: string): SourceConfig {
  const plain = text.trim().replace(/^ducklake:/i, '');
  const file = fileOf(plain);
  if (file) return { catalog_url: `${file.kind}:${file.path}` };
  const form = serverForms.find(({ schemes }) => schemes.some((one) => startsWith(plain, one)));
  if (!form) throw unreadable();
  const { host, port, database, user, ...properties } = splitServerUrl(plain, {
    ...form,
    property: 'catalog_url',
  });
  const encoded = (part: SourceConfig[string] | undefined) =>
    encodeURIComponent(String(part ?? ''));
  const address = String(host).includes(':') ? `[${host}]` : String(host);
  const at = port === undefined ? address : `${address}:${port}`;
  const catalogUrl = `${form.schemes[0]}://${encoded(user)}@${at}/${encoded(database)}`;
  catalogPlace(catalogUrl);
  return { catalog_url: catalogUrl, ...properties };
}

const serverForms = [postgresUrl, mysqlUrl];
const startsWith = (text: string, scheme: string) =>
  new RegExp(`^(jdbc:)?${scheme}(\\+[a-z0-9]+)?://`, 'i').test(text);

/** The location in a split URL. Throws a SourceError (`configuration`). */
export function catalogPlace(text: string): CatalogPlace {
  const file = fileOf(text);
  if (file) return file;
  const url = URL.canParse(text) ? new URL(text) : null;
  const kind = url && serverKind(url);
  if (!url || !kind) throw unreadable();
  const [host, user, database] = [url.hostname, url.username, url.pathname.slice(1)].map(decoded);
  if (!host || !user || !database) {
    throw badConfiguration(
      `'catalog_url' needs a host, a user and a database: ${kind}://user@host:port/database`,
    );
  }
  const port = url.port === '' ? usualPorts[kind] : Number(url.port);
  return { kind, host: host.replace(/^\[(.*)\]$/, '$1'), port, database, user };
}

/** A path without a prefix is a DuckDB database, as in DuckDB itself. */
function fileOf(text: string): Extract<CatalogPlace, { path: string }> | null {
  const [, kind = 'duckdb', path = ''] = /^(?:(sqlite|duckdb):)?(?:\/\/)?(\/.*)$/s.exec(text) ?? [];
  return path === '' ? null : { kind: kind === 'sqlite' ? 'sqlite' : 'duckdb', path };
}

function serverKind({ protocol }: URL): 'postgres' | 'mysql' | null {
  if (protocol === 'postgres:' || protocol === 'postgresql:') return 'postgres';
  return protocol === 'mysql:' ? 'mysql' : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badConfiguration("'catalog_url' has a '%' that is not part of an escape such as %40");
  }
}
