import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

describe.each(metadataKinds)('forks beside loads on %s', (kind) => {
  let postgres: PostgresDatabase | undefined;
  let service: RunningService;
  let api: Api;

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await createPostgresDatabase();
    const secret = { QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters' };
    const env = postgres ? { QUERN_METADATA_URL: postgres.url, ...secret } : {};
    service = await startService({ env });
    api = service.api();
  });
  afterAll(async () => {
    await service?.dispose();
    await postgres?.drop();
  });

  const value = async (id: string, sql: string): Promise<number> => {
    const { status, body } = await api.query(id, sql);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows[0][0];
  };

  test('each sees its source at one moment: what was loaded first, and perhaps what was loaded second', async () => {
    const { id } = await api.createDatabase();
    const load = (table: string, number: number) => api.loadCsv(id, table, `v\n${number}\n`);
    await load('first', 0);
    await load('second', 0);
    const state = { done: false, loads: 0 };
    const loading = (async () => {
      for (let number = 1; !state.done; number++) {
        await load('first', number);
        await load('second', number);
        state.loads = number;
      }
    })();
    const forks = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const made: Json[] = [];
        while (state.loads < 4) made.push(await api.post(`/v1/databases/${id}/fork`, {}));
        return made;
      }),
    );
    state.done = true;
    await loading;
    const seen = new Set<number>();
    for (const { status, body } of forks.flat()) {
      expect(status, JSON.stringify(body)).toBe(201);
      const [first, second] = [
        await value(body.id, 'SELECT v FROM first'),
        await value(body.id, 'SELECT v FROM second'),
      ];
      expect([0, 1]).toContain(first - second);
      // Snapshots 2 and 3 are the first two loads; each later load is one snapshot.
      expect(body.forked_from.snapshot_id).toBe(3 + first + second);
      seen.add(first);
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  test('a reset and loads under way come one after the other, or the load says that it failed', async () => {
    const source = await api.createDatabase();
    await api.loadCsv(source.id, 't', 'v\n1\n2\n');
    const { body: fork } = await api.post(`/v1/databases/${source.id}/fork`, {});
    const state = { done: false };
    const acknowledged = { append: 0, replace: 0 };
    const load = async (mode: 'append' | 'replace', table: string) => {
      while (!state.done) {
        const { status, body } = await api.load(fork.id, table, { mode, data: 'v\n5\n' });
        if (status === 200) acknowledged[mode] += 1;
        else expect([404, 409], JSON.stringify(body)).toContain(status);
      }
    };
    const loading = [load('append', 't'), load('replace', 'own')];
    for (let count = 0; count < 8; count++) {
      const { status, body } = await api.post(`/v1/databases/${fork.id}/reset`, {});
      expect(status, JSON.stringify(body)).toBe(200);
    }
    state.done = true;
    await Promise.all(loading);

    const history = await snapshotsOf(fork.id);
    const count = (operation: string) =>
      history.filter((one) => one.operation === operation).length;
    expect(count('reset')).toBe(8);
    expect({ append: count('append main.t'), replace: count('replace main.own') }).toEqual(
      acknowledged,
    );
    // The history replayed step by step gives the content of each snapshot.
    let [rows, hasOwn] = [2, false];
    for (const { snapshot_id, operation } of history) {
      if (operation === 'append main.t') rows += 1;
      if (operation === 'replace main.own') hasOwn = true;
      if (operation === 'reset') [rows, hasOwn] = [2, false];
      expect(await value(fork.id, `SELECT count(*) FROM t AT (VERSION => ${snapshot_id})`)).toBe(
        rows,
      );
      const own = await api.query(
        fork.id,
        `SELECT count(*) FROM own AT (VERSION => ${snapshot_id})`,
      );
      expect(own.status).toBe(hasOwn ? 200 : 400);
    }
    expect(await value(fork.id, 'SELECT count(*) FROM t')).toBe(rows);
    await api.post(`/v1/databases/${fork.id}/reset`, {});
    expect(await value(fork.id, 'SELECT count(*) FROM t')).toBe(2);
    expect((await api.query(fork.id, 'SELECT * FROM own')).status).toBe(400);
  });

  /** Oldest first. */
  async function snapshotsOf(id: string): Promise<Json[]> {
    const found: Json[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await api.get(`/v1/databases/${id}/snapshots?limit=100${cursor}`);
      found.unshift(...body.snapshots.reverse());
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  test('twenty forks and resets at once are twenty whole databases', async () => {
    const source = await api.createDatabase({ name: 'many' });
    await api.loadCsv(source.id, 't', 'v\n1\n');
    const forks = await Promise.all(
      Array.from({ length: 20 }, () => api.post(`/v1/databases/${source.id}/fork`, {})),
    );
    expect(forks.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const ids = forks.map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(20);
    const resets = await Promise.all(ids.map((id) => api.post(`/v1/databases/${id}/reset`, {})));
    expect(resets.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const id of ids) expect(await value(id, 'SELECT v FROM t')).toBe(1);
  });
});
