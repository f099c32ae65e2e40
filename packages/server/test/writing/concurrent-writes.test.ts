import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../service.ts';
import { sharedService } from '../shared-service.ts';

describe('statements of many clients at once', () => {
  let api: Api;
  let database: string;
  beforeAll(async () => {
    api = (await sharedService()).api();
    database = (await api.post('/v1/databases', { name: 'together' })).body.id;
  });

  /** What every client of the contract does with 409 and 429 that have Retry-After. */
  async function repeated(sql: string) {
    for (;;) {
      const answer = await api.query(database, sql);
      if (answer.status !== 409 && answer.status !== 429) return answer;
    }
  }
  const first = async (sql: string) => (await api.query(database, sql)).body.rows[0];

  it('add to one counter exactly as often as they are told', async () => {
    await api.query(database, 'create table c (id int, n int); insert into c values (1, 0)');
    const clients = Array.from({ length: 20 }, async () => {
      for (let time = 0; time < 3; time += 1) {
        const { status, body } = await repeated('update c set n = n + 1 where id = 1');
        expect([status, body.rows_affected]).toEqual([200, 1]);
      }
    });
    await Promise.all(clients);
    expect(await first('select n from c')).toEqual([60]);
  });

  it('compare and set: one of them is told that it did', async () => {
    await api.query(database, 'create table r (rev int); insert into r values (5)');
    const tries = Array.from({ length: 8 }, () => repeated('update r set rev = 6 where rev = 5'));
    const counts = (await Promise.all(tries)).map(({ body }) => body.rows_affected);
    expect(counts.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('insert one key once', async () => {
    await api.query(database, 'create table k (id int primary key, who int)');
    const tries = Array.from({ length: 8 }, (_, who) =>
      repeated(`insert into k values (1, ${who})`),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ body }) => body.error.sqlstate))).toEqual(new Set(['23505']));
    expect(await first('select count(*) from k')).toEqual([1]);
  });

  it('move sums between tables that always add up, whatever reads beside them', async () => {
    await api.query(database, 'create table x (n int); create table y (n int)');
    await api.query(database, 'insert into x values (100); insert into y values (0)');
    const move = 'begin; update x set n = n - 1; update y set n = n + 1; commit';
    const back = 'begin; update y set n = n - 1; update x set n = n + 1; commit';
    let isDone = false;
    const sums = (async () => {
      while (!isDone)
        expect(await first('select (select n from x) + (select n from y)')).toEqual([100]);
    })();
    await Promise.all(
      [move, back, move, back, move].map(async (script) => {
        for (let time = 0; time < 3; time += 1) expect((await repeated(script)).status).toBe(200);
      }),
    );
    isDone = true;
    await sums;
    expect(await first('select (select n from x), (select n from y)')).toEqual([97, 3]);
  });

  it('copy what they read: neither of two scripts misses the other', async () => {
    await api.query(database, 'create table p (n int); create table q (n int)');
    await Promise.all([
      repeated('insert into p select count(*) from q'),
      repeated('insert into q select count(*) from p'),
    ]);
    const [p, q] = await first('select (select n from p), (select n from q)');
    // In either order the second one sees a row of the first.
    expect([p, q].sort()).toEqual([0, 1]);
  });
});
