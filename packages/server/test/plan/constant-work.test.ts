import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VisibleCatalogs } from '../../src/plan/types.ts';
import { createTestPlanner, type TestPlanner } from './planner.ts';

const scope: VisibleCatalogs = {
  defaultCatalogIndex: 0,
  catalogs: [
    { names: ['default'], defaultSchema: 'main', schemas: [{ name: 'main', tables: [] }] },
  ],
};

let planner: TestPlanner;
beforeAll(async () => {
  planner = await createTestPlanner();
});
afterAll(() => planner.connection.closeSync());

const plan = (sql: string) => planner.plan(sql, 'hotsql', scope);
const listOf = (count: number, item: (index: number) => string) =>
  `SELECT ARRAY[${Array.from({ length: count }, (_, index) => item(index)).join(', ')}]`;

// Each of these numbers was written out, at 20 ms or more.
it('reads thousands of numbers with large exponents without writing out their digits', async () => {
  await plan(listOf(3000, () => '1e131071'));
  await plan(listOf(3000, () => "'1e131071'::numeric"));
  const { sql } = await plan(listOf(3000, () => '1e131071::text'));
  expect(sql.length).toBeLessThan(200_000);
  await plan(listOf(3000, () => '0e1000000'));
  await plan(listOf(3000, () => "'0.0e1000000'::numeric"));
});

it('computes with long constants up to a sum of digits, and refuses beyond', async () => {
  await plan(listOf(1000, (index) => `ln(${index + 2}.5)`));
  const tooMany = /so many long constants and logarithms of constants/;
  await expect(plan(listOf(10_000, (index) => `ln(${index + 2}.5)`))).rejects.toThrow(tooMany);
  await expect(plan(listOf(3000, (index) => `ln(1.5e-900) + ${index}`))).rejects.toThrow(tooMany);
  await expect(plan(listOf(3000, (index) => `1e2000 + ${index}`))).rejects.toThrow(tooMany);
  await expect(
    plan(listOf(3000, (index) => `1.0000001 ^ ${2_000_000_000 - index}`)),
  ).rejects.toThrow(tooMany);
});

it.each([
  ['a sum', `SELECT ${Array(5000).fill('1').join(' + ')}`],
  ['a sum of numerics', `SELECT ${Array(5000).fill('1.5').join(' + ')}`],
  ['a sum of columns', `SELECT ${Array(5000).fill('x').join(' + ')} FROM generate_series(1, 3) x`],
  ['texts one after another', `SELECT ${Array(5000).fill("'a'").join(' || ')}`],
  ['conditions', `SELECT ${Array(5000).fill('x > 1').join(' AND ')} FROM generate_series(1, 3) x`],
  ['a UNION ALL', Array(5000).fill('SELECT 1').join(' UNION ALL ')],
  ['a UNION', Array(5000).fill('SELECT 1').join(' UNION ')],
  [
    'an IN list',
    `SELECT x IN (${Array(50_000).fill('1').join(', ')}) FROM generate_series(1, 3) x`,
  ],
  [
    'an array',
    `SELECT x = ANY (ARRAY[${Array(50_000).fill('1').join(', ')}]) FROM generate_series(1, 3) x`,
  ],
  ['VALUES', `VALUES ${Array(50_000).fill("(1, 'a')").join(', ')}`],
])(
  'writes %s of very many items in a text of their own length, and no deeper than DuckDB reads',
  async (_what, sql) => {
    const planned = await plan(sql);
    expect(planned.sql.length).toBeLessThan(12 * sql.length + 1000);
  },
);

it.each([
  [
    'operators',
    `SELECT ${Array(1000).fill('x + 1 -').join(' ')} 1 FROM generate_series(1, 3) x`,
    'HotSQL does not support more than 450 operators one after another, where they or the types of their operands differ',
  ],
  [
    'set operations',
    Array(600).fill('SELECT 1 UNION ALL SELECT 2').join(' EXCEPT '),
    'HotSQL does not support more than 250 set operations that are not all UNION or all UNION ALL',
  ],
])(
  'refuses very many %s of several kinds, and says how many it takes',
  async (_what, sql, message) => {
    await expect(plan(sql)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
  },
);

// Each of these prints its operand more than once: eight levels of four are 65,536 copies.
it.each([
  ['upper', (inner: string) => `upper(${inner})`, 'random()::text'],
  ['nullif', (inner: string) => `nullif(${inner}, 'x')`, "md5('a')"],
  ['trim_array', (inner: string) => `trim_array(${inner}, 0)`, 'ARRAY[1]'],
  ['BETWEEN', (inner: string) => `(${inner} BETWEEN 1 AND 2)::int`, '2'],
  ['BETWEEN SYMMETRIC', (inner: string) => `(${inner} BETWEEN SYMMETRIC 1 AND 2)::int`, '2'],
  [
    'JSON_VALUE',
    (inner: string) => `JSON_VALUE(jsonb_build_object('a', ${inner}), '$.a')`,
    "md5('a')",
  ],
  [
    'JSON_EXISTS',
    (inner: string) => `JSON_EXISTS(jsonb_build_object('a', ${inner}), '$.a')`,
    'true',
  ],
  ['ANY', (inner: string) => `(${inner} = ANY (ARRAY[1, 2]))::int`, '2'],
])(
  'prints %s within itself in a text that grows with the depth alone',
  async (_what, around, innermost) => {
    const nested = (depth: number) => Array(depth).fill(0).reduce<string>(around, innermost);
    const { sql } = await plan(`SELECT ${nested(8)}`);
    expect(sql.length).toBeLessThan(30_000);
  },
);

it('refuses what repeats its operands so often that a short text becomes a long one', async () => {
  const nested = Array(30)
    .fill(0)
    .reduce<string>((inner) => `(${inner} IN (1 / x, 2 / x))::int`, 'x');
  const message = expect.stringMatching(/repeat each other so often/);
  await expect(plan(`SELECT ${nested} FROM generate_series(1, 3) x`)).rejects.toMatchObject({
    message,
  });
});

it('plans long chains of joins in parts, and short ones whole', async () => {
  const joins = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `JOIN v t${index + 1} ON t${index + 1}.n = t${index}.n`,
    ).join(' ');
  const parts = async (count: number) => {
    const { sql } = await plan(
      `WITH v(n) AS (VALUES (1)) SELECT count(*) FROM v t0 ${joins(count)}`,
    );
    return sql.match(/LEFT JOIN \(SELECT 1\) AS "one:\d+" ON true/g)?.length ?? 0;
  };
  expect([await parts(22), await parts(31), await parts(32), await parts(99)]).toEqual([
    0, 1, 2, 6,
  ]);
});

it('prints AND and OR within one another, of conditions that raise, in a text that grows with the depth alone', async () => {
  const left = (depth: number) =>
    Array.from({ length: depth }, (_, index) => (index % 2 === 0 ? 'AND' : 'OR')).reduce(
      (inner, word, index) => `(${inner} ${word} 10 / x > ${index})`,
      'x / 1 > 0',
    );
  const right = (depth: number) =>
    Array.from({ length: depth }, (_, index) => (index % 2 === 0 ? 'AND' : 'OR')).reduce(
      (inner, word, index) => `(10 / x > ${index} ${word} ${inner})`,
      'x / 1 > 0',
    );
  for (const nested of [
    left(100),
    right(100),
    `NOT ${left(100)}`,
    `(${left(50)}) = (${right(50)})`,
  ]) {
    const { sql } = await plan(`SELECT ${nested} FROM generate_series(1, 3) x`);
    expect(sql.length).toBeLessThan(60_000);
  }
});

it('says how deep a statement may nest, and what of it nests', async () => {
  const message =
    'the statement nests more than 500 levels deep; use fewer levels of function calls';
  await expect(plan(`SELECT ${'abs('.repeat(600)}1${')'.repeat(600)}`)).rejects.toMatchObject({
    message,
  });
});

it('names calls among what nests too deeply, where their text would repeat an operand', async () => {
  const nested = `${'upper('.repeat(40)}'a'${')'.repeat(40)}`;
  await expect(plan(`SELECT ${nested}`)).rejects.toMatchObject({
    message: expect.stringMatching(/^the statement nests calls, .* more than 16 levels deep/),
  });
});
