import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { pairedMedians } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { type BenchRow, ms } from './report.ts';

const rowCount = 1_000_000;
const rounds = 3;
const mostTimes = 2;

/** Expression of a row `g(i)`, in words common to PostgreSQL and DuckDB. */
const columns = `CAST(i AS integer) AS i, CAST(i * 7919 % 1000003 AS integer) AS k, CAST(i * 7919 % 1000003 * 1.37 AS double precision) AS f,
  CAST(i * 7919 % 10000019 * 0.01 AS numeric(12,2)) AS n, timestamp '2015-01-01' + CAST(i * 7919 % 3650 AS integer) * interval '1 day' AS ts,
  CAST(date '2015-01-01' + CAST(i * 7919 % 3650 AS integer) AS date) AS d, 'user ' || CAST(i * 7919 % 1000003 AS text) || '@Example.com' AS s,
  CAST(i * 7919 % 1000003 AS text) AS digits, 'a,b' || CAST(i % 1000 AS text) || ',c' AS csv,
  '{"a": ' || CAST(i % 1000 AS text) || ', "s": "user ' || CAST(i AS text) || '", "n": {"k": "v' || CAST(i AS text) || '"}}' AS j`;

/** The functions most used by everyday statements. */
const calls = [
  ...['lower(s)', 'upper(s)', 'initcap(s)', 'length(s)', 'substring(s from 3 for 5)', 'left(s, 4)'],
  ...[
    'right(s, 4)',
    'trim(s)',
    "replace(s, 'user', 'u')",
    'concat(s, csv)',
    's || csv',
    'reverse(s)',
  ],
  ...["split_part(csv, ',', 2)", "position('@' in s)", "lpad(digits, 10, '0')", 'md5(s)'],
  ...["translate(s, 'abc', 'xyz')", "regexp_replace(s, '[0-9]+', '#')", "s ~ '^user [0-9]+'"],
  ...[
    "substring(s from '[0-9]+')",
    "s LIKE '%123%'",
    "s ILIKE '%EXAMPLE%'",
    "format('%s-%s', s, i)",
  ],
  ...["string_to_array(csv, ',')", "encode(s::bytea, 'hex')", 'round(n, 1)', 'round(n / 3, 2)'],
  ...['round(f::numeric, 2)', 'ceil(n)', 'floor(f)', 'abs(k)', 'mod(k, 7)', 'power(f, 2)'],
  ...['greatest(k, i, 5)', 'width_bucket(f, 0, 1000000, 10)', "date_trunc('month', ts)"],
  ...['extract(year from ts)', 'extract(epoch from ts)', "to_char(ts, 'YYYY-MM')"],
  ...[
    "to_char(ts, 'YYYY-MM-DD HH24:MI:SS')",
    "to_char(d, 'FMMonth YYYY')",
    "ts + k * interval '1 second'",
  ],
  ...[
    "to_date(d::text, 'YYYY-MM-DD')",
    "age(ts, timestamp '2014-01-01')",
    "coalesce(nullif(csv, ''), 'x')",
  ],
  ...["date_trunc('day', ts::timestamptz, 'America/New_York')", 'digits::int', 'digits::numeric'],
  ...[
    'n::text',
    'f::text',
    "j::json ->> 's'",
    "(j::json -> 'a')::text",
    "j::json -> 'n' ->> 'k'",
    "j::json #>> '{n,k}'",
  ],
  ...[
    "jsonb_build_object('a', i, 's', s)::text",
    'to_jsonb(s)::text',
    "to_char(n, 'FM999,990.00')",
  ],
  ...["to_char(k, '999,999')", 'width_bucket(n, 0, 100000, 10)'],
];

interface FunctionsBench {
  readonly folder: string;
  readonly database: HttpClient;
  readonly bare: BareDuckdb;
}

/** Each function of a million rows, over HTTP, against PostgreSQL 18 with one process. */
export async function functions(
  { folder, database, bare }: FunctionsBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const path = join(folder, 'functions.parquet');
  await bare.run(
    `COPY (SELECT ${columns} FROM range(1, ${rowCount + 1}) g(i)) TO '${path}' (FORMAT parquet)`,
  );
  await load('functions', path);
  const postgres = await startPostgres();
  try {
    await postgres.run(
      `CREATE TABLE functions AS SELECT ${columns} FROM generate_series(1::bigint, ${rowCount}) g(i)`,
    );
    await postgres.run('SET max_parallel_workers_per_gather = 0; SET jit = off');
    const found: { readonly call: string; readonly left: number; readonly right: number }[] = [];
    for (const call of calls) {
      const sql = `SELECT any_value(${call}) FROM functions`;
      const times = await pairedMedians(
        rounds,
        () => database.json('POST', '/v1/query', { sql }),
        () => postgres.run(sql),
      );
      found.push({ call, ...times });
    }
    return [rowOf(found)];
  } finally {
    await postgres.stop();
  }
}

function rowOf(
  found: readonly { readonly call: string; readonly left: number; readonly right: number }[],
): BenchRow {
  const over = found.filter(({ left, right }) => left > right * mostTimes);
  const worst = [...found].sort((one, other) => other.left / other.right - one.left / one.right);
  const shown = worst
    .slice(0, 3)
    .map(({ call, left, right }) => `${call} ${(left / right).toFixed(2)}`);
  const sum = (side: 'left' | 'right') => found.reduce((total, times) => total + times[side], 0);
  return {
    what: `${found.length} functions of 1M rows each, one by one, against PostgreSQL 18`,
    quern: ms(sum('left')),
    reference: ms(sum('right')),
    result: `${found.length - over.length} within ${mostTimes} times; most: ${shown.join(', ')}`,
    reach: `each at most ${mostTimes} times`,
    reached: over.length === 0,
  };
}
