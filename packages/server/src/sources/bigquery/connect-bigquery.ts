/**
 * BigQuery's REST (cloud.google.com/bigquery/docs/reference/rest) and Storage Read API, as a
 * service account.
 */
import { errorMapper, type ServerPlace, signInTimeoutMs } from '../database-server.ts';
import { GrpcClient } from '../grpc-client.ts';
import { HttpClient, type HttpReply } from '../http-client.ts';
import { isLost, isTransientStatus, retryTransient } from '../retry-transient.ts';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { badConfiguration } from '../source-error.ts';
import { BigqueryFailure, mapBigqueryError } from './map-bigquery-error.ts';
import { readServiceAccount, type ServiceAccount, tokenRequest } from './service-account.ts';

const restOrigin = 'https://bigquery.googleapis.com';
const storageOrigin = 'https://bigquerystorage.googleapis.com';
const answerTimeoutMs = 120_000;
/** A page of rows has at most 10 MB; a single row may have more. */
const maxAnswerBytes = 128 * 2 ** 20;
/** Margin before the expiry of a token, within which a new token is requested. */
const tokenMarginMs = 60_000;

export type Json = Readonly<Record<string, unknown>>;

export class BigquerySession implements SourceSession {
  readonly project: string;
  readonly dataset: string | undefined;
  readonly region: string | undefined;
  readonly maxBytesBilled: number | undefined;
  readonly signal: AbortSignal;
  readonly place: ServerPlace;
  readonly mapError: SourceSession['mapError'];
  /** Undefined for an emulator without the Storage API. */
  readonly storage: GrpcClient | undefined;
  readonly #origin: string;
  readonly #client: HttpClient;
  readonly #account: ServiceAccount | undefined;
  #token: { readonly value: string; readonly until: number } | undefined;
  #job: { readonly path: string; readonly where: Readonly<Record<string, string>> } | undefined;

  constructor(context: SourceContext, config: SourceConfig) {
    const emulator = emulatorOf(config, 'host');
    const storage = emulatorOf(config, 'storage_host');
    if (storage !== undefined && emulator === undefined)
      throw badConfiguration("'storage_host' needs 'host'");
    this.#account = readServiceAccount(config, emulator);
    this.#origin = emulator ?? restOrigin;
    this.project =
      nameIn(config, 'project_id', /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,61}[a-z0-9]$/) ?? '';
    this.dataset = nameIn(config, 'dataset', /^[A-Za-z0-9_]{1,1024}$/);
    this.region = nameIn(config, 'region', /^[A-Za-z0-9-]{1,60}$/);
    this.maxBytesBilled =
      config.max_bytes_billed === undefined ? undefined : Number(config.max_bytes_billed);
    this.signal = context.signal;
    const { hostname, port } = new URL(this.#origin);
    this.place = {
      host: hostname,
      port: Number(port || 443),
      database: this.project,
      user: this.#account?.email ?? '',
    };
    this.mapError = errorMapper(context.signal, this.place, mapBigqueryError);
    this.#client = new HttpClient(context);
    const storageAt = emulator === undefined ? storageOrigin : storage;
    this.storage =
      storageAt === undefined ? undefined : new GrpcClient(context, new URL(storageAt));
  }

  /** The authorization headers of a request; an expiring token is renewed first. */
  async headers(): Promise<Record<string, string>> {
    if (!this.#account) return {};
    if (!this.#token || Date.now() > this.#token.until)
      this.#token = await this.#askToken(this.#account);
    return { authorization: `Bearer ${this.#token.value}` };
  }

  /**
   * `path` is relative to the project; `parameters` form the query. Returns the body of the answer;
   * throws BigqueryFailures.
   */
  get(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<Json> {
    return this.#send('GET', path, parameters, undefined, this.signal);
  }

  /** A repeated POST must have the effect of one, so a job has an id made here. */
  post(path: string, body: object): Promise<Json> {
    return this.#send('POST', path, {}, body, this.signal);
  }

  /**
   * The running job, cancelled if the session ends first; undefined after the job's end. `where` is
   * the location, required for jobs outside the US and the EU.
   */
  setJob(
    job: { readonly path: string; readonly where: Readonly<Record<string, string>> } | undefined,
  ): void {
    this.#job = job;
  }

  async close(): Promise<void> {
    try {
      if (this.#job === undefined) return;
      const { path, where } = this.#job;
      await this.#send(
        'POST',
        `${path}/cancel`,
        where,
        undefined,
        AbortSignal.timeout(signInTimeoutMs / 10),
      );
    } catch {
      // The job ends by itself, and its bytes are already billed.
    } finally {
      this.storage?.close();
      this.#client.close();
    }
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    parameters: Readonly<Record<string, string>>,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<Json> {
    const url = new URL(
      `/bigquery/v2/projects/${encodeURIComponent(this.project)}${path}`,
      this.#origin,
    );
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const isTransient = (error: unknown) =>
      isLost(error) || (error instanceof BigqueryFailure && isTransientStatus(error.status));
    return retryTransient(signal, isTransient, async () => {
      const headers = {
        ...(await this.headers()),
        'user-agent': 'quern (gzip)',
        'content-type': 'application/json',
      };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const call = {
        method,
        url,
        headers,
        ...sent,
        maxBytes: maxAnswerBytes,
        timeoutMs: answerTimeoutMs,
        signal,
      };
      return readAnswer(await this.#client.send(call));
    });
  }

  async #askToken(account: ServiceAccount): Promise<{ value: string; until: number }> {
    const reply = await this.#client.send({
      method: 'POST',
      url: account.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: tokenRequest(account, Date.now()),
      maxBytes: 2 ** 20,
      timeoutMs: signInTimeoutMs,
    });
    const { access_token: value, expires_in: seconds } = readAnswer(reply);
    if (typeof value !== 'string') throw new BigqueryFailure(reply.status, 'no token');
    return { value, until: Date.now() + Number(seconds ?? 0) * 1000 - tokenMarginMs };
  }
}

/** Throws SourceErrors. */
export async function openBigquery(
  context: SourceContext,
  config: SourceConfig,
): Promise<BigquerySession> {
  const session = new BigquerySession(context, config);
  try {
    await session.headers();
    return session;
  } catch (error) {
    await session.close();
    throw session.mapError(error);
  }
}

function emulatorOf(config: SourceConfig, name: string): string | undefined {
  const value = config[name];
  if (value === undefined) return undefined;
  const isLoopback = /^http:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?\/?$/.test(
    String(value),
  );
  if (isLoopback && URL.canParse(String(value))) return new URL(String(value)).origin;
  throw badConfiguration(
    `'${name}' is for an emulator on this machine alone (http://127.0.0.1:<port>); leave it out`,
  );
}

function nameIn(config: SourceConfig, name: string, form: RegExp): string | undefined {
  const value = config[name];
  if (value === undefined) return undefined;
  if (form.test(String(value))) return String(value);
  throw badConfiguration(`'${name}' is not in the form that BigQuery has for it`);
}

function readAnswer({ status, body }: HttpReply): Json {
  const answer = parsed(body);
  if (status === 200 && answer !== undefined) return answer;
  throw new BigqueryFailure(status, reasonOf(answer));
}

/**
 * The reason in Google's two forms of errors: `{error: {errors: [{reason}]}}` and OAuth's
 * `{error: "invalid_grant"}`.
 */
function reasonOf(answer: Json | undefined): string {
  const { error } = answer ?? {};
  if (typeof error === 'string') return error;
  const { errors } = (error ?? {}) as { readonly errors?: unknown };
  const [first] = Array.isArray(errors) ? errors : [];
  return typeof first?.reason === 'string' ? first.reason : 'none';
}

function parsed(body: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}
