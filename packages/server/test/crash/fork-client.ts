import { expect } from 'vitest';
import type { Api, Json } from '../service.ts';

interface Fork {
  readonly id: string;
  /** Expected rows of the table. */
  value: number;
}

/** Unacknowledged work, with the state of each outcome. */
type Pending =
  | { readonly kind: 'load'; readonly value: number }
  | { readonly kind: 'fork'; readonly name: string }
  | { readonly kind: 'reset' | 'delete'; readonly fork: Fork };

const maxForks = 4;
let lastNumber = 0;

/**
 * Loads a table of two rows, forks the database, loads into the forks, resets and deletes them.
 * Every row of a table is the number of its load.
 */
export class ForkClient {
  #sourceId: string | null = null;
  #value = 0;
  #forks: Fork[] = [];
  #pending: Pending | null = null;
  #count = 0;

  async step(api: Api): Promise<void> {
    lastNumber += 1;
    this.#count += 1;
    const [oldest] = this.#forks;
    if (this.#sourceId === null) await this.#loadSource(api, lastNumber);
    else if (this.#count % 4 === 0) await this.#loadSource(api, lastNumber);
    else if (this.#count % 4 === 1) await this.#fork(api, `fork-${lastNumber}`);
    else if (oldest === undefined) return;
    else if (this.#count % 4 === 2) await this.#reset(api, oldest);
    else if (this.#forks.length > maxForks) await this.#delete(api, oldest);
  }

  /** Each fork is in the state before or after the interrupted step. */
  async recover(api: Api): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (this.#sourceId === null) return;
    const found = await numberIn(api, this.#sourceId);
    if (pending?.kind === 'load' && found === pending.value) this.#value = pending.value;
    expect(found).toBe(this.#value);
    if (pending?.kind === 'reset' && (await numberIn(api, pending.fork.id)) === this.#value) {
      pending.fork.value = this.#value;
    }
    if (
      pending?.kind === 'delete' &&
      (await api.get(`/v1/databases/${pending.fork.id}`)).status === 404
    ) {
      this.#forks = this.#forks.filter((fork) => fork !== pending.fork);
    }
    if (pending?.kind === 'fork') {
      const { databases } = (await api.get(`/v1/databases?search=${pending.name}`)).body;
      expect(databases.length).toBeLessThanOrEqual(1);
      for (const { id } of databases) this.#forks.push({ id, value: this.#value });
    }
    for (const fork of this.#forks)
      expect([fork.id, await numberIn(api, fork.id)]).toEqual([fork.id, fork.value]);
  }

  async #loadSource(api: Api, value: number): Promise<void> {
    this.#sourceId ??= (await api.createDatabase({ name: `source-${value}` })).id as string;
    this.#pending = { kind: 'load', value };
    await api.loadCsv(this.#sourceId, 't', `v\n${value}\n${value}\n`);
    this.#value = value;
    this.#pending = null;
  }

  async #fork(api: Api, name: string): Promise<void> {
    this.#pending = { kind: 'fork', name };
    const { status, body } = await api.post(`/v1/databases/${this.#sourceId}/fork`, { name });
    expect(status, JSON.stringify(body)).toBe(201);
    this.#forks.push({ id: body.id, value: this.#value });
    this.#pending = null;
  }

  async #reset(api: Api, fork: Fork): Promise<void> {
    this.#pending = { kind: 'reset', fork };
    const { status, body } = await api.request('POST', `/v1/databases/${fork.id}/reset`);
    expect(status, JSON.stringify(body)).toBe(200);
    fork.value = this.#value;
    this.#pending = null;
  }

  async #delete(api: Api, fork: Fork): Promise<void> {
    this.#pending = { kind: 'delete', fork };
    expect((await api.delete(`/v1/databases/${fork.id}`)).status).toBe(204);
    this.#forks = this.#forks.filter((one) => one !== fork);
    this.#pending = null;
  }
}

/** The number that both rows have; 0 before the first load. */
async function numberIn(api: Api, id: string): Promise<number> {
  const { status, body } = await api.query(id, 'SELECT v FROM t');
  if (status === 400 && /not found/.test(body.error.message)) return 0;
  expect(status, JSON.stringify(body)).toBe(200);
  const values: Json[] = body.rows.flat();
  expect(values).toEqual([values[0], values[0]]);
  return values[0];
}
