import { readFileSync } from 'node:fs';
import { type Api, type RunningService, startService } from '../service.ts';
import { type FuzzStatement, StatementSource } from './random-statements.ts';

export interface FuzzReport {
  readonly statements: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** A line each: what was wrong, the statement as JSON, and how to send it again. */
  readonly findings: readonly string[];
  readonly peakMegabytes: number;
}

/** A value of another workspace's database; no answer may hold it. */
const canary = 'canary-7f3a9c';

const leaks = new RegExp(
  `${canary}|/tmp/|/work/|quern-test-|node_modules|root:x:0|\\bat [\\w.<>]+ \\(|\\.ts:\\d|\\.js:\\d`,
);

/**
 * Sends random statements of every dialect through POST /v1/query of a started service, several at a time. What counts as found: a
 * status of 5xx or none, an answer that names a path, a stack or another tenant's value, a worker that dies, a service that grows.
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
    const databaseId = await this.#prepare();
    this.#left = count;
    const client = async () => {
      while (this.#left > 0 && this.#findings.length < 50) {
        this.#left -= 1;
        await this.#send(databaseId, this.#source.next());
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    await this.#watch(databaseId);
    return {
      statements: count - Math.max(0, this.#left),
      byStatus: this.#byStatus,
      findings: this.#findings,
      peakMegabytes: this.#peakMegabytes,
    };
  }

  async #prepare(): Promise<string> {
    const other = (await this.#api.createDatabase({ name: 'canary' })).id;
    await this.#api.loadCsv(other, 'secret', `word\n${canary}\n`);
    const { id } = await this.#api.createDatabase();
    for (const table of ['people', 'orders', 'docs']) {
      await this.#api.loadCsv(id, table, readFileSync(new URL(`../dialects/${table}.csv`, import.meta.url), 'utf8'));
    }
    return id;
  }

  async #send(databaseId: string, statement: FuzzStatement): Promise<void> {
    const { sql, dialect } = statement;
    try {
      const { status, body } = await this.#api.query(databaseId, sql, { dialect });
      this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
      const answer = JSON.stringify(body);
      // What the caller wrote may come back in words.
      if (leaks.test(answer) && !leaks.test(sql)) this.#found('a leak', statement, answer);
      if (status >= 500 || (status >= 300 && typeof body.error?.message !== 'string'))
        this.#found(`status ${status}`, statement, answer);
    } catch (error) {
      this.#found('no answer', statement, String(error));
    }
    if (this.#left % 500 === 0) await this.#watch(databaseId);
  }

  /** Deaths of workers, and the memory of the HTTP process. */
  async #watch(databaseId: string): Promise<void> {
    const metrics: string = (await this.#api.get('/metrics')).body;
    for (const [line, pool, deaths] of metrics.matchAll(/^quern_engine_deaths\{pool="(\w+)"\} (\d+)$/gm)) {
      if (Number(deaths) > 0)
        this.#findings.push(`a worker of '${pool}' died (${line}), seed ${this.#seed}, about ${this.#left} left`);
    }
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#service.pid}/status`, 'utf8'))?.[1] ?? '0';
    this.#peakMegabytes = Math.max(this.#peakMegabytes, Math.round(Number(resident) / 1024));
    if (this.#peakMegabytes > 1000)
      this.#findings.push(`the HTTP process holds ${this.#peakMegabytes} MB, seed ${this.#seed}`);
    const { status } = await this.#api.query(databaseId, 'SELECT 1');
    if (status !== 200) this.#findings.push(`SELECT 1 is answered with ${status}, seed ${this.#seed}`);
  }

  #found(what: string, statement: FuzzStatement, answer: string): void {
    this.#findings.push(`${what}, seed ${this.#seed}: ${JSON.stringify(statement)}\n  ${answer.slice(0, 500)}`);
  }
}
