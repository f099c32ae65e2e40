import type { HttpClient } from './http-client.ts';
import { putBytes } from './http-client.ts';

/** One round of a client's work; `round` counts from 0. */
export type Work = (round: number) => Promise<void>;

interface Run {
  readonly result_id: string;
  readonly query_run_id: string;
}

interface Upload {
  readonly upload_id: string;
  readonly finalize_token: string;
  readonly url: string;
}

const csv = (rows: number, firstId: number) =>
  [
    'id,name,amount',
    ...Array.from({ length: rows }, (_, row) => `${firstId + row},name ${row},${row / 4}`),
    '',
  ].join('\n');

/** Statements of many areas; a new number replaces `$n` each time, so no text repeats. */
const zoo = [
  'SELECT $n AS a, now() AS b',
  "SELECT regexp_replace('abc$n', '(b)(c)', '\\2\\1'), to_char($n.5, '999,999,999.99')",
  `SELECT ('{"a": [1, 2, $n]}'::jsonb #>> '{a,2}')::int, jsonb_path_query_first('{"a": $n}', '$.a + 1')`,
  "SELECT to_char(timestamp '2020-01-01' + $n * interval '1 minute', 'YYYY-MM-DD HH24:MI')",
  'SELECT array_agg(i ORDER BY i DESC) FROM generate_series(1, 50) AS t(i) WHERE i <> $n',
  'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < 20) SELECT sum(i) + $n FROM t',
  'SELECT id % 10 AS k, count(*), avg(amount), $n FROM facts GROUP BY 1 ORDER BY 1',
  'SELECT f.name, sum(g.amount) FROM facts f JOIN facts g USING (id) WHERE f.id < 1000 + $n % 7 GROUP BY 1',
  'SELECT id, rank() OVER (PARTITION BY id % 5 ORDER BY amount DESC) FROM facts WHERE id < 500 + $n % 100',
  'SELECT no_such_column_$n FROM facts',
];

/** Eight clients, which together use every storing part of the service. */
export function soakClients(client: HttpClient, databaseId: string): Record<string, Work> {
  const database = client.with({ 'x-database-id': databaseId });
  const tables = `/v1/databases/${databaseId}/schemas/main/tables`;
  const ask = (sql: string, status = 200) =>
    database.json<Run>('POST', '/v1/query', { sql }, status);
  const fill = (sql: string, round: number) => sql.replaceAll('$n', String(round));
  return {
    async statements(round) {
      const sql = zoo[round % zoo.length] ?? '';
      await ask(fill(sql, round), sql.includes('no_such') ? 400 : 200);
    },
    repeated: async () => void (await ask('SELECT count(*), sum(amount) FROM facts')),
    async appends(round) {
      const mode = round % 20 === 0 ? 'replace' : 'append';
      await client.json('POST', `${tables}/appended/loads`, { mode, data: csv(200, round) });
      await ask('SELECT count(*) FROM appended');
    },
    async upserts(round) {
      const bytes = Buffer.from(csv(2_000, (round % 50) * 500));
      const session = { declared_size_bytes: bytes.length };
      const upload = await client.json<Upload>('POST', '/v1/uploads', session, 201);
      await putBytes(upload.url, bytes);
      const finalizing = client.with({ 'x-upload-finalize-token': upload.finalize_token });
      await finalizing.json('POST', `/v1/uploads/${upload.upload_id}/finalize`, {});
      finalizing.close();
      const load = {
        mode: round === 0 ? 'replace' : 'upsert',
        key: ['id'],
        upload_id: upload.upload_id,
      };
      await client.json('POST', `${tables}/keyed/loads`, load);
    },
    forks: (round) => forkOnce(client, databaseId, round),
    async results(round) {
      const { query_run_id: run } = await ask(
        `SELECT id, name, amount, ${round} AS n FROM facts ORDER BY amount`,
      );
      const id = await readyResult(database, run);
      for (const format of ['arrow', 'csv', 'md', 'parquet', 'json&limit=5000']) {
        await database.drain(`/v1/results/${id}?format=${format}`);
      }
    },
    async lists() {
      for (const path of [
        '/v1/query-runs?limit=100',
        '/v1/results?limit=100',
        '/v1/databases',
        '/v1/jobs',
        '/v1/information_schema',
      ]) {
        await database.drain(path);
      }
    },
    async batches(round) {
      const batch = await client.json<{ batch_id: string }>(
        'POST',
        '/v1/databases/bulk',
        { count: 20, name_template: `b${round}-{index}`, idempotency_key: `soak-${round}` },
        202,
      );
      await database.json('POST', '/v1/query', { sql: `SELECT ${round}`, async: true }, 202);
      await client.json('DELETE', `/v1/databases/bulk/${batch.batch_id}`, undefined);
    },
  };
}

/** The result's id, once the run has ended. */
async function readyResult(database: HttpClient, run: string): Promise<string> {
  for (;;) {
    const { status, result_id } = await database.json<{ status: string; result_id: string }>(
      'GET',
      `/v1/query-runs/${run}`,
      undefined,
    );
    if (status !== 'running') return result_id;
  }
}

async function forkOnce(client: HttpClient, databaseId: string, round: number): Promise<void> {
  const request = { name: `f${round}` };
  const { id } = await client.json<{ id: string }>(
    'POST',
    `/v1/databases/${databaseId}/fork`,
    request,
    201,
  );
  const fork = client.with({ 'x-database-id': id });
  await fork.json('POST', '/v1/query', { sql: 'SELECT count(*) FROM facts' });
  const load = { mode: 'replace', data: csv(10, 0) };
  await client.json('POST', `/v1/databases/${id}/schemas/main/tables/own/loads`, load);
  await client.json('DELETE', `/v1/databases/${id}`, undefined, 204);
  fork.close();
}
