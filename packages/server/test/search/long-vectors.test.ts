import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { vectorTemplateOf } from '../../src/plan/vector-template.ts';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';
import { sharedService } from '../shared-service.ts';

const dimensions = 24;
const numRuns = 60;
let api: Api;
let database: Json;

/** Rows without any structure; `indexed` has an index of each metric, `plain` none. */
beforeAll(async () => {
  api = (await sharedService()).api();
  database = await api.createDatabase();
  const vector = `list_transform(range(${dimensions}), x -> (hash(i * 1000 + x) % 2001)::FLOAT / 1000 - 1)::FLOAT[]`;
  const made = await api.query(
    database.id,
    `SELECT i AS id, i % 10 AS part, ${vector} AS v FROM range(300) t(i)`,
    { dialect: 'duckdb' },
  );
  await eventually(async () => {
    const headers = { 'x-database-id': database.id };
    expect((await api.get(`/v1/results/${made.body.result_id}`, headers)).status).toBe(200);
  });
  for (const table of ['indexed', 'plain']) {
    const { status } = await api.load(database.id, table, {
      mode: 'replace',
      result_id: made.body.result_id,
    });
    expect(status).toBe(200);
  }
  const path = `/v1/connections/${database.default_connection_id}/tables/main/indexed/indexes`;
  for (const metric of ['l2', 'cosine', 'dot']) {
    const body = { index_name: metric, index_type: 'vector', columns: ['v'], metric };
    expect((await api.post(path, body)).status).toBe(201);
  }
});

/** Numbers as clients write them, some unusual. */
const part = fc.integer({ min: -1_000_003, max: 1_000_003 }).map((whole) => whole / 1_000_003);
const plain = fc.oneof(
  part.map(String),
  part.map((value) => String(Math.fround(value))),
  part.map((value) => String(Math.round(value * 1000) / 1000 + 0)),
  fc.integer({ min: -5, max: 5 }).map((whole) => String(whole + 0)),
);
const written = fc.oneof(
  { weight: 60, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom('1.5e-7', '-2.5E-3', '3e0', '0.0', '1e+1') },
);
const odd = fc.constantFrom(
  ...['-0.0', '.5', '5.', 'NULL', '1e400', '1e39', '1e-50', '007', '3000000000', '-2147483648'],
  ...['0.12345678901234567890123', '12345678901234567.5', '1 /* one */', "'1'", '1_0.5', '--1'],
);

interface Asked {
  readonly numbers: readonly string[];
  readonly form: number;
  readonly metric: string;
  readonly table: string;
  readonly rest: string;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  numbers: fc
    .tuple(
      fc.array(written, { minLength: dimensions, maxLength: dimensions }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.tuple(fc.nat(dimensions), odd, fc.boolean()) },
      ),
    )
    .map(([plain, more]) => (more ? plain.toSpliced(more[0], more[2] ? 1 : 0, more[1]) : plain)),
  form: fc.nat(11),
  metric: fc.constantFrom('l2_distance', 'cosine_distance', 'negative_dot_product'),
  table: fc.constantFrom('indexed', 'plain'),
  rest: fc.constantFrom('LIMIT 5', 'LIMIT 3 OFFSET 2', ', id LIMIT 4', ''),
});

const operators: Readonly<Record<string, string>> = {
  l2_distance: '<->',
  cosine_distance: '<=>',
  negative_dot_product: '<#>',
};

/** `wrap` in parentheses keeps a vector in its text. */
function textOf({ numbers, form, metric, table, rest }: Asked, wrap: (vector: string) => string) {
  const list = `[${numbers.join(', ')}]`;
  const call = (vector: string) => `${metric}(v, ${wrap(vector)})`;
  const operator = (vector: string) => `v ${operators[metric]} ${wrap(vector)}`;
  const distances = [
    call(`${list}::FLOAT[]`),
    call(list),
    `${metric}(${wrap(`${list}::DOUBLE[]`)}, ${table}.v)`,
    call(`'${list}'::FLOAT[]`),
    call(`ARRAY${list}`),
    call(`ARRAY${list}::float4[]`),
    call(`ARRAY${list}::double precision[]`),
    `${metric}(${wrap(`ARRAY\n ${list}`)}, v)`,
    operator(`'${list}'`),
    operator(`ARRAY${list}`),
    operator(`'{${numbers.join()}}'::real[]`),
    operator(`'{${numbers.join()}}'::float8[]`),
  ];
  const distance = distances[form] ?? '';
  return {
    sql: `SELECT id, v, ${distance} AS d FROM ${table} WHERE part <> 3 ORDER BY ${distance} ${rest}`,
    dialect: form < 4 ? 'duckdb' : 'hotsql',
  } as const;
}

/** Outcome of a text; positions of errors are not compared. */
async function answer({ sql, dialect }: ReturnType<typeof textOf>): Promise<unknown> {
  const { status, body } = await api.query(database.id, sql, { dialect });
  if (status === 200) return { columns: body.columns, rows: body.rows };
  return { status, message: body.error.message.replace(/ \(line \d+, column \d+\)/, '') };
}

test('a long vector means what the list of its numbers means, in every form and dialect', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.noBias(asked), async (each) => {
      const text = textOf(each, (vector) => vector);
      if (vectorTemplateOf(text.sql, text.dialect) !== null) taken += 1;
      const own = await answer(text);
      expect(own).toEqual(await answer(textOf(each, (vector) => `(${vector})`)));
    }),
    { numRuns },
  );
  expect(taken).toBeGreaterThan(numRuns / 3);
});

test('of two searches that differ in their vectors each has its own answer', async () => {
  const texts = [1, -1].map(
    (sign) =>
      `SELECT id FROM indexed ORDER BY v <-> '[${Array.from({ length: dimensions }, (_one, at) => sign * Math.sin(at + 1))}]' LIMIT 1`,
  );
  const ids = [];
  for (const sql of [...texts, ...texts]) ids.push((await api.query(database.id, sql)).body.rows);
  expect(ids[0]).not.toEqual(ids[1]);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
});

const list = `[${Array.from({ length: dimensions }, (_one, at) => Math.sin(at + 1))}]`;

test.each([
  `SELECT CAST(l2_distance(v, ${list}) AS FLOAT) FROM plain ORDER BY id LIMIT 1`,
  `SELECT 1 + (SELECT id FROM plain ORDER BY l2_distance(v, ${list}) LIMIT 1) FROM range(1)`,
  `SELECT id AS order, l2_distance(v, ${list}) FROM plain LIMIT 1`,
])('a column that is called as DuckDB shows a long vector keeps its name: %#', async (sql) => {
  const { status, body } = await api.query(database.id, sql, { dialect: 'duckdb' });
  expect(status).toBe(200);
  expect(body.columns.at(-1)).toContain(`list_value(${list.slice(1, -1).split(',').join(', ')})`);
});

test('a long vector stands in no other literal, whatever that spells', async () => {
  const sql = (text: string) =>
    `SELECT ${text} AS said FROM plain ORDER BY v <-> '${list}' LIMIT 1`;
  const said = `'[1.00625e-29]'`;
  const { body } = await api.query(database.id, sql(`E'\\'[1.00625\\x65-29]\\''`));
  expect(body.rows).toEqual([[said]]);
});

test('an ARRAY without a cast is of the type that a function of each type of float takes it for', async () => {
  const numbers = [
    '123456789.12345678',
    ...Array.from({ length: dimensions - 1 }, () => '-0.0001'),
  ];
  const sql = (vector: string) =>
    `SELECT id, list_distance(v, ${vector}) FROM plain ORDER BY 2, 1 LIMIT 3`;
  const vector = `ARRAY[${numbers.join(', ')}]`;
  const { body } = await api.query(database.id, sql(vector));
  expect(body.rows).toEqual((await api.query(database.id, sql(`(${vector})`))).body.rows);
});
