import type { HttpClient } from './http-client.ts';
import { median, pairedMedians, timed } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { type BenchRow, mib, ms } from './report.ts';
import { peakDuring, type ServiceProcess } from './service-process.ts';

const tables = 10_000;
const moreTables = 50_000;
const columns = 20;
const firstQueries = 15;

interface CatalogsBench {
  readonly service: ServiceProcess;
  readonly client: HttpClient;
}

/** Cost of discovering many tables of a source, and cost for queries of other tables. */
export async function sourceCatalogs({ service, client }: CatalogsBench): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await source.run(`DO $$ BEGIN FOR i IN 1..${firstQueries} LOOP
      EXECUTE format('CREATE TABLE small_%s AS SELECT i AS id, ''row '' || i AS label, now() AS at FROM generate_series(1, 1000) i', i);
      END LOOP; END $$`);
    const few = await connected(service, client, 'few', source.url);
    const first = await firstQuery(few.database, source);
    await makeTables(source, 0, tables);
    const many = await connected(service, client, 'many', source.url);
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
      memoryOf(many),
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

async function makeTables(source: Source, from: number, to: number): Promise<void> {
  const list = Array.from({ length: columns }, (_unused, index) => `c${index} int`).join(', ');
  for (let made = from; made < to; made += 1000)
    await source.run(`DO $$ BEGIN FOR i IN ${made + 1}..${made + 1000} LOOP
      EXECUTE format('CREATE TABLE many_%s (${list})', i); END LOOP; END $$`);
  await source.run('ANALYZE pg_catalog.pg_class, pg_catalog.pg_attribute');
}

type Source = Awaited<ReturnType<typeof startPostgres>>;

/**
 * The same with more tables, and the cost of a second discovery after one new table. The part fills
 * caches of the service and runs only by name.
 */
export async function mostTables({ service, client }: CatalogsBench): Promise<BenchRow[]> {
  const source = await startPostgres();
  try {
    await source.run('CREATE TABLE small_1 AS SELECT i AS id FROM generate_series(1, 1000) i');
    const few = await connected(service, client, 'few', source.url);
    await makeTables(source, 0, moreTables);
    const most = await connected(service, client, 'most', source.url);
    await source.run('CREATE TABLE many_0 (i int)');
    let found: { tables_added: number } | undefined;
    const again = await timed(async () => {
      found = await client.json('POST', '/v1/refresh', { connection_id: most.id });
    });
    if (found?.tables_added !== 1) throw new Error(JSON.stringify(found));
    for (const each of [few, most]) await ask(each.database, near(each.name));
    const planning = await pairedMedians(
      100,
      () => ask(most.database, near('most')),
      () => ask(few.database, near('few')),
    );
    const stated = { reach: 'stated', reached: true };
    return [
      {
        what: `discovery of ${moreTables} tables of ${columns} columns of PostgreSQL`,
        quern: ms(most.discoveryMs),
        reference: '',
        result: `${(most.discoveryMs / 1000).toFixed(1)} s`,
        ...stated,
      },
      memoryOf(most),
      {
        what: 'the same again, when one table has come',
        quern: ms(again),
        reference: ms(most.discoveryMs),
        result: `${(again / most.discoveryMs).toFixed(2)} times`,
        ...stated,
      },
      {
        what: `a query beside ${moreTables} discovered tables, against one beside one`,
        quern: ms(planning.left),
        reference: ms(planning.right),
        result: `${(planning.left - planning.right).toFixed(2)} ms more`,
        reach: 'at most 1 ms more',
        reached: planning.left - planning.right <= 1,
      },
    ];
  } finally {
    await source.stop();
  }
}

const local = 'SELECT count(*) FROM (VALUES (1), (2)) AS v(i)';
const near = (name: string) => `${local} UNION ALL SELECT count(*) FROM ${name}.public.small_1`;

const ask = (database: HttpClient, sql: string) =>
  database.json<object>('POST', '/v1/query', { sql });

/** Cost of a discovery of many tables in the process that answers requests. */
const memoryOf = ({ grownBytes }: { readonly grownBytes: number }): BenchRow => ({
  what: 'the same, memory that the HTTP process takes meanwhile',
  quern: mib(grownBytes),
  reference: '',
  result: `${mib(grownBytes)} more`,
  reach: 'at most 100 MiB more',
  reached: grownBytes <= 100 * 2 ** 20,
});

/** A database with the source attached under the name, and the cost of the discovery. */
async function connected(service: ServiceProcess, client: HttpClient, name: string, url: string) {
  const body = { name, source_type: 'postgres', config: { url }, skip_discovery: true };
  const { id } = await client.json<{ id: string }>('POST', '/v1/connections', body, 201);
  const before = service.residentBytes();
  const discover = async () => {
    const found = await client.json<{ connections_failed: number }>('POST', '/v1/refresh', {
      connection_id: id,
    });
    if (found.connections_failed !== 0) throw new Error(JSON.stringify(found));
  };
  let discoveryMs = 0;
  const peak = await peakDuring(
    () => service.residentBytes(),
    async () => {
      discoveryMs = await timed(discover);
    },
  );
  const made = await client.json<{ id: string }>('POST', '/v1/databases', { name }, 201);
  const path = `/v1/databases/${made.id}/catalogs`;
  await client.json('POST', path, { connection_id: id }, 204);
  // Every query executes: that of the same text would have the same answer.
  const headers = { 'x-database-id': made.id, 'cache-control': 'no-cache' };
  return { name, id, discoveryMs, grownBytes: peak - before, database: client.with(headers) };
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
