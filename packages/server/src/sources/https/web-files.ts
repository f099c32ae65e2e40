import { HttpClient } from '../http-client.ts';
import { type FileTable, tablesOf } from '../remote-files/file-tables.ts';
import {
  decodedPath,
  failuresInRow,
  type RemoteFile,
  type RemoteStore,
  retried,
} from '../remote-files/remote-files.ts';
import type { DiscoverFilter, SourceConfig, SourceContext } from '../source.ts';
import { badConfiguration, SourceError, type SourceErrorClass } from '../source-error.ts';
import { readAddresses } from './addresses.ts';

const askTimeoutMs = 30_000;

export type NamedFile = Pick<RemoteFile, 'name' | 'path'>;

/** Files by address. */
export class WebFiles implements RemoteStore {
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  /** URLs by the names in messages, which have no query. */
  readonly #urls: ReadonlyMap<string, URL>;
  readonly #headers: Readonly<Record<string, string>>;
  /** Errors of unreachable servers, by origin. */
  readonly #deadServers = new Map<string, SourceError>();
  /** Number of consecutive files with a server failure, by origin. */
  readonly #failures = new Map<string, number>();

  /** Throws a SourceError (`configuration`). */
  constructor(
    context: SourceContext,
    { urls, signed_urls, bearer_token, sslrootcert }: SourceConfig,
  ) {
    const signed = signed_urls === undefined ? [] : readAddresses(String(signed_urls));
    this.#urls = new Map([...readAddresses(String(urls)), ...signed]);
    const all = [...this.#urls.values()];
    if (bearer_token !== undefined && all.some(({ protocol }) => protocol !== 'https:')) {
      throw badConfiguration(
        "'bearer_token' is sent over https:// alone, and one of 'urls' begins with http://",
      );
    }
    this.#headers = bearer_token === undefined ? {} : { authorization: `Bearer ${bearer_token}` };
    this.signal = context.signal;
    this.client = new HttpClient(
      context,
      sslrootcert === undefined ? {} : { ca: String(sslrootcert) },
    );
  }

  /** The tables of the addresses alone; with a filter, the tables that match. */
  tables(filter?: DiscoverFilter): FileTable<NamedFile>[] {
    const named = [...this.#urls].map(([name, url]) => ({
      name,
      path: decodedPath(url.pathname.split('/').pop() ?? ''),
    }));
    return tablesOf(named, false, filter);
  }

  /**
   * Requests the first byte, which shows the size. Throws SourceErrors. An unreachable server fails
   * at once with the earlier error: a thousand files of a silent server would take twenty minutes.
   */
  async look(file: NamedFile): Promise<RemoteFile> {
    const { origin } = this.request(file, {}).url;
    const known = this.#deadServers.get(origin);
    if (known) throw known;
    try {
      const found = await this.#look(file.name);
      this.#failures.delete(origin);
      return { ...file, ...found };
    } catch (error) {
      const isFailure = error instanceof SourceError && /^5\d\d$/.test(error.sourceCode ?? '');
      const failures = isFailure ? (this.#failures.get(origin) ?? 0) + 1 : 0;
      this.#failures.set(origin, failures);
      if (error instanceof SourceError && (isOfServer(error) || failures >= failuresInRow))
        this.#deadServers.set(origin, error);
      throw error;
    }
  }

  request({ name }: Pick<RemoteFile, 'name'>, headers: Readonly<Record<string, string>>) {
    const url = this.#urls.get(name);
    if (!url) throw badConfiguration(`'${name}' is not among 'urls'`);
    return { url, headers: { ...headers, ...this.#headers } };
  }

  refusal(status: number, _body: string, { name }: Pick<RemoteFile, 'name'>): SourceError {
    const [errorClass, sentence] = meaningOf(status);
    return new SourceError(errorClass, sentence(name), { sourceCode: String(status) });
  }

  close(): void {
    this.client.close();
  }

  #look(name: string): Promise<Pick<RemoteFile, 'sizeBytes' | 'etag'>> {
    return retried(this, { name }, async () => {
      const request = this.request({ name }, { range: 'bytes=0-0' });
      const response = await this.client.open({
        method: 'GET',
        timeoutMs: askTimeoutMs,
        ...request,
      });
      response.destroy();
      const status = response.statusCode ?? 0;
      const { etag, 'content-length': length, 'content-range': range } = response.headers;
      if (status !== 200 && status !== 206 && status !== 416)
        throw this.refusal(status, '', { name });
      const size = status === 200 ? length : /\/(\d+)$/.exec(range ?? '')?.[1];
      if (size === undefined || !/^\d{1,15}$/.test(size)) {
        throw new SourceError(
          'unsupported',
          `The server of '${name}' does not say how large the file is (Content-Length); use one that does`,
        );
      }
      // A weak tag does not promise the same bytes.
      return { sizeBytes: Number(size), etag: etag?.startsWith('"') ? etag : null };
    });
  }
}

/** These errors occur before the file is named; a lost connection may be caused by the file. */
function isOfServer({ class: errorClass, sourceCode = '' }: SourceError): boolean {
  return (
    ['name_not_found', 'address_refused', 'certificate'].includes(errorClass) ||
    (errorClass === 'unreachable' && /^(ECONNREFUSED|ETIMEDOUT|E\w+UNREACH)$/.test(sourceCode))
  );
}

type Meaning = readonly [SourceErrorClass, (name: string) => string];

function meaningOf(status: number): Meaning {
  if (status >= 300 && status < 400)
    return [
      'configuration',
      (name) => `'${name}' is elsewhere now, and redirects are not followed; give its new address`,
    ];
  if (status === 401)
    return [
      'authentication',
      (name) => `'${name}' asks for credentials; set 'bearer_token', or check it`,
    ];
  if (status === 403)
    return ['permission', (name) => `'${name}' may not be read; check the credentials`];
  if (status === 404 || status === 410)
    return [
      'not_found',
      (name) =>
        `'${name}' is not there; put the file back, or make a connection with its present address`,
    ];
  if (status === 429 || status === 503)
    return ['too_many_connections', (name) => `The server of '${name}' is busy; try again`];
  return ['source_failed', (name) => `The server of '${name}' failed to answer; look at its log`];
}
