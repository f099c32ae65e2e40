import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';

const maxUrls = 1000;

/** The address in messages and tables: without the query. */
export const nameOfAddress = (url: URL) => url.origin + url.pathname;

/**
 * File addresses by name, separated by spaces or lines. Throws a SourceError (`configuration`) that
 * shows no query.
 */
export function readAddresses(text: string): ReadonlyMap<string, URL> {
  const urls = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(readUrl);
  if (urls.length === 0 || urls.length > maxUrls)
    throw badConfiguration(`'urls' needs 1 to ${maxUrls} addresses`);
  const found = new Map<string, URL>();
  for (const url of urls) {
    const name = nameOfAddress(url);
    if ((found.get(name) ?? url).href !== url.href) {
      throw badConfiguration(
        `'urls' names '${name}' twice with different texts behind the question mark, and both would be one table; leave one out`,
      );
    }
    found.set(name, url);
  }
  return found;
}

/** The visible addresses, and as a secret the addresses with a signature or key in the query. */
export function splitAddresses(text: string): SourceConfig {
  const addresses = readAddresses(text);
  const signed = [...addresses.values()].filter(({ search }) => search !== '');
  const urls = [...addresses.keys()].join('\n');
  return signed.length === 0
    ? { urls }
    : { urls, signed_urls: signed.map(({ href }) => href).join('\n') };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw badConfiguration(
      "One of 'urls' is not of the form https://host/path, or has a user or password in it",
    );
  }
  url.hash = '';
  return url;
}
