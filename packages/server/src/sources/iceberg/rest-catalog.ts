/** Iceberg's REST catalog (iceberg.apache.org/rest-catalog-spec), for reading. */
import { errorMapper, type ServerPlace } from '../database-server.ts';
import { HttpClient } from '../http-client.ts';
import { isLost, isTransientStatus, retryTransient } from '../retry-transient.ts';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { type Json, listOf, objectOf, parseObject, textOf, textsOf } from './json-values.ts';
import { CatalogRefusal, isHidden, mapIcebergError } from './map-iceberg-error.ts';
import { readUri, SignIn } from './sign-in.ts';

const answerTimeoutMs = 60_000;
/** The metadata of a table is one answer, with all schemas and snapshots. */
const maxAnswerBytes = 64 * 2 ** 20;
const maxNamespaces = 10_000;
/** Maximum nesting of namespaces. */
const maxDepth = 32;
/** Maximum pages of all lists in a session. */
const maxPages = 100_000;
export const maxTables = 100_000;
/** Between the parts of a namespace, unless the catalog says otherwise. */
const usualSeparator = '\u001f';

/** Parts of a namespace's name, the outermost first. */
export type Namespace = readonly string[];

/** The catalog's answer for a table: metadata, and access to the files. */
export interface LoadedTable {
  readonly metadata: Json;
  /** Properties of the catalog and of the table; some are credentials for S3. */
  readonly properties: Readonly<Record<string, string>>;
  /** Credentials for files whose paths begin with `prefix`. */
  readonly credentials: readonly {
    readonly prefix: string;
    readonly properties: Readonly<Record<string, string>>;
  }[];
}

export class RestCatalog implements SourceSession {
  readonly mapError: SourceSession['mapError'];
  readonly #signal: AbortSignal;
  readonly #client: HttpClient;
  readonly #base: URL;
  readonly #signIn: SignIn;
  #pagesLeft = maxPages;
  #prefix = '';
  #separator = usualSeparator;
  #properties: Readonly<Record<string, string>> = {};

  private constructor(context: SourceContext, config: SourceConfig) {
    this.#base = readUri(String(config.uri), 'uri');
    this.#signal = context.signal;
    this.#client = new HttpClient(
      context,
      config.sslrootcert === undefined ? {} : { ca: String(config.sslrootcert) },
    );
    this.#signIn = new SignIn(this.#client, this.#base, config);
    const { hostname, port, protocol } = this.#base;
    const place: ServerPlace = {
      host: hostname,
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      database: String(config.warehouse ?? ''),
      user: String(config.client_id ?? ''),
    };
    this.mapError = errorMapper(context.signal, place, mapIcebergError);
  }

  /** Asks for the catalog's configuration. Throws SourceErrors and leaves nothing open then. */
  static async open(context: SourceContext, config: SourceConfig): Promise<RestCatalog> {
    const catalog = new RestCatalog(context, config);
    try {
      await catalog.#configure(
        config.warehouse === undefined ? {} : { warehouse: String(config.warehouse) },
      );
      return catalog;
    } catch (error) {
      await catalog.close();
      throw catalog.mapError(error);
    }
  }

  /** Requests one page of namespaces. */
  async check(): Promise<void> {
    await this.#get(['namespaces'], { pageSize: '1' });
  }

  /**
   * All namespaces, each once, even if the catalog lists a namespace twice or under a foreign
   * parent.
   */
  async namespaces(): Promise<Namespace[]> {
    const found = new Map<string, Namespace>();
    const parents: Namespace[] = [[]];
    for (const parent of parents) {
      for (const child of await this.#below(parent)) {
        const key = JSON.stringify(child);
        if (found.has(key)) continue;
        if (child.length > maxDepth) throw tooDeep();
        found.set(key, child);
        if (found.size > maxNamespaces) throw tooMany(maxNamespaces, 'namespaces');
        parents.push(child);
      }
    }
    return [...found.values()];
  }

  /** Empty for a parent that disappeared meanwhile or is forbidden. */
  async #below(parent: Namespace): Promise<Namespace[]> {
    const found: Namespace[] = [];
    const query = parent.length === 0 ? {} : { parent: parent.join(this.#separator) };
    try {
      for await (const page of this.#pages(['namespaces'], query)) {
        for (const namespace of listOf(page.namespaces, 'namespaces')) {
          const parts = listOf(namespace, 'a namespace').map((part) => textOf(part, 'a namespace'));
          // Some catalogs list the parent itself, or all namespaces.
          const isBelow = parent.every((part, index) => parts[index] === part);
          if (isBelow && parts.length > parent.length) found.push(parts);
          if (found.length > maxNamespaces) throw tooMany(maxNamespaces, 'namespaces');
        }
      }
    } catch (error) {
      if (parent.length === 0 || !isHidden(error)) throw error;
    }
    return found;
  }

  async tables(namespace: Namespace): Promise<string[]> {
    // A page may come twice.
    const found = new Set<string>();
    for await (const page of this.#pages([...this.#pathOf(namespace), 'tables'], {})) {
      for (const identifier of listOf(page.identifiers, 'tables')) {
        found.add(textOf(objectOf(identifier, 'a table').name, 'a table'));
        if (found.size > maxTables) throw tooMany(maxTables, 'tables');
      }
    }
    return [...found];
  }

  /** Returns null if the table does not exist. */
  async load(namespace: Namespace, table: string): Promise<LoadedTable | null> {
    try {
      const answer = await this.#get([...this.#pathOf(namespace), 'tables', table], {
        snapshots: 'refs',
      });
      const what = `table '${table}'`;
      return {
        metadata: objectOf(answer.metadata, what),
        properties: { ...this.#properties, ...textsOf(answer.config) },
        credentials: listOf(answer['storage-credentials'], what).map((one) => {
          const { prefix, config } = objectOf(one, what);
          return { prefix: textOf(prefix, what), properties: textsOf(config) };
        }),
      };
    } catch (error) {
      if (error instanceof CatalogRefusal && error.status === 404) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  /**
   * The catalog may redirect clients to another address. No credentials are sent there, so the
   * redirection is ignored.
   */
  async #configure(query: Readonly<Record<string, string>>): Promise<void> {
    const answer = await this.#get(null, query);
    this.#properties = { ...textsOf(answer.defaults), ...textsOf(answer.overrides) };
    const { prefix = '', 'namespace-separator': separator } = this.#properties;
    this.#prefix = prefix;
    if (separator !== undefined) this.#separator = decodeSeparator(separator);
  }

  #pathOf(namespace: Namespace): string[] {
    return ['namespaces', namespace.join(this.#separator)];
  }

  async *#pages(
    path: readonly string[],
    query: Readonly<Record<string, string>>,
  ): AsyncGenerator<Json, void> {
    // An empty token requests paging: without a token, a catalog may send all at once.
    const tokens = new Set<string>();
    for (let token = ''; ; ) {
      this.#pagesLeft -= 1;
      if (this.#pagesLeft < 0) throw tooMany(maxPages, 'pages of names');
      const page = await this.#get(path, { ...query, pageToken: token });
      yield page;
      const next = page['next-page-token'];
      if (typeof next !== 'string' || next === '') return;
      tokens.add(token);
      // The same page again is the end of some, and else a ring.
      if (tokens.has(next)) return;
      token = next;
    }
  }

  /** `path` is below the prefix; null asks for the configuration. Throws CatalogRefusals. */
  async #get(
    path: readonly string[] | null,
    query: Readonly<Record<string, string>>,
  ): Promise<Json> {
    const url = new URL(this.#base);
    const below =
      path === null
        ? 'config'
        : [...this.#prefix.split('/').filter((part) => part !== ''), ...path]
            .map(encodePart)
            .join('/');
    url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${below}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const isTransient = (error: unknown) =>
      error instanceof CatalogRefusal ? isTransientStatus(error.status) : isLost(error);
    try {
      return await retryTransient(this.#signal, isTransient, () => this.#ask(url));
    } catch (error) {
      const isRefused = error instanceof CatalogRefusal && [401, 419].includes(error.status);
      if (!isRefused || !this.#signIn.canRenew) throw error;
      this.#signIn.forget();
      return this.#ask(url);
    }
  }

  async #ask(url: URL): Promise<Json> {
    const reply = await this.#client.send({
      method: 'GET',
      url,
      headers: {
        accept: 'application/json',
        'x-iceberg-access-delegation': 'vended-credentials',
        ...(await this.#signIn.headers()),
      },
      maxBytes: maxAnswerBytes,
      timeoutMs: answerTimeoutMs,
    });
    const body = reply.body.toString('utf8');
    if (reply.status !== 200) throw new CatalogRefusal(reply.status, errorType(body));
    return parseObject(body, 'an answer');
  }
}

const errorType = (body: string) => /"type"\s*:\s*"([A-Za-z]{1,60})"/.exec(body)?.[1] ?? '';

/** A part `.` or `..` would change the path of a URL. */
function encodePart(part: string): string {
  if (part === '.' || part === '..') throw notNameable(part);
  return encodeURIComponent(part);
}

const notNameable = (part: string) =>
  new SourceError('unsupported', `No URL can name '${part}' of the Iceberg catalog; rename it`);

function decodeSeparator(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const tooDeep = () =>
  new SourceError(
    'unsupported',
    `The Iceberg catalog has namespaces in more than ${maxDepth} others, which are not read; name a 'warehouse' without them`,
  );

const tooMany = (limit: number, what: string) =>
  new SourceError(
    'unsupported',
    `The Iceberg catalog has more than ${limit.toLocaleString('en')} ${what}, which are not read; name a 'warehouse' with fewer`,
  );
