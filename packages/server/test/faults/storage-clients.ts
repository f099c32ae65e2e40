import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, ApiResponse, Json } from '../service.ts';

/** Outcome of a client's requests since `begin`. */
interface Tally {
  done: number;
  refused: number;
}

/** A request was answered 503 PERSISTENCE_UNAVAILABLE: the only failure allowed. */
class Refused extends Error {}
/** Another request was in the way, or a request whose end could not be written. */
class Busy extends Refused {}

/** One kind of work, repeated; refused work is sent again until acknowledged. */
export abstract class StorageClient {
  abstract readonly name: string;
  readonly tally: Tally = { done: 0, refused: 0 };
  protected readonly api: Api;
  #isEnding = false;
  #work: Promise<void> | undefined;
  #failure: unknown;

  constructor(api: Api) {
    this.api = api;
  }

  begin(): void {
    Object.assign(this.tally, { done: 0, refused: 0 });
    this.#isEnding = false;
    this.#work = this.#run();
    this.#work.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Throws the first forbidden answer. */
  assertWell(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Completes running work; throws the first forbidden answer. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#work;
  }

  /** Resolves when all work is acknowledged. */
  abstract verify(): Promise<void>;

  /** One piece of work, from the point of the last refusal. */
  protected abstract step(): Promise<void>;

  async #run(): Promise<void> {
    for (let isRefused = false; isRefused || !this.#isEnding; ) {
      try {
        await this.step();
        this.tally.done += 1;
        isRefused = false;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (!(error instanceof Busy)) this.tally.refused += 1;
        isRefused = true;
        // Waits and retries like a patient client.
        await this.api.get('/readyz');
      }
    }
  }

  /**
   * The body of an answer with the status; a refusal is thrown as such, any other answer fails the
   * test.
   */
  protected async expect(status: number, asked: Promise<ApiResponse>): Promise<Json> {
    const answer = await asked;
    // A lock whose acquisition failed may exist until its lease ends.
    if (answer.status === 409 && answer.body.error.code === 'RESOURCE_LOCKED') throw new Busy();
    if (answer.status === 503) {
      expect([this.name, answer.body.error?.code]).toEqual([this.name, 'PERSISTENCE_UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).toBe('5');
      throw new Refused();
    }
    expect([this.name, answer.status, answer.status === status ? '' : answer.body]).toEqual([
      this.name,
      status,
      '',
    ]);
    return answer.body;
  }

  protected async rows(databaseId: string, sql: string): Promise<number[][]> {
    return (await this.expect(200, this.api.query(databaseId, sql))).rows;
  }
}

/** Appends a new row with each load, by a key that allows repeats. */
export class Appender extends StorageClient {
  readonly name = 'append';
  readonly #database: string;
  #next = 0;

  constructor(api: Api, database: string) {
    super(api);
    this.#database = database;
  }

  protected async step(): Promise<void> {
    const load = {
      mode: 'append',
      data: `n\n${this.#next}\n`,
      idempotency_key: `row-${this.#next}`,
    };
    await this.expect(200, this.api.load(this.#database, 'appended', load));
    this.#next += 1;
  }

  async verify(): Promise<void> {
    const rows = await this.rows(
      this.#database,
      'SELECT count(*), count(DISTINCT n), min(n), max(n) FROM appended',
    );
    expect(rows).toEqual([[this.#next, this.#next, 0, this.#next - 1]]);
  }
}

/** Every upsert writes one value under all keys, from a new upload. */
export class Upserter extends StorageClient {
  readonly name = 'upload and upsert';
  readonly #database: string;
  #value = 0;
  #session: Json;
  #isSent = false;
  #isFinal = false;
  #wasRefused = false;

  constructor(api: Api, database: string) {
    super(api);
    this.#database = database;
  }

  protected async step(): Promise<void> {
    const bytes = Buffer.from(
      `k,v\n${[1, 2, 3].map((key) => `${key},${this.#value + 1}\n`).join('')}`,
    );
    this.#session ??= await this.expect(
      201,
      this.api.post('/v1/uploads', { declared_size_bytes: bytes.length }),
    );
    const { upload_id, finalize_token, url } = this.#session;
    if (!this.#isSent) {
      const sent = await fetch(url, { method: 'PUT', body: bytes });
      const text = await sent.text();
      expect([200, 503], text).toContain(sent.status);
      if (sent.status === 503) throw new Refused();
      this.#isSent = true;
    }
    if (!this.#isFinal) {
      const token = { 'x-upload-finalize-token': finalize_token };
      const answer = await this.api.post(`/v1/uploads/${upload_id}/finalize`, {}, token);
      // The disk refused the bytes: the service asks for them again.
      const isLost =
        answer.status === 400 && /Nothing was uploaded/.test(answer.body.error.message);
      if (isLost && this.#wasRefused) {
        this.#isSent = false;
        throw new Busy();
      }
      this.#wasRefused = answer.status === 503;
      const wasFinal = answer.status === 400 && /finalized already/.test(answer.body.error.message);
      if (!wasFinal) await this.expect(200, Promise.resolve(answer));
      this.#isFinal = true;
    }
    await this.expect(
      200,
      this.api.load(this.#database, 'upserted', { mode: 'upsert', key: ['k'], upload_id }),
    );
    this.#value += 1;
    this.#session = undefined;
    this.#isSent = false;
    this.#isFinal = false;
    this.#wasRefused = false;
  }

  async verify(): Promise<void> {
    const values = await this.rows(this.#database, 'SELECT k, v FROM upserted ORDER BY k');
    expect(values).toEqual([1, 2, 3].map((key) => [key, this.#value]));
  }
}

/** Runs queries whose results are stored as objects, and remembers promised results. */
export class Querier extends StorageClient {
  readonly name = 'query';
  readonly #database: string;
  #promised: string[] = [];

  constructor(api: Api, database: string) {
    super(api);
    this.#database = database;
  }

  protected async step(): Promise<void> {
    const sql = 'SELECT i, md5(CAST(i AS text)) FROM generate_series(1, 4000) AS s(i)';
    const anew = this.api.with({ 'cache-control': 'no-cache' });
    const body = await this.expect(200, anew.query(this.#database, sql));
    if (body.result_id !== null) this.#promised.push(body.result_id);
  }

  /**
   * A promised result exists; a result promised before the fault may instead say that storing
   * failed.
   */
  async verify(): Promise<void> {
    for (const id of this.#promised.splice(0)) {
      const path = `/v1/results/${id}?format=json&offset=3999&limit=10`;
      await eventually(async () => {
        const { status, body } = await this.api.get(path, { 'x-database-id': this.#database });
        expect([200, 409], JSON.stringify(body)).toContain(status);
        if (status === 200) expect(body.rows.map(([i]: number[]) => i)).toEqual([4000]);
      });
    }
  }
}

/** Forks a database; an acknowledged fork is complete. */
export class Forker extends StorageClient {
  readonly name = 'fork';
  readonly #database: string;
  #forks: string[] = [];
  #count = 0;

  constructor(api: Api, database: string) {
    super(api);
    this.#database = database;
  }

  protected async step(): Promise<void> {
    this.#count += 1;
    const name = `fork-${this.#count}`;
    this.#forks.push(
      (await this.expect(201, this.api.post(`/v1/databases/${this.#database}/fork`, { name }))).id,
    );
  }

  async verify(): Promise<void> {
    for (const id of this.#forks.splice(0)) {
      expect(await this.rows(id, 'SELECT k FROM steady ORDER BY k')).toEqual([[1], [2]]);
      await this.expect(204, this.api.delete(`/v1/databases/${id}`));
    }
    // An unacknowledged fork whose commit could not be synced may exist, and then is complete; no
    // other does.
    const { databases } = (await this.api.get('/v1/databases?search=fork-&limit=1000')).body;
    for (const { id } of databases) {
      expect(await this.rows(id, 'SELECT k FROM steady ORDER BY k')).toEqual([[1], [2]]);
      await this.expect(204, this.api.delete(`/v1/databases/${id}`));
    }
    expect(databases.length).toBeLessThanOrEqual(this.tally.refused);
  }
}
