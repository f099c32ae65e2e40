import { useSyncExternalStore } from 'react';

/**
 * Addresses of pages are behind the `#`: the service needs to know none of them, and the console
 * works below any path. `#/data/db1/main/orders?page=2` is the segments `data`, `db1`, `main`,
 * `orders` and the parameter `page`.
 */
export interface Route {
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

const readHash = () => window.location.hash;

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const segments = path === '' ? [] : path.split('/').map(decode);
  return { segments, parameters: new URLSearchParams(query) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, readHash));
}

/** The address of a page inside the console, for links. */
export function hrefTo(
  segments: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(parameters);
  return `#/${segments.map(encodeURIComponent).join('/')}${query.size > 0 ? `?${query}` : ''}`;
}

export function goTo(
  segments: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): void {
  window.location.hash = hrefTo(segments, parameters);
}

/** Takes the present address out of the history, because the address may hold a code. */
export function replaceAddress(segments: readonly string[]): void {
  window.history.replaceState(null, '', hrefTo(segments));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}
