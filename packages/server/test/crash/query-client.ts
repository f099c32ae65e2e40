import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';

interface Acknowledged {
  readonly kind: 'whole' | 'truncated' | 'accepted';
  readonly runId: string;
  readonly resultId: string | null;
  /** Marks the rows of a query. */
  readonly factor: number;
  readonly rows: number;
}

const sizes = { whole: 20, truncated: 60_000, accepted: 2_000 };
const kinds = ['whole', 'accepted', 'whole', 'truncated'] as const;
/** Values of the rows numbered `from` and following. */
const expectedRows = ({ factor }: Acknowledged, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [from + index, (from + index) * factor]);

/** Runs queries in three ways and remembers the promises. */
export class QueryClient {
  readonly #databaseId: string;
  #count = 0;
  #acknowledged: Acknowledged[] = [];

  constructor(databaseId: string) {
    this.#databaseId = databaseId;
  }

  async step(api: Api): Promise<void> {
    this.#count += 1;
    const kind = kinds[this.#count % kinds.length] ?? 'whole';
    const factor = this.#count;
    const rows = sizes[kind];
    const sql = `SELECT range AS i, range * ${factor} AS v FROM range(${rows})`;
    const options = { dialect: 'duckdb', ...(kind === 'accepted' ? { async: true } : {}) };
    const { status, body } = await api.query(this.#databaseId, sql, options);
    expect(status, JSON.stringify(body)).toBe(kind === 'accepted' ? 202 : 200);
    const { query_run_id: runId, result_id: resultId = null } = body;
    const asked = { kind, runId, resultId, factor, rows };
    if (kind !== 'accepted') expect(body.rows).toEqual(expectedRows(asked, 0, body.row_count));
    if (kind !== 'accepted') expect(body.truncated).toBe(kind === 'truncated');
    this.#acknowledged.push(asked);
  }

  /** Before anybody asks anything again: no run of the dead process is still said to go on. */
  async expectNoneRunning(api: Api): Promise<void> {
    const { status, body } = await api
      .with({ 'x-database-id': this.#databaseId })
      .get('/v1/query-runs?status=running');
    expect(status).toBe(200);
    expect(body.query_runs).toEqual([]);
  }

  /** Every run is complete, or says otherwise. */
  async recover(api: Api): Promise<void> {
    const own = api.with({ 'x-database-id': this.#databaseId });
    for (const asked of this.#acknowledged.slice(-12)) await this.#check(own, asked);
    this.#acknowledged = [];
  }

  async #check(api: Api, asked: Acknowledged): Promise<void> {
    const { status, body: run } = await api.get(`/v1/query-runs/${asked.runId}`);
    expect(status).toBe(200);
    if (asked.kind === 'whole') expect(run.status).toBe('succeeded');
    else expect(['succeeded', 'interrupted']).toContain(run.status);
    if (run.status === 'succeeded') return this.#checkRows(api, asked, run);
    expect(run.error_message).toMatch(/safe to run it again/);
    if (asked.resultId === null) return;
    const result = await api.get(`/v1/results/${asked.resultId}`);
    expect(result.status, JSON.stringify(result.body)).toBe(409);
  }

  async #checkRows(api: Api, asked: Acknowledged, run: Json): Promise<void> {
    expect(run.row_count).toBe(asked.rows);
    if (asked.resultId !== null) expect(run.result_id).toBe(asked.resultId);
    const from = Math.max(0, asked.rows - 50);
    const page = await eventually(async () => {
      const answer = await api.get(
        `/v1/results/${run.result_id}?format=json&offset=${from}&limit=50`,
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    });
    expect(page.total_row_count).toBe(asked.rows);
    expect(page.rows).toEqual(expectedRows(asked, from, asked.rows - from));
  }
}
