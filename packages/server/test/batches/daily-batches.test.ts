import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPython, installTimeoutMs } from '../clients/python-environment.ts';
import { type Lane, ofThisLane } from '../lane.ts';
import type { Api, Json } from '../service.ts';
import { sharedService } from '../shared-service.ts';

/** The third has the writers beside pandas, which are the same with either. */
const pandas2 = ['pandas==2.3.3', 'pyarrow==26.0.1'];
const pandas3 = ['pandas==3.1.1', 'pyarrow==26.0.1'];
const others = ['polars==2.1.0', 'pyarrow==26.0.1', 'duckdb==2.0.1'];

interface Source {
  readonly named: string;
  readonly writer: string;
  readonly packages: readonly string[];
  readonly lane?: Lane;
}

const sources: readonly Source[] = ofThisLane([
  { named: 'pandas 2', writer: 'pandas', packages: pandas2, lane: 'slow' },
  { named: 'pandas 3', writer: 'pandas', packages: pandas3 },
  { named: 'Polars', writer: 'polars', packages: others, lane: 'slow' },
  { named: 'pyarrow', writer: 'pyarrow', packages: others, lane: 'slow' },
  { named: 'DuckDB', writer: 'duckdb', packages: others, lane: 'slow' },
  { named: "an API's NDJSON", writer: 'ndjson', packages: others, lane: 'slow' },
  { named: "Excel's CSV", writer: 'excel', packages: others, lane: 'slow' },
]);

type Row = Readonly<Record<string, unknown>>;

interface Batch {
  readonly name: string;
  readonly bytes: Buffer;
  readonly rows: readonly Row[];
}

const script = fileURLToPath(new URL('write_batches.py', import.meta.url));
const run = promisify(execFile);

let api: Api;
let folder: string;
beforeAll(async () => {
  for (const { packages } of sources) await installPython(packages);
  folder = await mkdtemp(join(tmpdir(), 'quern-batches-'));
  api = (await sharedService()).organization();
}, installTimeoutMs);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(writer: string, packages: readonly string[]): Promise<Batch[]> {
  const place = await mkdtemp(join(folder, 'batches-'));
  await run(join(await installPython(packages), 'python'), [script, writer, place]);
  const listed: Json[] = JSON.parse(await readFile(join(place, 'batches.json'), 'utf8'));
  return Promise.all(
    listed.map(async ({ name, file, rows }) => {
      return { name, rows, bytes: await readFile(join(place, file)) };
    }),
  );
}

async function load(database: Json, mode: string, { name, bytes }: Batch): Promise<number> {
  const upload = await api.upload(bytes);
  const asked = { mode, upload_id: upload, key: ['id'] };
  const { status, body } = await api.load(database.id, 'orders', asked);
  expect(status, `${mode} of batch ${name}: ${JSON.stringify(body.error)}`).toBe(200);
  expect(body.warnings).toBeUndefined();
  return body.row_count;
}

const nested = ['tags', 'scores', 'customer'];

/**
 * A value of the service or the source in one form: whole doubles are numbers, an instant is one
 * text, and an absent field of a struct is null.
 */
function same(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(same);
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, of]) => [name, same(of)] as const);
    return Object.fromEntries(fields.sort(([left], [right]) => (left < right ? -1 : 1)));
  }
  if (typeof value !== 'string' || !instant.test(value)) return value;
  return value.replace('+00:00', 'Z').replace(/(\.\d*?)0+(Z?)$/, '$1$2');
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?$/;

async function expectRows(database: Json, rows: ReadonlyMap<unknown, Row>): Promise<void> {
  const { body } = await api.query(database.id, 'SELECT * FROM orders ORDER BY id');
  const names: string[] = body.columns;
  const expected = [...rows.values()]
    .sort((left, right) => Number(left.id) - Number(right.id))
    .map((row) => names.map((name) => same(row[name] ?? null)));
  expect(body.rows.map((row: unknown[]) => row.map(same))).toEqual(expected);
}

describe.each(sources)('thirty batches of $named', ({ writer, packages }) => {
  let written: Batch[];
  let database: Json;
  const rows = new Map<unknown, Row>();
  const batch = (name: string): Batch => {
    const found = written.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no batch ${name}`);
    return found;
  };
  beforeAll(async () => {
    written = await write(writer, packages);
    database = await api.createDatabase();
  }, installTimeoutMs);

  test('are one table with every value, appended one after the other', async () => {
    for (const [index, one] of written.slice(0, 30).entries()) {
      for (const row of one.rows) rows.set(row.id, row);
      expect(await load(database, index === 0 ? 'replace' : 'append', one)).toBe(rows.size);
    }
    await expectRows(database, rows);
  });

  test('have the types of their values, whatever came first', async () => {
    const ofNested = nested.map((name) => `pg_typeof(${name})`);
    const flat = ['note', 'qty', 'price', 'at', 'flag', 'late', 'reading', 'coupon'];
    const asked = [
      ...flat.map((name) => `pg_typeof(${name})`),
      ...(writer === 'excel' ? [] : ofNested),
    ];
    const { body } = await api.query(database.id, `SELECT ${asked.join(', ')} FROM orders LIMIT 1`);
    const number = expect.stringMatching(/^(?:integer|bigint|double precision)$/);
    expect(body.rows?.[0]?.slice(0, flat.length), JSON.stringify(body)).toEqual([
      'text',
      number,
      'double precision',
      'timestamp without time zone',
      'boolean',
      'text',
      'double precision',
      'text',
    ]);
    if (writer !== 'excel')
      expect(body.rows[0].slice(flat.length, -1)).toEqual(['text[]', 'double precision[]']);
  });

  test('are changed by the same writer, by their key', async () => {
    for (const row of batch('upsert').rows) rows.set(row.id, row);
    expect(await load(database, 'upsert', batch('upsert'))).toBe(rows.size);
    for (const row of batch('update').rows) rows.set(row.id, { ...rows.get(row.id), ...row });
    expect(await load(database, 'update', batch('update'))).toBe(rows.size);
    for (const row of batch('delete').rows) rows.delete(row.id);
    expect(await load(database, 'delete', batch('delete'))).toBe(rows.size);
    await expectRows(database, rows);
  });

  test('are as good a table in the order of any day: the last day first, then all others', async () => {
    const backwards = await api.createDatabase();
    const of = new Map<unknown, Row>();
    for (const [index, one] of written.slice(0, 30).reverse().entries()) {
      for (const row of one.rows) of.set(row.id, row);
      expect(await load(backwards, index === 0 ? 'replace' : 'append', one)).toBe(of.size);
    }
    await expectRows(backwards, of);
  });
});
