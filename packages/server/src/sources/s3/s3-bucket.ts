import { HttpClient } from '../http-client.ts';
import {
  decodedPath,
  type RemoteFile,
  type RemoteStore,
  retried,
} from '../remote-files/remote-files.ts';
import type { SourceContext } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import { mapS3Refusal } from './map-s3-refusal.ts';
import { encodePart, type S3Keys, signedHeaders } from './sign-request.ts';

export interface S3Place {
  readonly bucket: string;
  /** `http(s)://host:port`; absent: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Keys; null: the bucket is read anonymously. */
  readonly keys: S3Keys | null;
}

const listTimeoutMs = 60_000;
const maxListBytes = 16 * 2 ** 20;
/** Maximum objects in one bucket under one prefix. */
const maxObjects = 50_000;

/**
 * Read access to a bucket by GET and ListObjectsV2 of S3's REST interface, with the bucket in the
 * path.
 */
export class S3Bucket implements RemoteStore {
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  readonly #place: S3Place;
  readonly #endpoint: URL;

  /** Throws a SourceError (`configuration`). */
  constructor(context: SourceContext, place: S3Place) {
    this.#endpoint = endpointOf(place);
    this.#place = place;
    this.signal = context.signal;
    this.client = new HttpClient(context);
  }

  /** Objects whose key begins with `prefix`, in the order of keys. Throws SourceErrors. */
  async list(prefix: string): Promise<RemoteFile[]> {
    const files: RemoteFile[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const page = await this.#ask({
        'list-type': '2',
        'encoding-type': 'url',
        prefix,
        ...(token === '' ? {} : { 'continuation-token': token }),
      });
      for (const [, object = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const file = this.#listed(object, prefix);
        if (file) files.push(file);
      }
      if (files.length > maxObjects) {
        throw new SourceError(
          'unsupported',
          `Bucket '${this.#place.bucket}' has more than ${maxObjects.toLocaleString('en')} files there; give a longer 'prefix'`,
        );
      }
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null;
      if (token === '') throw this.#oddAnswer();
    }
    return files;
  }

  /** Undefined for a folder marker, and for a key that no URL can represent. */
  #listed(object: string, prefix: string): RemoteFile | undefined {
    const key = decodedPath(textOf(object, 'Key').replaceAll('+', '%20'));
    const size = textOf(object, 'Size');
    if (!/^\d{1,15}$/.test(size)) throw this.#oddAnswer();
    if (!isPlain(key) || key.endsWith('/')) return undefined;
    const etag = textOf(object, 'ETag');
    const path = key.slice(prefix.length);
    return {
      name: this.nameOf(key),
      path,
      sizeBytes: Number(size),
      etag: etag === '' ? null : etag,
    };
  }

  #oddAnswer(): SourceError {
    return new SourceError(
      'source_failed',
      `The store of bucket '${this.#place.bucket}' does not list files as S3 does; check the endpoint`,
    );
  }

  /** Requests one name. Throws SourceErrors. */
  async check(prefix: string): Promise<void> {
    await this.#ask({ 'list-type': '2', 'max-keys': '1', prefix });
  }

  nameOf(key: string): string {
    return `s3://${this.#place.bucket}/${key}`;
  }

  request({ name }: Pick<RemoteFile, 'name'>, headers: Readonly<Record<string, string>>) {
    const url = this.#urlOf(name.slice(`s3://${this.#place.bucket}/`.length));
    return { url, headers: { ...headers, ...this.#signature(url) } };
  }

  refusal(status: number, body: string, { name }: Pick<RemoteFile, 'name'>): SourceError {
    return mapS3Refusal(
      status,
      /<Code>([A-Za-z]{1,60})<\/Code>/.exec(body)?.[1] ?? '',
      name,
      this.#place.bucket,
    );
  }

  close(): void {
    this.client.close();
  }

  async #ask(query: Readonly<Record<string, string>>): Promise<string> {
    const bucket = { name: this.nameOf('') };
    return retried(this, bucket, async () => {
      const url = this.#urlOf('');
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const headers = this.#signature(url);
      const reply = await this.client.send({
        method: 'GET',
        url,
        headers,
        maxBytes: maxListBytes,
        timeoutMs: listTimeoutMs,
      });
      const body = reply.body.toString('utf8');
      if (reply.status !== 200) throw this.refusal(reply.status, body, bucket);
      return body;
    });
  }

  #urlOf(key: string): URL {
    const url = new URL(this.#endpoint);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodePart(this.#place.bucket)}${key === '' ? '' : `/${key.split('/').map(encodePart).join('/')}`}`;
    return url;
  }

  #signature(url: URL): Record<string, string> {
    const { keys, region } = this.#place;
    return keys === null ? {} : signedHeaders(url, keys, region, new Date());
  }
}

/** A URL would normalise a key with a part `.` or `..`. */
export const isPlain = (key: string) =>
  !key.split('/').some((part) => part === '.' || part === '..');

function endpointOf({ endpoint, region, bucket }: S3Place): URL {
  if (!/^[a-z0-9][a-z0-9._-]{1,100}$/i.test(bucket))
    throw badConfiguration(`'${bucket.slice(0, 100)}' is no name of a bucket`);
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw badConfiguration("The region of the bucket is none; it is such as 'eu-central-1'");
  const text = endpoint ?? `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== ''
  ) {
    throw badConfiguration('The endpoint of the bucket is not of the form https://host:port');
  }
  return url;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The text of the first element with the name; empty if absent. */
function textOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text.replace(/&(#(\d{1,7})|[a-z]{2,4});/g, (whole, word: string, code?: string) =>
    code === undefined ? (entities[word] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
