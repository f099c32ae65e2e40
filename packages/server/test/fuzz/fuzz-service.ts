import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tablesSql } from '../plan/differential/corpus.ts';
import { type Api, type RunningService, startService } from '../service.ts';
import { hasForeignWords } from './foreign-words.ts';
import { type FuzzStatement, StatementSource } from './random-statements.ts';

export interface FuzzReport {
  readonly statements: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** A line each: the fault, the statement as JSON, and how to send it again. */
  readonly findings: readonly string[];
  readonly peakMegabytes: number;
}

/** A value of another workspace's database; no answer may hold it. */
const canary = 'canary-7f3a9c';

const leaks = new RegExp(
  `${canary}|/tmp/|/work/|quern-test-|node_modules|root:x:0|\\bat [\\w.<>]+ \\(|\\.ts:\\d|\\.js:\\d`,
);

/**
 * Sends random statements of every dialect through POST /v1/query of a started service, several at
 * a time. What counts as found: a status of 5xx or none, words of the engine's inside
 * (foreign-words.ts), an answer that names a path, a stack or another tenant's value, a worker that
 * dies, a run without an end, a service that grows.
 */
export async function fuzzService(options: {
  readonly seed: number;
  readonly count: number;
  readonly clients: number;
}): Promise<FuzzReport> {
  const service = await startService({ env: { QUERN_QUERY_TIMEOUT: '20' } });
  try {
    return await new FuzzRun(service, options.seed).run(options.count, options.clients);
  } finally {
    await service.dispose();
  }
}

class FuzzRun {
  readonly #service: RunningService;
  readonly #api: Api;
  readonly #source: StatementSource;
  readonly #seed: number;
  readonly #byStatus: Record<string, number> = {};
  readonly #findings: string[] = [];
  #left = 0;
  #peakMegabytes = 0;

  constructor(service: RunningService, seed: number) {
    this.#service = service;
    this.#api = service.api();
    this.#seed = seed;
    this.#source = new StatementSource(seed);
  }

  async run(count: number, clients: number): Promise<FuzzReport> {
    const databases = await this.#prepare();
    this.#left = count;
    const client = async () => {
      while (this.#left > 0 && this.#findings.length < 50) {
        this.#left -= 1;
        const statement = this.#source.next();
        const isHotsql = statement.dialect === 'hotsql' || statement.dialect === 'postgres';
        await this.#send(isHotsql ? databases.corpus : databases.dialects, statement);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    await this.#watch(databases.dialects);
    for (const databaseId of Object.values(databases)) await this.#findEndless(databaseId);
    return {
      statements: count - Math.max(0, this.#left),
      byStatus: this.#byStatus,
      findings: this.#findings,
      peakMegabytes: this.#peakMegabytes,
    };
  }

  /** Two databases with the tables of the statements to mutate, and a hidden database. */
  async #prepare(): Promise<{ readonly corpus: string; readonly dialects: string }> {
    const other = (await this.#api.createDatabase({ name: 'canary' })).id;
    await this.#api.loadCsv(other, 'secret', `word\n${canary}\n`);
    const { id: dialects } = await this.#api.createDatabase();
    for (const table of ['people', 'orders', 'docs']) {
      const rows = readFileSync(new URL(`../dialects/${table}.csv`, import.meta.url), 'utf8');
      await this.#api.loadCsv(dialects, table, rows);
    }
    const { id: corpus } = await this.#api.createDatabase();
    for (const [table, bytes] of await corpusTables()) {
      const { status, body } = await this.#api.load(corpus, table, {
        upload_id: await this.#api.upload(bytes),
      });
      if (status !== 200) throw new Error(`${table}: ${JSON.stringify(body)}`);
    }
    return { corpus, dialects };
  }

  async #send(databaseId: string, statement: FuzzStatement): Promise<void> {
    const { sql, dialect } = statement;
    try {
      const { status, body } = await this.#api.query(databaseId, sql, { dialect });
      this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
      const answer = JSON.stringify(body);
      // The caller's own text may occur in the answer.
      if (leaks.test(answer) && !leaks.test(sql)) this.#found('a leak', statement, answer);
      if (status >= 500 || (status >= 300 && typeof body.error?.message !== 'string'))
        this.#found(`status ${status}`, statement, answer);
      else if (status >= 300 && hasForeignWords(body.error.message, sql))
        this.#found('foreign words', statement, answer);
    } catch (error) {
      this.#found('no answer', statement, String(error));
    }
    if (this.#left % 500 === 0) await this.#watch(databaseId);
  }

  /** Deaths of workers, and the memory of the HTTP process. */
  async #watch(databaseId: string): Promise<void> {
    const metrics: string = (await this.#api.get('/metrics')).body;
    for (const [line, pool, deaths] of metrics.matchAll(
      /^quern_engine_deaths\{pool="(\w+)"\} (\d+)$/gm,
    )) {
      if (Number(deaths) > 0)
        this.#findings.push(
          `a worker of '${pool}' died (${line}), seed ${this.#seed}, about ${this.#left} left`,
        );
    }
    const resident =
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#service.pid}/status`, 'utf8'))?.[1] ??
      '0';
    this.#peakMegabytes = Math.max(this.#peakMegabytes, Math.round(Number(resident) / 1024));
    if (this.#peakMegabytes > 1000)
      this.#findings.push(`the HTTP process holds ${this.#peakMegabytes} MB, seed ${this.#seed}`);
    const { status } = await this.#api.query(databaseId, 'SELECT 1');
    if (status !== 200)
      this.#findings.push(`SELECT 1 is answered with ${status}, seed ${this.#seed}`);
  }

  /** Runs with an answer and without an end. */
  async #findEndless(databaseId: string): Promise<void> {
    for (const status of ['running', 'interrupted']) {
      const path = `/v1/query-runs?status=${status}&limit=100`;
      const { body } = await this.#api.get(path, { 'x-database-id': databaseId });
      for (const run of body.query_runs)
        this.#findings.push(
          `a run is ${status}, seed ${this.#seed}: ${JSON.stringify(run.sql_text)}`,
        );
    }
  }

  #found(what: string, statement: FuzzStatement, answer: string): void {
    this.#findings.push(
      `${what}, seed ${this.#seed}: ${JSON.stringify(statement)}\n  ${answer.slice(0, 500)}`,
    );
  }
}

/** The tables of the corpus as Parquet, by name. */
async function corpusTables(): Promise<readonly (readonly [table: string, bytes: Buffer])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-fuzz-'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    await connection.run(tablesSql);
    await connection.run(`EXPORT DATABASE '${folder}' (FORMAT parquet)`);
    const files = readdirSync(folder).filter((name) => name.endsWith('.parquet'));
    return files.map(
      (name) => [name.slice(0, -'.parquet'.length), readFileSync(join(folder, name))] as const,
    );
  } finally {
    connection.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }
}
