import type { HttpClient } from './http-client.ts';
import { median, pairedMedians, timed } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { type BenchRow, ms } from './report.ts';

const tables = 10_000;
const columns = 20;
const firstQueries = 15;

/** What many tables of a source take to be found, and what they cost queries that read others. */
export async function sourceCatalogs({ client }: { client: HttpClient }): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await source.run(`DO $$ BEGIN FOR i IN 1..${firstQueries} LOOP
      EXECUTE format('CREATE TABLE small_%s AS SELECT i AS id, ''row '' || i AS label, now() AS at FROM generate_series(1, 1000) i', i);
      END LOOP; END $$`);
    const few = await connected(client, 'few', source.url);
    const first = await firstQuery(few.database, source);
    const list = Array.from({ length: columns }, (_unused, index) => `c${index} int`).join(', ');
    for (let made = 0; made < tables; made += 1000)
      await source.run(`DO $$ BEGIN FOR i IN ${made + 1}..${made + 1000} LOOP
        EXECUTE format('CREATE TABLE many_%s (${list})', i); END LOOP; END $$`);
    await source.run('ANALYZE pg_catalog.pg_class, pg_catalog.pg_attribute');
    const many = await connected(client, 'many', source.url);
    const local = 'SELECT count(*) FROM (VALUES (1), (2)) AS v(i)';
    const near = (name: string) => `${local} UNION ALL SELECT count(*) FROM ${name}.public.small_1`;
    for (const each of [few, many]) await ask(each.database, near(each.name));
    const planning = await pairedMedians(
      100,
      () => ask(many.database, near('many')),
      () => ask(few.database, near('few')),
    );
    const more = planning.left - planning.right;
    return [
      first,
      {
        what: `discovery of ${tables} tables of ${columns} columns of PostgreSQL`,
        quern: ms(many.discoveryMs),
        reference: '',
        result: `${(many.discoveryMs / 1000).toFixed(1)} s`,
        reach: 'at most 10 s',
        reached: many.discoveryMs <= 10_000,
      },
      {
        what: `a query beside ${tables} discovered tables, against one beside ${firstQueries}`,
        quern: ms(planning.left),
        reference: ms(planning.right),
        result: `${more.toFixed(2)} ms more`,
        reach: 'at most 1 ms more',
        reached: more <= 1,
      },
    ];
  } finally {
    await source.stop();
  }
}

const ask = (database: HttpClient, sql: string) =>
  database.json<object>('POST', '/v1/query', { sql });

/** A database to which the source is attached under the name, and what its discovery took. */
async function connected(client: HttpClient, name: string, url: string) {
  let id = '';
  const discoveryMs = await timed(async () => {
    const body = { name, source_type: 'postgres', config: { url } };
    const made = await client.json<{ id: string; discovery_status: string }>(
      'POST',
      '/v1/connections',
      body,
      201,
    );
    if (made.discovery_status !== 'success') throw new Error(JSON.stringify(made));
    id = made.id;
  });
  const made = await client.json<{ id: string }>('POST', '/v1/databases', { name }, 201);
  const path = `/v1/databases/${made.id}/catalogs`;
  await client.json('POST', path, { connection_id: id }, 204);
  // Every query executes: that of the same text would have the same answer.
  const headers = { 'x-database-id': made.id, 'cache-control': 'no-cache' };
  return { name, discoveryMs, database: client.with(headers) };
}

/** Each of a table that is not here yet, in turns with the same over an open session. */
async function firstQuery(
  database: HttpClient,
  source: Awaited<ReturnType<typeof startPostgres>>,
): Promise<BenchRow> {
  const [quern, direct]: [number[], number[]] = [[], []];
  for (let table = 1; table <= firstQueries; table += 1) {
    direct.push(await timed(() => source.run(`SELECT * FROM public.small_${table}`)));
    quern.push(await timed(() => ask(database, `SELECT * FROM few.public.small_${table}`)));
  }
  const more = median(quern) - median(direct);
  return {
    what: 'first query on a table of 1,000 rows that is not here yet, against one over a session that is open',
    quern: ms(median(quern)),
    reference: ms(median(direct)),
    result: `${more.toFixed(0)} ms more`,
    reach: 'at most 150 ms more',
    reached: more <= 150,
  };
}
