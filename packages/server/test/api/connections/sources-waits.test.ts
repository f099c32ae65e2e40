import pg from 'pg';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { connectionConfigOf, createPostgresDatabase } from '../../postgres.ts';
import { startService } from '../../service.ts';

test('a query waits for a first fetch up to its time limit, and the fetch goes on behind its 503', async () => {
  const [service, source] = await Promise.all([
    startService({ env: { QUERN_QUERY_TIMEOUT: '3' } }),
    createPostgresDatabase(),
  ]);
  const client = new pg.Client({ connectionString: source.url });
  try {
    await client.connect();
    await client.query('create table t as select i as id from generate_series(1, 10) as i');
    const api = service.api();
    const config = connectionConfigOf(source.url);
    const made = await api.post('/v1/connections', { name: 's', source_type: 'postgres', config });
    const { id } = await api.createDatabase();
    await api.post(`/v1/databases/${id}/catalogs`, { connection_id: made.body.id });
    // Blocks every reader of the table until the end.
    await client.query('begin; lock table t in access exclusive mode');
    const sql = 'SELECT count(*) FROM s.public.t';
    const { status, headers, body } = await api.query(id, sql);
    expect([status, body.error?.message, headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^Table 's.public.t' is still being fetched .* as job 'job/),
      '5',
    ]);
    await client.query('rollback');
    const path = `/v1/connections/${made.body.id}`;
    await eventually(
      async () => expect((await api.get(path)).body.synced_table_count).toBe(1),
      20_000,
    );
    expect((await api.query(id, sql)).body.rows).toEqual([[10]]);
  } finally {
    await client.end();
    await service.dispose();
    await source.drop();
  }
}, 60_000);
