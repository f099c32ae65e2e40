/** Stores of a table's files, and the keys for reading them. */
import { HttpClient } from '../http-client.ts';
import { type FileFetcher, fileFetcher } from '../lake-files/fetch-files.ts';
import type { RemoteFile, RemoteStore } from '../remote-files/remote-files.ts';
import { keysOf } from '../s3/keys-of.ts';
import type { S3Place } from '../s3/s3-bucket.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { LoadedTable } from './rest-catalog.ts';
import { refused } from './table-metadata.ts';

/** The lake's name in messages. */
export const lakeName = 'the Iceberg table';
const usualRegion = 'us-east-1';

/** A fetcher for paths of the table's metadata. The caller closes the fetcher. */
export function tableFiles(
  context: SourceContext,
  config: SourceConfig,
  loaded: LoadedTable,
  folder: string,
): FileFetcher {
  const web = new WebFiles(context);
  const files = fileFetcher(context, {
    lake: lakeName,
    folder,
    web,
    placeOf: (bucket) => placeOf(config, loaded, bucket),
  });
  return {
    fetch: ({ path, sizeBytes }, name) =>
      files.fetch({ path: readablePath(path), sizeBytes }, name),
    read: (path, maxBytes) => files.read(readablePath(path), maxBytes),
    close() {
      files.close();
      web.client.close();
    },
  };
}

/** The path of a file in the words of the fetcher. Throws a SourceError for other stores. */
function readablePath(path: string): string {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(path) ?? [];
  switch (scheme?.toLowerCase()) {
    case undefined:
    case 'http':
    case 'https':
      return path;
    case 'file':
      return rest.replace(/^\/\/(?=\/)/, '');
    case 's3':
    case 's3a':
    case 's3n':
      return `s3:${rest}`;
    default:
      throw refused(
        `has its files at '${String(scheme).slice(0, 20)}://'`,
        'keep them on S3, on disk or on the web',
      );
  }
}

/** Keys of the connection are used only for the store that the connection names. */
function placeOf(config: SourceConfig, loaded: LoadedTable, bucket: string): S3Place {
  const text = (name: string) => (config[name] === undefined ? undefined : String(config[name]));
  const keys = keysOf(config, ['s3_access_key_id', 's3_secret_access_key', 's3_session_token']);
  const given = propertiesFor(loaded, bucket);
  const region = text('s3_region') ?? given['s3.region'] ?? given['client.region'] ?? usualRegion;
  if (keys) return { bucket, endpoint: text('s3_endpoint'), region, keys };
  const {
    's3.access-key-id': accessKeyId,
    's3.secret-access-key': secretAccessKey,
    's3.session-token': sessionToken,
  } = given;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  if (!hasKeys && given['s3.remote-signing-enabled'] === 'true')
    throw refused(
      'is in a catalog that signs each request for a file itself',
      "let it give credentials, or set 's3_access_key_id' and 's3_secret_access_key'",
    );
  return {
    bucket,
    endpoint: text('s3_endpoint') ?? given['s3.endpoint'],
    region,
    keys: hasKeys ? { accessKeyId, secretAccessKey, sessionToken } : null,
  };
}

/** Properties with the credentials of the longest prefix that matches the bucket. */
function propertiesFor({ properties, credentials }: LoadedTable, bucket: string) {
  const [best] = credentials
    .filter(({ prefix }) => isOfBucket(prefix, bucket))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  return { ...properties, ...best?.properties };
}

const isOfBucket = (prefix: string, bucket: string) => {
  const [, named] = /^s3[an]?:\/\/([^/]*)/i.exec(prefix) ?? [];
  return prefix === 's3' || named === '' || named === bucket;
};

/** Files by address, requested without credentials. */
class WebFiles implements RemoteStore {
  readonly client: HttpClient;
  readonly signal: AbortSignal;

  constructor(context: SourceContext) {
    this.client = new HttpClient(context);
    this.signal = context.signal;
  }

  request({ name }: Pick<RemoteFile, 'name'>, headers: Readonly<Record<string, string>>) {
    if (!URL.canParse(name)) throw refused('has a file at an address that is none', 'rewrite it');
    return { url: new URL(name), headers };
  }

  refusal(status: number, _body: string, { name }: Pick<RemoteFile, 'name'>): SourceError {
    const { origin } = new URL(name);
    const sourceCode = { sourceCode: String(status) };
    if (status === 404 || status === 410)
      return new SourceError(
        'definition_changed',
        `A file of ${lakeName} is not at '${origin}' any more; try again`,
        sourceCode,
      );
    return new SourceError(
      status === 401 || status === 403 ? 'permission' : 'source_failed',
      `'${origin}' does not give a file of ${lakeName}; let it be read by anybody, or look at the server's log`,
      sourceCode,
    );
  }
}
