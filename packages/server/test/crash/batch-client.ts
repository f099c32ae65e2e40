import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api } from '../service.ts';

interface Batch {
  readonly key: string;
  readonly count: number;
  /** Null until the batch is acknowledged. */
  id: string | null;
}

const keptBatches = 2;
let lastNumber = 0;

/** Requests batches of databases, each with its own key, and deletes older ones. */
export class BatchClient {
  #batches: Batch[] = [];
  #deleting: Batch | null = null;

  async step(api: Api): Promise<void> {
    const [oldest] = this.#batches;
    if (oldest !== undefined && this.#batches.length > keptBatches)
      return this.#remove(api, oldest);
    lastNumber += 1;
    const batch: Batch = { key: `batch-${lastNumber}`, count: 3 + (lastNumber % 60), id: null };
    this.#batches.push(batch);
    await this.#ask(api, batch);
  }

  /** Repeats interrupted requests by key; each batch then fills exactly to its count. */
  async recover(api: Api): Promise<void> {
    const deleting = this.#deleting;
    if (deleting !== null) await this.#remove(api, deleting);
    for (const batch of this.#batches) {
      await this.#ask(api, batch);
      await this.#expectFilled(api, batch);
    }
  }

  async #ask(api: Api, batch: Batch): Promise<void> {
    const request = {
      count: batch.count,
      name_template: `${batch.key}-{index}`,
      idempotency_key: batch.key,
    };
    // A batch that is being filled refuses a repeated request until full.
    const body = await eventually(async () => {
      const answer = await api.post('/v1/databases/bulk', request);
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      return answer.body;
    }, 60_000);
    if (batch.id !== null) expect(body.batch_id).toBe(batch.id);
    batch.id = body.batch_id;
  }

  async #expectFilled(api: Api, { id, count }: Batch): Promise<void> {
    await eventually(async () => {
      expect((await api.get(`/v1/databases/bulk/${id}`)).body.created_count).toBe(count);
    }, 60_000);
    expect((await api.get(`/v1/databases/count?batch=${id}`)).body.total).toBe(count);
  }

  async #remove(api: Api, batch: Batch): Promise<void> {
    this.#deleting = batch;
    const { status, body } = await api.request('DELETE', `/v1/databases/bulk/${batch.id}`);
    expect([200, 404], JSON.stringify(body)).toContain(status);
    expect((await api.get(`/v1/databases/count?batch=${batch.id}`)).body.total).toBe(0);
    this.#batches = this.#batches.filter((one) => one !== batch);
    this.#deleting = null;
  }
}
