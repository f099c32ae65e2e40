import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';

/** One load: `items` rows marked with their load, so rows of other loads cannot pass. */
export interface Load {
  readonly id: number;
  readonly mode: 'replace' | 'append' | 'upsert' | 'update' | 'delete';
  readonly items: number;
  /** Number of the first item, which is the key of the keyed modes. */
  readonly firstItem: number;
  /** Name of the third column: a replace may change it. */
  readonly column: string;
  /** Characters that lengthen a text. */
  readonly padding: number;
}

type Row = readonly [load: number, item: number, textHash: string];

interface Content {
  readonly column: string;
  readonly rows: readonly Row[];
}

export interface TestDatabase {
  readonly id: string;
  readonly default_connection_id: string;
}

const textOf = (load: Load, item: number) => `${load.id}:${item}:${'x'.repeat(load.padding)}`;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const items = (load: Load) =>
  Array.from({ length: load.items }, (_, index) => load.firstItem + index);

export function csvOf(load: Load): string {
  if (load.mode === 'delete') return ['item', ...items(load), ''].join('\n');
  const lines = items(load).map((item) => `${load.id},${item},${textOf(load, item)}`);
  return [`load,item,${load.column}`, ...lines, ''].join('\n');
}

export function ndjsonOf(load: Load): string {
  const lines = items(load).map((item) => ({
    load: load.id,
    item,
    [load.column]: textOf(load, item),
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Expected rows of one table: all acknowledged loads, and perhaps the one unanswered load. */
export class TableModel {
  readonly database: TestDatabase;
  readonly table: string;
  #content: Content | null = null;
  #pending: Load | null = null;
  /** Recent requests and acknowledgements with times, to judge a failure. */
  #events: string[] = [];

  constructor(database: TestDatabase, table: string) {
    this.database = database;
    this.table = table;
  }

  /** The name of the text column, for a load that is no replace. */
  get column(): string | null {
    return this.#content?.column ?? null;
  }

  /** Begun and not acknowledged. */
  get pending(): Load | null {
    return this.#pending;
  }

  send(load: Load): void {
    this.#pending = load;
    this.#note('sent', load);
  }

  /** The pending load is known not to have happened. */
  forget(load: Load): void {
    this.#pending = null;
    this.#note('never happened', load);
  }

  rowCountAfter(load: Load): number {
    return after(this.#content, load).rows.length;
  }

  acknowledge(load: Load): void {
    this.#content = after(this.#content, load);
    this.#pending = null;
    this.#note('acknowledged', load);
  }

  /**
   * Fails unless the table is completely in the state before or after the pending load. Returns
   * true for after.
   */
  async verify(api: Api): Promise<boolean> {
    // A job goes on after the restart: it may commit, once, between two looks of the first attempt.
    const found = await this.#look(api).catch((error: unknown) => {
      if (this.#pending === null) throw error;
      return this.#look(api);
    });
    if (this.#pending !== null && same(found, after(this.#content, this.#pending))) {
      // A replace by the same rows cannot be: every load has an id of its own.
      return true;
    }
    const story = () =>
      `table '${this.table}' of ${this.database.id}, by its client: ${this.#events.join('; ')}`;
    expect(found, same(found, this.#content) ? '' : story()).toEqual(this.#content);
    return false;
  }

  #note(what: string, { id, mode }: Load): void {
    this.#events = [
      ...this.#events.slice(-20),
      `${new Date().toISOString()} ${mode} ${id} ${what}`,
    ];
  }

  async #look(api: Api): Promise<Content | null> {
    const found = await this.#read(api);
    await this.#verifyInformationSchema(api, found);
    return found;
  }

  async #read(api: Api): Promise<Content | null> {
    const listed = await this.#listed(api);
    if (listed === undefined) return null;
    const column = listed.columns.map((one: Json) => one.name)[2];
    const sql = `SELECT load, item, md5(${column}) FROM ${this.table} ORDER BY load, item`;
    const { status, body } = await api.query(this.database.id, sql);
    expect(status, JSON.stringify(body)).toBe(200);
    // After 200 kills there are more rows than a preview has.
    const rest = body.truncated ? await this.#restOf(api, body) : [];
    return { column, rows: [...body.rows, ...rest] };
  }

  async #restOf(api: Api, { result_id: id, rows }: Json): Promise<readonly unknown[]> {
    const own = api.with({ 'x-database-id': this.database.id });
    return eventually(async () => {
      const { status, body } = await own.get(`/v1/results/${id}?format=json&offset=${rows.length}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.rows;
    });
  }

  /** A table is listed, with columns, from the first load on. */
  async #verifyInformationSchema(api: Api, found: Content | null): Promise<void> {
    const listed = await this.#listed(api);
    if (found === null) expect(listed).toBeUndefined();
    else {
      expect(listed.synced).toBe(true);
      expect(listed.columns.map((one: Json) => one.name)).toEqual(['load', 'item', found.column]);
    }
  }

  async #listed(api: Api): Promise<Json | undefined> {
    const connection = this.database.default_connection_id;
    const path = `/v1/information_schema?connection_id=${connection}&include_columns=true`;
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    return body.tables.find((one: Json) => one.table === this.table);
  }
}

function after(content: Content | null, load: Load): Content {
  const incoming = items(load).map((item): Row => [load.id, item, md5(textOf(load, item))]);
  if (load.mode === 'replace' || content === null) return { column: load.column, rows: incoming };
  const byItem = new Map(incoming.map((row) => [row[1], row]));
  const others = content.rows.filter(([, item]) => !byItem.has(item));
  const rows = {
    append: [...content.rows, ...incoming],
    upsert: [...others, ...incoming],
    update: content.rows.map((row) => byItem.get(row[1]) ?? row),
    delete: others,
  }[load.mode];
  return {
    column: content.column,
    rows: rows.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]),
  };
}

function same(left: Content | null, right: Content | null): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
