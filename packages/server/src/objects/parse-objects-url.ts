import { resolve } from 'node:path';
import { withoutEnd } from '../kernel/without-end.ts';
import { assertSafeKey } from './keys.ts';

export type ObjectsLocation =
  | { readonly kind: 'file'; readonly objectsDir: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Empty, or ends in `/`. */
      readonly keyPrefix: string;
      /** The address of the store; null means Amazon's. */
      readonly endpoint: string | null;
      /** The address at which callers reach the same store, for upload URLs, if different. */
      readonly publicEndpoint?: string;
      /** The region; null means the SDK's default chain (environment, profile). */
      readonly region: string | null;
      readonly forcePathStyle: boolean;
    };

/**
 * QUERN_OBJECTS_URL: `file:` (below the data directory), `file:<folder>`, or
 * `s3://bucket/prefix?endpoint=https://host&public_endpoint=https://host&region=name&force_path_style=true`.
 * Path style is the default for a named endpoint. Throws an Error whose message explains the
 * mistake, for the list of bad settings.
 */
export function parseObjectsUrl(url: string, dataDir: string): ObjectsLocation {
  if (url.startsWith('file:')) return parseFileUrl(url, dataDir);
  if (url.startsWith('s3://')) return parseS3Url(url);
  throw new Error("QUERN_OBJECTS_URL must begin with 'file:' or 's3://'");
}

function parseFileUrl(url: string, dataDir: string): ObjectsLocation {
  const path = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (path.includes('\0')) throw new Error('QUERN_OBJECTS_URL names a folder with a NUL character');
  if (path.startsWith('//'))
    throw new Error("QUERN_OBJECTS_URL names a host; write 'file:/folder'");
  return { kind: 'file', objectsDir: resolve(path === '' ? `${dataDir}/objects` : path) };
}

const s3Options = ['endpoint', 'public_endpoint', 'region', 'force_path_style'];

function parseS3Url(url: string): ObjectsLocation {
  const match = /^s3:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url);
  const bucket = match?.[1] ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error(
      "QUERN_OBJECTS_URL must name a bucket, like 's3://bucket/prefix', and hold no credentials",
    );
  }
  const query = new URLSearchParams(match?.[3] ?? '');
  for (const name of query.keys()) {
    if (!s3Options.includes(name))
      throw new Error(`QUERN_OBJECTS_URL has the unknown option '${name}'`);
  }
  const endpoint = readEndpoint('endpoint', query);
  const publicEndpoint = readEndpoint('public_endpoint', query);
  const pathStyle = query.get('force_path_style') ?? String(endpoint !== null);
  if (pathStyle !== 'true' && pathStyle !== 'false') {
    throw new Error(
      "QUERN_OBJECTS_URL has a 'force_path_style' that is neither 'true' nor 'false'",
    );
  }
  return {
    kind: 's3',
    bucket,
    keyPrefix: readPrefix(match?.[2] ?? ''),
    endpoint,
    ...(publicEndpoint !== null && { publicEndpoint }),
    // Stores other than Amazon's mostly ignore the region, but every signature contains the region.
    region: query.get('region') || (endpoint === null ? null : 'us-east-1'),
    forcePathStyle: pathStyle === 'true',
  };
}

function readEndpoint(name: string, query: URLSearchParams): string | null {
  const text = query.get(name);
  if (text === null) return null;
  const endpoint = URL.canParse(text) ? new URL(text) : null;
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.username || endpoint.search) {
    throw new Error(
      `QUERN_OBJECTS_URL has ${name === 'endpoint' ? 'an' : 'a'} '${name}' that is not an http or https address`,
    );
  }
  return endpoint.href.replace(/\/$/, '');
}

function readPrefix(path: string): string {
  const prefix = withoutEnd(path.replace(/^\/+/, ''), '/');
  if (prefix === '') return '';
  try {
    assertSafeKey(prefix);
  } catch {
    throw new Error(
      'QUERN_OBJECTS_URL has a prefix with other characters than letters, digits, dots, - and _',
    );
  }
  return `${prefix}/`;
}
