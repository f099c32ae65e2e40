/**
 * The protocol of Snowflake's drivers over HTTPS: sign in, ask, wait, fetch. Only this protocol
 * returns rows as Arrow; the documented SQL API returns JSON.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import { cancelGraceMs, errorMapper, signInTimeoutMs } from '../database-server.ts';
import { HttpClient, type HttpReply } from '../http-client.ts';
import { isLost, isTransientStatus, retryTransient } from '../retry-transient.ts';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { accountOf, ownUrl, type SnowflakeAccount } from './account.ts';
import { mapSnowflakeError, SnowflakeFailure } from './map-snowflake-error.ts';
import { proofOf } from './sign-in.ts';

/** The server delays an answer for up to 45 s, then reports that the query continues. */
const answerTimeoutMs = 120_000;
/** An answer has the first rows and the addresses of all other chunks, some hundred bytes each. */
const maxAnswerBytes = 64 * 2 ** 20;
/** Pause between two requests about a running query, if the server itself does not wait. */
const pollMs = 500;

const Code = { running: ['333333', '333334'], sessionExpired: '390112' } as const;

/** Text formats of dates and times, instead of the account's preferences. */
const textForms = {
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF9',
  TIMESTAMP_LTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF9 TZHTZM',
  TIMESTAMP_TZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF9 TZHTZM',
} as const;

/** A bound parameter, with Snowflake's name of its type. */
export interface Binding {
  readonly type: 'TEXT';
  readonly value: string;
}

/** The `data` of an answer, unchecked. */
export type AnswerData = Readonly<Record<string, unknown>>;

interface Answer {
  readonly success: boolean;
  readonly code: string;
  readonly data: AnswerData;
}

interface Tokens {
  session: string;
  master: string;
}

export class SnowflakeSession implements SourceSession {
  readonly account: SnowflakeAccount;
  readonly client: HttpClient;
  readonly signal: AbortSignal;
  readonly mapError: SourceSession['mapError'];
  /** The server's version, as reported at sign-in. */
  version = '';
  readonly #tokens: Tokens = { session: '', master: '' };
  #running: { readonly requestId: string; readonly sql: string } | undefined;
  #asked = 0;

  constructor(context: SourceContext, account: SnowflakeAccount) {
    this.account = account;
    this.signal = context.signal;
    this.client = new HttpClient(context);
    this.mapError = errorMapper(context.signal, account, mapSnowflakeError);
  }

  async signIn(config: SourceConfig): Promise<void> {
    const { account } = this;
    const parameters = new URLSearchParams({
      request_id: randomUUID(),
      databaseName: quoteIdentifier(account.database),
    });
    parameters.set('warehouse', quoteIdentifier(account.warehouse));
    if (account.role !== undefined) parameters.set('roleName', quoteIdentifier(account.role));
    const data = {
      // The server returns Arrow only to known clients that support the format, such as this name.
      CLIENT_APP_ID: 'Go',
      CLIENT_APP_VERSION: '1.17.0',
      CLIENT_ENVIRONMENT: { APPLICATION: 'Quern' },
      ACCOUNT_NAME: account.name,
      LOGIN_NAME: account.user,
      ...proofOf(account, config),
      SESSION_PARAMETERS: {
        GO_QUERY_RESULT_FORMAT: 'ARROW',
        TIMEZONE: 'UTC',
        QUERY_TAG: 'quern',
        ...textForms,
      },
    };
    const signedIn = await this.#send(
      'POST',
      `/session/v1/login-request?${parameters}`,
      { data },
      '',
    );
    this.#tokens.session = textOf(signedIn.data.token);
    this.#tokens.master = textOf(signedIn.data.masterToken);
    this.version = textOf(signedIn.data.serverVersion);
  }

  /** The answer to a successful statement, however long the statement runs. */
  async query(sql: string, bindings: readonly Binding[] = []): Promise<AnswerData> {
    const requestId = randomUUID();
    this.#asked += 1;
    const body = {
      sqlText: sql,
      asyncExec: false,
      sequenceId: this.#asked,
      ...(bindings.length === 0
        ? {}
        : { bindings: Object.fromEntries(bindings.map((one, at) => [at + 1, one])) }),
    };
    this.#running = { requestId, sql };
    let answer = await this.#ask('POST', `/queries/v1/query-request?requestId=${requestId}`, body);
    while ((Code.running as readonly string[]).includes(answer.code)) {
      const { pathname, search } = ownUrl(this.account, answer.data.getResultUrl);
      const asked = performance.now();
      answer = await this.#ask('GET', pathname + search);
      if (performance.now() - asked < pollMs)
        await delay(pollMs, undefined, { signal: this.signal });
    }
    this.#running = undefined;
    return answer.data;
  }

  /** Stops running statements, ends the session at the server, and closes every socket. */
  async close(): Promise<void> {
    const signal = AbortSignal.timeout(cancelGraceMs);
    const { session } = this.#tokens;
    try {
      if (session === '') return;
      if (this.#running) {
        const { requestId, sql } = this.#running;
        const path = `/queries/v1/abort-request?requestId=${randomUUID()}`;
        await this.#post(path, { sqlText: sql, requestId }, session, signal);
      }
      await this.#post('/session?delete=true', {}, session, signal);
    } catch {
      // The server ends sessions and queries by itself after a timeout.
    } finally {
      this.client.close();
    }
  }

  /** A request in the session; an expired token is renewed first. */
  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    try {
      return await this.#send(method, path, body, this.#tokens.session);
    } catch (error) {
      if (!(error instanceof SnowflakeFailure) || error.code !== Code.sessionExpired) throw error;
    }
    const { session, master } = this.#tokens;
    const renewal = { oldSessionToken: session, requestType: 'RENEW' };
    const { data } = await this.#send(
      'POST',
      `/session/token-request?requestId=${randomUUID()}`,
      renewal,
      master,
    );
    this.#tokens.session = textOf(data.sessionToken);
    this.#tokens.master = textOf(data.masterToken);
    return await this.#send(method, path, body, this.#tokens.session);
  }

  /** Throws a SnowflakeFailure for an invalid answer, or an answer with a failure. */
  #send(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    token: string,
  ): Promise<Answer> {
    const started = Date.now();
    const isTransient = (error: unknown) =>
      isLost(error) || (error instanceof SnowflakeFailure && isTransientStatus(error.status));
    return retryTransient(this.signal, isTransient, async (attempt) => {
      // The server recognises a repeated request by its id, and executes it once.
      const again =
        attempt === 0
          ? ''
          : `${path.includes('?') ? '&' : '?'}retryCount=${attempt}&clientStartTime=${started}`;
      const reply = await this.client.send({
        method,
        url: ownUrl(this.account, path + again),
        headers: headersFor(token),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        maxBytes: maxAnswerBytes,
        timeoutMs: token === '' ? signInTimeoutMs : answerTimeoutMs,
      });
      return readAnswer(reply);
    });
  }

  async #post(path: string, body: object, token: string, signal: AbortSignal): Promise<void> {
    const url = ownUrl(this.account, path);
    await this.client.send({
      method: 'POST',
      url,
      headers: headersFor(token),
      body: JSON.stringify(body),
      maxBytes: maxAnswerBytes,
      timeoutMs: cancelGraceMs,
      signal,
    });
  }
}

/** Signs in; the caller closes the session. Throws SourceErrors. */
export async function openSnowflake(
  context: SourceContext,
  config: SourceConfig,
): Promise<SnowflakeSession> {
  const session = new SnowflakeSession(context, accountOf(config));
  try {
    await session.signIn(config);
    return session;
  } catch (error) {
    await session.close();
    throw session.mapError(error);
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const headersFor = (token: string) => ({
  'content-type': 'application/json',
  // Requests Arrow for results with rows.
  accept: 'application/snowflake',
  'user-agent': 'quern',
  ...(token === '' ? {} : { authorization: `Snowflake Token="${token}"` }),
});

function readAnswer({ status, body }: HttpReply): Answer {
  const answer = parsed(body);
  if (answer === undefined || (status !== 200 && typeof answer.code !== 'string')) {
    throw new SnowflakeFailure(status, undefined);
  }
  const code = textOf(answer.code);
  const data = (
    typeof answer.data === 'object' && answer.data !== null ? answer.data : {}
  ) as AnswerData;
  const isRunning = (Code.running as readonly string[]).includes(code);
  if (answer.success !== true && !isRunning)
    throw new SnowflakeFailure(status, code, textOf(data.sqlState));
  return { success: true, code, data };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
