import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';
import {
  byInline,
  byInlineJob,
  byInlineKey,
  byMultipart,
  bySingle,
  byStreaming,
  byUploadJob,
  type Deliver,
  type Memo,
} from './deliver.ts';
import { ForkClient } from './fork-client.ts';
import { QueryClient } from './query-client.ts';
import { type Load, TableModel, type TestDatabase } from './table-model.ts';

/** A client that runs until the service dies, and then checks the expected state. */
export interface Client {
  /** One step of work, to its acknowledgement. */
  step(api: Api): Promise<void>;
  /** After a restart: checks the known state, and completes interrupted work. */
  recover(api: Api): Promise<void>;
}

export interface WriterPlan {
  readonly name: string;
  readonly deliver: Deliver;
  readonly shape: Pick<Load, 'items' | 'padding'>;
  readonly modes: readonly Load['mode'][];
  /** True if an unacknowledged load may be sent again. */
  readonly repeatable: boolean;
}

const small = { items: 3, padding: 0 };
const large = { items: 5_400, padding: 1_000 };
const mixed = ['append', 'append', 'append', 'append', 'append', 'replace'] as const;
/** Each step leaves a small file, or deleted rows in a file. */
export const keyed = [
  'upsert',
  'update',
  'delete',
  'upsert',
  'append',
  'update',
  'upsert',
  'delete',
] as const;
/** Keyed loads of a table begin somewhere below, so keys meet. */
const keyedItems = 500;

const allPlans: readonly WriterPlan[] = [
  { name: 'inline_key', deliver: byInlineKey, shape: small, modes: mixed, repeatable: true },
  { name: 'inline', deliver: byInline, shape: small, modes: ['replace'], repeatable: true },
  {
    name: 'single',
    deliver: bySingle,
    shape: { items: 200, padding: 100 },
    modes: mixed,
    repeatable: true,
  },
  { name: 'multipart', deliver: byMultipart, shape: large, modes: ['replace'], repeatable: true },
  {
    name: 'streaming',
    deliver: byStreaming,
    shape: { items: 100, padding: 50 },
    modes: mixed,
    repeatable: true,
  },
  { name: 'upload_job', deliver: byUploadJob, shape: small, modes: mixed, repeatable: true },
  {
    name: 'keyed',
    deliver: bySingle,
    shape: { items: 200, padding: 100 },
    modes: keyed,
    repeatable: true,
  },
  {
    name: 'keyed_job',
    deliver: byUploadJob,
    shape: { items: 100, padding: 0 },
    modes: keyed,
    repeatable: true,
  },
  { name: 'inline_job', deliver: byInlineJob, shape: small, modes: mixed, repeatable: false },
];

/** Clients of one database, with a writer for each table. */
export class Workload {
  readonly clients: readonly Client[];
  readonly #queries: QueryClient;

  constructor(database: TestDatabase, plans = allPlans, others: readonly Client[] = []) {
    this.#queries = new QueryClient(database.id);
    const writers = plans.map((plan) => new Writer(plan, new TableModel(database, plan.name)));
    this.clients = [...writers, this.#queries, new ForkClient(), ...others];
  }

  async recover(api: Api): Promise<void> {
    await this.#queries.expectNoneRunning(api);
    await Promise.all(this.clients.map((client) => client.recover(api)));
  }
}

let lastLoadId = 0;

/** Loads one table, one load after the other. */
class Writer implements Client {
  readonly #plan: WriterPlan;
  readonly #table: TableModel;
  #memo: Memo = {};
  #count = 0;

  constructor(plan: WriterPlan, table: TableModel) {
    this.#plan = plan;
    this.#table = table;
  }

  async step(api: Api): Promise<void> {
    const { modes, shape } = this.#plan;
    const mode = modes[this.#count % modes.length] ?? 'replace';
    this.#count += 1;
    lastLoadId += 1;
    const column =
      mode === 'replace' ? `text_${this.#count % 2}` : (this.#table.column ?? 'text_0');
    const firstItem = modes.includes('upsert') ? (lastLoadId * 37) % keyedItems : 0;
    this.#memo = {};
    const load = { id: lastLoadId, mode, column, firstItem, ...shape };
    this.#table.send(load);
    await this.#finish(api, load);
  }

  async recover(api: Api): Promise<void> {
    const { pending } = this.#table;
    const isJob = this.#memo.jobId !== undefined;
    if (pending && !isJob && !this.#plan.repeatable) return this.#settle(api, pending);
    await this.#table.verify(api);
    if (!pending) return;
    await this.#finish(api, pending);
    await this.#table.verify(api);
  }

  async #finish(api: Api, load: Load): Promise<void> {
    await this.#plan.deliver(api, this.#table, load, this.#memo);
    this.#table.acknowledge(load);
  }

  /**
   * The request may have been taken or not: the table tells, once no job can change it any more.
   */
  async #settle(api: Api, pending: Load): Promise<void> {
    await eventually(async () => expect(await jobsUnderWay(api)).toEqual([]), 60_000);
    if (await this.#table.verify(api)) this.#table.acknowledge(pending);
    else this.#table.forget(pending);
  }
}

async function jobsUnderWay(api: Api): Promise<string[]> {
  const { body } = await api.get('/v1/jobs?status=pending,running');
  return body.jobs.map((job: Json) => job.id);
}
