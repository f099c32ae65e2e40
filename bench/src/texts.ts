import { join } from 'node:path';
import Database from 'better-sqlite3';
import { bm25Kind } from '../../packages/server/dist/search/bm25/bm25-kind.js';
import { FileSegment, OpenSegment } from '../../packages/server/dist/search/segment-file.js';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { median, pairedMedians, timed } from './measure.ts';
import { type BenchRow, mib, ms, ratioRow } from './report.ts';

interface TextsBench {
  readonly folder: string;
  readonly client: HttpClient;
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

const rowCount = 1_000_000;
const vocabulary = 50_000;
const words = 40;
const rounds = 15;

/** Ranks of the words of a query, from 0: what is asked for is seldom, often, or both. */
const classes: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [[5000, 20_000]],
  [[100, 1000]],
  [[0, 30]],
  [
    [100, 1000],
    [100, 1000],
  ],
  [
    [5000, 20_000],
    [0, 30],
  ],
  [
    [5000, 20_000],
    [100, 1000],
    [0, 30],
  ],
  [
    [0, 30],
    [0, 30],
    [0, 30],
  ],
];

const definition = {
  indexType: 'bm25' as const,
  columns: [{ id: 2, name: 'body', type: 'VARCHAR' }],
  options: { ngram: 0 },
};

/**
 * The ten best of a million texts, in this process and over HTTP, against SQLite's FTS5 over the
 * same texts.
 */
export async function texts(
  { folder, client, database, databaseId, bare }: TextsBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const path = join(folder, 'texts.parquet');
  await bare.run('SELECT setseed(0.42)');
  const body = `array_to_string(list_transform(range(${words}), lambda x: 'w' || CAST(floor(pow(${vocabulary}, random() + 0 * x * i)) AS INTEGER)), ' ')`;
  await bare.run(
    `COPY (SELECT i AS id, ${body} AS body FROM range(${rowCount}) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  const eachText = async (take: (chunk: Chunk) => void) => {
    const result = await bare.connection.stream(`SELECT body FROM '${path}'`);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      take(chunk);
    }
  };
  const own = await buildOwn(folder, eachText);
  const sqlite = new Database(join(folder, 'texts.sqlite'));
  const sqliteMs = await buildFts5(sqlite, eachText);
  const best = sqlite.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10');
  const times = await pairedMedians(
    rounds * classes.length,
    async () => own.search(anyQuery().join(' ')),
    async () => best.all(anyQuery().join(' OR ')),
  );
  sqlite.close();
  await load('texts', path);
  const { asked, builtMs } = await overHttp({ client, database, databaseId });
  const faster = times.right / times.left;
  return [
    {
      what: `ten best of 1M texts of ${words} words, mixed queries, p50, against SQLite's FTS5`,
      quern: ms(times.left),
      reference: ms(times.right),
      result: `${faster.toFixed(0)} times faster`,
      reach: 'at least 10 times, at most 5 ms',
      reached: faster >= 10 && times.left <= 5,
    },
    {
      what: 'the same over HTTP, one client, p50, against `SELECT 1`',
      quern: ms(asked.left),
      reference: ms(asked.right),
      result: `${ms(asked.left - asked.right)} more`,
      reach: 'at most 6 ms more',
      reached: asked.left - asked.right <= 6,
    },
    ratioRow(
      `build of the index of 1M texts (over HTTP ${ms(builtMs)}), against FTS5's`,
      own.buildMs,
      sqliteMs,
      1,
    ),
    {
      what: 'memory that this build takes',
      quern: mib(own.grownBytes),
      reference: '',
      result: mib(own.grownBytes),
      reach: 'at most 1.5 GB',
      reached: own.grownBytes <= 1.5e9,
    },
  ];
}

/** The index of the table of texts is made, and asked, through the service. */
async function overHttp({
  client,
  database,
  databaseId,
}: Pick<TextsBench, 'client' | 'database' | 'databaseId'>) {
  const indexes = `/v1/databases/${databaseId}/schemas/main/tables/texts/indexes`;
  const index = { index_name: 'by_body', columns: ['body'], index_type: 'bm25' };
  const builtMs = await timed(() => client.json('POST', indexes, index, 201));
  const search = async () =>
    database.json('POST', '/v1/query', {
      sql: `SELECT id, score FROM bm25_search('texts', 'body', '${anyQuery().join(' ')}') ORDER BY score DESC LIMIT 10`,
    });
  for (let warm = 0; warm < 20; warm += 1) await search();
  const asked = await pairedMedians(rounds * classes.length, search, () =>
    database.json('POST', '/v1/query', { sql: 'SELECT 1' }),
  );
  return { asked, builtMs };
}

type Chunk = Parameters<ReturnType<typeof bm25Kind.build>['add']>[0];
type EachText = (take: (chunk: Chunk) => void) => Promise<void>;

async function buildOwn(folder: string, eachText: EachText) {
  const path = join(folder, 'texts.segment');
  const before = process.memoryUsage.rss();
  let grownBytes = 0;
  const look = () => {
    grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - before);
  };
  const out = new FileSegment(path);
  const buildMs = await timed(async () => {
    const builder = bm25Kind.build(definition, out);
    await eachText((chunk) => {
      builder.add(chunk);
      look();
    });
    builder.end();
    look();
  });
  const segment = bm25Kind.open(definition, new OpenSegment(path, out.close()));
  const searched = [{ segment, deleted: null }];
  const search = (text: string) =>
    bm25Kind.search(definition, { columnId: 2, text }, searched, 10).rows.length;
  return { buildMs, grownBytes, search };
}

function buildFts5(sqlite: Database.Database, eachText: EachText): Promise<number> {
  sqlite.pragma('journal_mode = OFF');
  sqlite.pragma('synchronous = OFF');
  sqlite.exec("CREATE VIRTUAL TABLE texts USING fts5(body, content='')");
  const insert = sqlite.prepare('INSERT INTO texts(rowid, body) VALUES (?, ?)');
  let row = 0;
  return timed(async () => {
    sqlite.exec('BEGIN');
    await eachText((chunk) => {
      const bodies = chunk.getColumnVector(0);
      for (let at = 0; at < chunk.rowCount; at += 1) {
        row += 1;
        insert.run(row, bodies.getItem(at));
      }
    });
    sqlite.exec('COMMIT');
  });
}

let asked = 0;

/** The words of the next query; each class comes in turn. */
function anyQuery(): string[] {
  asked += 1;
  // Both sides of a pair are asked of the same class.
  const ranks = classes[Math.floor(asked / 2) % classes.length] ?? [];
  return ranks.map(([from, to]) => `w${1 + from + Math.floor(Math.random() * (to - from))}`);
}

/** Rows found by a sorted index, over HTTP. */
export async function sortedLookups(
  { folder, client, database, databaseId, bare }: TextsBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const rows = 10_000_000;
  const path = join(folder, 'orders.parquet');
  // 7,368,787 is prime, so each id comes once, in no order.
  await bare.run(
    `COPY (SELECT i * 7368787 % ${rows} AS id, 'customer ' || i % 5000 AS customer, i AS placed FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  await load('orders', path);
  const indexes = `/v1/databases/${databaseId}/schemas/main/tables/orders/indexes`;
  await client.json('POST', indexes, { index_name: 'by_id', columns: ['id'] }, 201);
  const lookUp = async () => {
    const id = Math.floor(Math.random() * rows);
    const sql = `SELECT id, placed FROM orders WHERE id = ${id}`;
    const answer = await database.json<{ rows: number[][] }>('POST', '/v1/query', { sql });
    if (answer.rows[0]?.[0] !== id) throw new Error(`${sql}: ${JSON.stringify(answer.rows)}`);
  };
  const warm: number[] = [];
  for (let time = 0; time < 60; time += 1) warm.push(await timed(lookUp));
  const times = await pairedMedians(200, lookUp, () =>
    database.json('POST', '/v1/query', { sql: 'SELECT 1' }),
  );
  return [
    {
      what: `point lookup by a sorted index in 10M rows over HTTP, p50, against \`SELECT 1\` (the first ten: ${ms(median(warm.slice(0, 10)))})`,
      quern: ms(times.left),
      reference: ms(times.right),
      result: `${ms(times.left - times.right)} more`,
      reach: 'at most 4 ms more',
      reached: times.left - times.right <= 4,
    },
  ];
}
