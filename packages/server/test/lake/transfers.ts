import { expect } from 'vitest';
import type { Api } from '../service.ts';

const accounts = 24;
const total = accounts * 100;

/** A table `accounts` of (id, balance, moves, note); transfers keep the sum of balances. */
export async function openAccounts(api: Api, databaseId: string): Promise<void> {
  const lines = Array.from({ length: accounts }, (_, id) => `${id},100,0,opened\n`);
  await api.loadCsv(databaseId, 'accounts', `id,balance,moves,note\n${lines.join('')}`);
}

interface Traffic {
  readonly databaseId: string;
  readonly writers: readonly Api[];
  readonly readers: readonly Api[];
  /** Transfers of each writer, at least. */
  readonly transfers: number;
  /** True if more transfers follow. */
  readonly goesOn?: () => boolean;
}

/**
 * Writers move money between accounts of their own, two rows a load, while readers add everything
 * up. Fails when a reader sees a transfer half done. Gives how many states of the table were seen.
 */
export async function transferWhileReading(traffic: Traffic): Promise<number> {
  const { databaseId, writers, readers, transfers, goesOn = () => false } = traffic;
  const states = new Set<unknown>();
  let isOver = false;
  const read = async (api: Api) => {
    do {
      const sql = 'SELECT count(*), count(DISTINCT id), sum(balance), sum(moves) FROM accounts';
      const { status, body } = await api.query(databaseId, sql);
      expect(status, JSON.stringify(body)).toBe(200);
      const [[count, distinct, sum, moves]] = body.rows;
      expect([count, distinct, Number(sum)]).toEqual([accounts, accounts, total]);
      states.add(Number(moves));
    } while (!isOver);
  };
  const write = async (api: Api, writer: number) => {
    const own = Array.from({ length: accounts }, (_, id) => id).filter(
      (id) => id % writers.length === writer,
    );
    const balances = new Map(own.map((id) => [id, { balance: 100, moves: 0 }]));
    for (let index = 0; index < transfers || goesOn(); index += 1) {
      const lines = [own[index % own.length] ?? 0, own[(index * 7 + 1) % own.length] ?? 0].map(
        (id, side) => {
          const account = balances.get(id) ?? { balance: 0, moves: 0 };
          account.balance += side === 0 ? -13 : 13;
          account.moves += 1;
          return {
            id,
            line: (note: string) => `${id},${account.balance},${account.moves}${note}\n`,
          };
        },
      );
      // The same account twice: the last row wins.
      await load(api, databaseId, index % 3 === 2 ? updateOf(lines) : upsertOf(lines));
    }
  };
  const reading = Promise.all(readers.map(read));
  await Promise.all(writers.map(write)).finally(() => {
    isOver = true;
  });
  await reading;
  return states.size;
}

type Lines = readonly { readonly line: (note: string) => string }[];

const upsertOf = (lines: Lines) => ({
  mode: 'upsert',
  data: `id,balance,moves,note\n${lines.map(({ line }) => line(',moved')).join('')}`,
});
const updateOf = (lines: Lines) => ({
  mode: 'update',
  data: `id,balance,moves\n${lines.map(({ line }) => line('')).join('')}`,
});

/** One load at a time may change a table; the others are told to come again. */
async function load(api: Api, databaseId: string, body: object): Promise<void> {
  for (;;) {
    const answer = await api.load(databaseId, 'accounts', { key: ['id'], ...body });
    if (answer.body.error?.code === 'RESOURCE_LOCKED') continue;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.row_count).toBe(accounts);
    return;
  }
}
