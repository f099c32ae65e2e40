import type { HttpClient } from '../http-client.ts';
import type { SourceConfig } from '../source.ts';
import { badConfiguration } from '../source-error.ts';
import { parseObject, textOf } from './json-values.ts';
import { CatalogRefusal } from './map-iceberg-error.ts';

const answerTimeoutMs = 30_000;
const maxAnswerBytes = 2 ** 20;
/** Margin before the expiry of a token. */
const tokenMarginMs = 30_000;
/** Lifetime of a token if the server gives none. */
const usualTokenS = 300;

/**
 * Authorization of requests to the catalog: a given token, or a token requested with client
 * credentials and renewed before its expiry.
 */
export class SignIn {
  readonly #client: HttpClient;
  readonly #given: string | undefined;
  readonly #grant: { readonly url: URL; readonly body: string } | undefined;
  #token: { readonly value: string; readonly until: number } | undefined;

  /** Throws SourceErrors of class `configuration`. */
  constructor(client: HttpClient, catalog: URL, config: SourceConfig) {
    const { token, client_id, client_secret, scope, oauth2_server_uri } = config;
    this.#client = client;
    if (token !== undefined && client_id !== undefined)
      throw badConfiguration("'token' and 'client_id' exclude each other; leave one out");
    if ((client_id === undefined) !== (client_secret === undefined))
      throw badConfiguration("'client_id' and 'client_secret' are given together or not at all");
    if (token !== undefined) {
      assertPrivate(catalog, 'uri');
      this.#given = String(token);
    }
    if (client_id === undefined) return;
    assertPrivate(catalog, 'uri');
    const url =
      oauth2_server_uri === undefined
        ? new URL(`${catalog.pathname.replace(/\/$/, '')}/v1/oauth/tokens`, catalog)
        : readUri(String(oauth2_server_uri), 'oauth2_server_uri');
    assertPrivate(url, 'oauth2_server_uri');
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: String(client_id),
      client_secret: String(client_secret),
      scope: String(scope ?? 'catalog'),
    });
    this.#grant = { url, body: form.toString() };
  }

  /** True if a refused token can be replaced. */
  get canRenew(): boolean {
    return this.#grant !== undefined;
  }

  forget(): void {
    this.#token = undefined;
  }

  /** Throws CatalogRefusals. */
  async headers(): Promise<Readonly<Record<string, string>>> {
    if (this.#given !== undefined) return { authorization: `Bearer ${this.#given}` };
    if (!this.#grant) return {};
    if (!this.#token || Date.now() > this.#token.until) this.#token = await this.#ask(this.#grant);
    return { authorization: `Bearer ${this.#token.value}` };
  }

  async #ask({ url, body }: { readonly url: URL; readonly body: string }) {
    const reply = await this.#client.send({
      method: 'POST',
      url,
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      maxBytes: maxAnswerBytes,
      timeoutMs: answerTimeoutMs,
    });
    const what = 'a token';
    if (reply.status !== 200) throw new CatalogRefusal(reply.status, oauthError(reply.body));
    const answer = parseObject(reply.body.toString('utf8'), what);
    const seconds = Number(answer.expires_in ?? usualTokenS);
    const lastsMs = (Number.isFinite(seconds) ? seconds : usualTokenS) * 1000;
    return {
      value: textOf(answer.access_token, what),
      until: Date.now() + Math.max(0, lastsMs - tokenMarginMs),
    };
  }
}

function oauthError(body: Buffer): string {
  const [, code = ''] = /"error"\s*:\s*"([a-z_]{1,60})"/.exec(body.toString('latin1')) ?? [];
  return code;
}

/** An http(s) URL without user, password or query. */
export function readUri(text: string, property: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== ''
  ) {
    throw badConfiguration(`'${property}' is not of the form https://host/path`);
  }
  url.hash = '';
  return url;
}

/** A secret must go over TLS, or stay on this machine. */
function assertPrivate({ protocol, hostname }: URL, property: string): void {
  if (protocol === 'https:' || /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)) return;
  throw badConfiguration(
    `Credentials are sent over https:// alone, and '${property}' begins with http://`,
  );
}
