import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { connectionConfigOf, createPostgresDatabase } from '../postgres.ts';
import type { Api, Json, RunningService } from '../service.ts';
import { after, killedService, kills, seededRandom } from './killed-service.ts';

const rows = 3_000;
const longestPauseMs = 800;
const killed = killedService();

/**
 * A third of the rows at a time gets the next number, in one transaction at the source. So whoever
 * reads a table of which a refresh shows in part, or twice, finds a third with two numbers or other
 * rows than there are; and what a refresh has answered is there after any kill.
 */
it(
  'shows a source’s table whole or not at all, and loses no refresh, killed at any point',
  async () => {
    const random = seededRandom();
    const source = await createPostgresDatabase();
    const client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(
      `create table t as select i as id, 0 as number from generate_series(1, ${rows}) as i`,
    );
    await client.query('alter table t add primary key (id)');
    const config = connectionConfigOf(source.url);
    let service = await killed.start();
    const made = await service
      .api()
      .post('/v1/connections', { name: 'src', source_type: 'postgres', config });
    const database: Json = await service.api().createDatabase();
    await service
      .api()
      .post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
    const policy = { mode: 'incremental', cursor_column: 'number' };
    await service
      .api()
      .request('PUT', `/v1/connections/${made.body.id}/tables/public/t/refresh`, policy);
    const state = { number: 0, acknowledged: 0, refreshes: 0 };

    const change = async () => {
      const number = state.number + 1;
      await client.query(`update t set number = ${number} where id % 3 = ${number % 3}`);
      state.number = number;
    };
    const refresh = async (api: Api, isWhole: boolean) => {
      const before = state.number;
      const body = {
        connection_id: made.body.id,
        schema_name: 'public',
        table_name: 't',
        data: true,
        full: isWhole,
      };
      const answer = await api.post('/v1/refresh', body);
      expect([answer.status, answer.body.error?.message]).toEqual([200, undefined]);
      state.acknowledged = before;
      state.refreshes += 1;
    };
    const look = async (api: Api) => {
      const sql =
        'SELECT id % 3, count(*), min(number), max(number) FROM src.public.t GROUP BY 1 ORDER BY 1';
      const { status, body } = await api.query(database.id, sql);
      expect([status, body.error?.message]).toEqual([200, undefined]);
      for (const [, count, least, greatest] of body.rows)
        expect([count, least]).toEqual([rows / 3, greatest]);
      expect(Math.max(...body.rows.map((row: number[]) => row[3]))).toBeGreaterThanOrEqual(
        state.acknowledged,
      );
    };
    const work = async (api: Api, isOver: () => boolean) => {
      while (!isOver()) {
        await change();
        await refresh(api, random() < 0.5);
        await look(api);
      }
    };

    await refresh(service.api(), true);
    const count = kills(1, 4);
    for (let kill = 1; kill <= count; kill += 1) {
      let isOver = false;
      const ofService = random() < 0.5;
      const working = work(service.api(), () => isOver).catch((error: unknown) => {
        // A killed worker fails nothing: another worker does the work.
        if (!ofService || !(error instanceof TypeError)) throw error;
      });
      await after(random() * longestPauseMs)();
      isOver = true;
      if (ofService) await service.kill();
      else for (const pid of sourceWorkersOf(service)) process.kill(pid, 'SIGKILL');
      await working;
      if (ofService) service = await killed.start();
      await look(service.api());
    }
    await change();
    await refresh(service.api(), false);
    await look(service.api());
    const spool = readdirSync(join(killed.dataDir, 'spool', 'service'));
    expect(spool.filter((name) => name.startsWith('source-'))).toEqual([]);
    console.log(`${count} kills: ${state.refreshes} refreshes acknowledged`);
    await client.end();
    await source.drop();
  },
  Math.max(120_000, kills(1, 4) * 10_000),
);

function sourceWorkersOf({ pid }: RunningService): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
        return (
          isChild && readFileSync(`/proc/${candidate}/cmdline`, 'utf8').includes('source-main')
        );
      } catch {
        return false;
      }
    });
}
