import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeptRows } from '../../src/engine/encode/kept-rows.ts';
import type { ExecuteQueryRequest, QueryCatalog } from '../../src/engine/query/query-request.ts';
import { EngineFixture, inDuckdb, mebibyte, plainOptions } from './engine-fixture.ts';

/** One row of every type that can be stored as rows, with extremes; NULL is added to each. */
const values: Readonly<Record<string, readonly string[]>> = {
  BOOLEAN: ['true', 'false'],
  TINYINT: ['-128', '127'],
  SMALLINT: ['-32768', '32767'],
  INTEGER: ['-2147483648', '2147483647', '0'],
  BIGINT: ['-9223372036854775808', '9223372036854775807'],
  UTINYINT: ['255'],
  USMALLINT: ['65535'],
  UINTEGER: ['4294967295'],
  UBIGINT: ['18446744073709551615'],
  FLOAT: ["'nan'", "'-inf'", '1e-45', '-0.0', '3.4028235e38', '0.1'],
  DOUBLE: [
    "'nan'",
    "'inf'",
    '5e-324',
    '-0.0',
    '1.7976931348623157e308',
    '0.1',
    '1e20',
    '123456789012345680',
  ],
  VARCHAR: [
    "''",
    "'a'",
    `'"\\/'`,
    'chr(0) || chr(11) || chr(31) || chr(127)',
    "'\u2028ü𝄞'",
    "'\\u000b'",
    "repeat('x', 3000)",
  ],
  BLOB: [`''::BLOB`, `'\\x00\\xFF'::BLOB`],
  DATE: ["'-infinity'", "'infinity'", "'0044-03-15 (BC)'", "'9999-12-31'", "'1970-01-01'"],
  TIME: ["'00:00:00'", "'23:59:59.999999'", "'24:00:00'"],
  TIMESTAMP: [
    "'-infinity'",
    "'infinity'",
    "'0044-03-15 (BC) 01:02:03.5'",
    "'2024-02-29 23:59:59.999999'",
  ],
  TIMESTAMP_NS: ["'2024-02-29 23:59:59.999999999'"],
  TIMESTAMPTZ: [
    "'-infinity'",
    "'infinity'",
    "'2024-02-29 23:59:59.5+00'",
    "'0001-01-01 (BC) 00:00:00+00'",
  ],
  'DECIMAL(4,2)': ['-99.99', '0.01'],
  'DECIMAL(3,3)': ['-0.999', '0.5'],
  'DECIMAL(9,0)': ['-999999999'],
  'DECIMAL(18,6)': ['-999999999999.999999'],
  'DECIMAL(38,10)': ['-9999999999999999999999999999.9999999999', '0.0000000001', '1'],
  UUID: ["'00000000-0000-0000-0000-000000000001'"],
  INTERVAL: ["'-1 month 3 days'"],
  "ENUM('b', 'a')": ["'a'"],
};

describe('a query of which few rows are expected', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    engine = new EngineFixture({ verify: false });
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  const inline = { inlineBytes: 32 * 1024 };
  const few = (sql: string, more: Partial<ExecuteQueryRequest> = {}, scope = 'w d') =>
    engine.query(sql, { ...inline, keptCatalogs: scope, ...more });
  const rowsOf = async (sql: string, more: Partial<ExecuteQueryRequest> = {}, scope = 'w d') => {
    const reply = await few(sql, more, scope);
    return JSON.parse(reply.preview.text);
  };
  let files = 0;
  const table = async (sql: string, name = 't', catalog = 'default'): Promise<QueryCatalog> => {
    files += 1;
    const path = await engine.object(`few-${files}.parquet`, sql, ', field_ids {id: 1, name: 2}');
    const [[rowCount]] = (await inDuckdb(`SELECT count(*)::INTEGER FROM (${sql})`)) as [[number]];
    const columns = [
      { name: 'id', type: 'BIGINT', stored: 1 },
      { name: 'name', type: 'VARCHAR', stored: 2 },
    ];
    return {
      name: catalog,
      schemas: [{ name: 'main', tables: [{ name, columns, files: [{ path, rowCount }] }] }],
    };
  };
  const scoped = (...catalogs: QueryCatalog[]) => ({
    catalogs,
    defaultCatalog: 'default',
    defaultSchema: 'main',
  });
  const threeRows = `SELECT i AS id, 'n' || i AS name FROM range(3) t(i)`;

  it.each(Object.entries(values))(
    'gives and keeps %s as one that is run the other way',
    async (type, literals) => {
      const rows = [...literals, 'NULL']
        .map((literal, index) => `(${index}, CAST(${literal} AS ${type}))`)
        .join(', ');
      const sql = `SELECT x AS "A", i, x AS "a" FROM (VALUES ${rows}) t(i, x)`;
      const [kept, plain] = [await few(sql), await engine.query(sql)];
      expect(kept.rows).toBeInstanceOf(Uint8Array);
      expect(kept.preview).toEqual(plain.preview);
      expect(kept.columns).toEqual(plain.columns);
      const { columns, rowCount } = kept;
      const [path, plainPath] = [engine.resultPath(), engine.resultPath()];
      await engine.pool.run(
        'writeKeptRows',
        { rows: kept.rows ?? Buffer.of(), columns, rowCount, path },
        plainOptions,
      );
      await engine.query(sql, { resultPath: plainPath });
      const columnsOf = "SELECT * EXCLUDE (file_name) FROM parquet_schema('FILE')";
      for (const read of ["SELECT *, typeof(COLUMNS(*)) FROM 'FILE'", columnsOf]) {
        expect(await inDuckdb(read.replace('FILE', path))).toEqual(
          await inDuckdb(read.replace('FILE', plainPath)),
        );
      }
    },
  );

  it('of nothing, of many columns and of none but NULLs too', async () => {
    for (const sql of [
      'SELECT 1 AS a, 2.5 AS b WHERE false',
      `SELECT ${Array.from({ length: 100 }, (_unused, index) => index).join(', ')}`,
      'SELECT NULL, NULL::DATE',
    ]) {
      const [kept, plain] = [await few(sql), await engine.query(sql)];
      expect(kept.preview).toEqual(plain.preview);
      const { columns, rowCount, rows = Buffer.of() } = kept;
      expect(readKeptRows(columns, rows)).toHaveLength(columns.length);
      const path = engine.resultPath();
      await engine.pool.run('writeKeptRows', { rows, columns, rowCount, path }, plainOptions);
      expect(await inDuckdb(`SELECT count(*)::INTEGER FROM '${path}'`)).toEqual([[rowCount]]);
    }
  });

  it.each([
    'SELECT {a: 1} AS s, [1, 2] AS l',
    'SELECT 170141183460469231731687303715884105727::HUGEINT AS h',
    `SELECT repeat('x', 40000) AS large`,
    'SELECT * FROM range(5000) t(i)',
    "SELECT i, i::DOUBLE / 3 AS d, DATE '2020-01-01' + i::INTEGER AS day FROM range(30000) t(i)",
  ])('goes the way of all others where its rows are not few scalars: %s', async (sql) => {
    const [reply, plain] = [await few(sql), await engine.query(sql)];
    expect(reply.rows).toBeUndefined();
    expect(reply.rowCount).toBe(plain.rowCount);
    expect(reply.preview.truncated).toBe(plain.preview.truncated);
    const path = engine.resultPath();
    const stored = await few(sql, { resultPath: path, inlineBytes: 0 });
    const plainPath = engine.resultPath();
    await engine.query(sql, { resultPath: plainPath });
    expect(stored.columns).toEqual(plain.columns);
    expect(
      await inDuckdb(`SELECT count(*) FROM (FROM '${path}' EXCEPT ALL FROM '${plainPath}')`),
    ).toEqual([['0']]);
    expect(await rowsOf('SELECT 1')).toEqual([[1]]);
  });

  it('is cut to the preview as any other', async () => {
    const [reply, plain] = [
      await few('SELECT * FROM range(50)', { previewRows: 10 }),
      await engine.query('SELECT * FROM range(50)', { previewRows: 10 }),
    ];
    expect(reply.preview).toEqual(plain.preview);
    expect(reply.rowCount).toBe(50);
  });

  it('reads the tables of its request, whatever was there before', async () => {
    const [first, second] = [
      await table(threeRows),
      await table("SELECT 9 AS id, 'other' AS name"),
    ];
    const sql = 'SELECT id, name FROM t ORDER BY id';
    for (let time = 0; time < 4; time++) {
      expect(await rowsOf(sql, scoped(first))).toEqual([
        [0, 'n0'],
        [1, 'n1'],
        [2, 'n2'],
      ]);
    }
    expect(await rowsOf(sql, scoped(second))).toEqual([[9, 'other']]);
    expect(await rowsOf(sql, scoped(first))).toHaveLength(3);
    const empty = {
      name: 'default',
      schemas: [{ name: 'main', tables: [{ ...emptyTable, name: 'T' }] }],
    };
    expect(await rowsOf('SELECT id FROM T', scoped(empty))).toEqual([]);
    expect(await rowsOf(sql, scoped(second))).toEqual([[9, 'other']]);
    expect(await rowsOf('SELECT id FROM "default".main.t', scoped(second))).toEqual([[9]]);
  });
  const emptyTable = { columns: [{ name: 'id', type: 'BIGINT', stored: 1 }], files: [] };

  it('counts what it read: bytes the first time, rows each time', async () => {
    const catalog = await table(threeRows, 'counted');
    const sql = 'SELECT count(*) FROM counted';
    const first = await few(sql, scoped(catalog));
    expect(first.rowsScanned).toBe(3);
    expect(first.bytesScanned).toBeGreaterThan(0);
    for (let time = 0; time < 3; time++) {
      expect(await few(sql, scoped(catalog))).toMatchObject({ rowsScanned: 3, bytesScanned: 0 });
    }
    expect(await few('SELECT 1')).toMatchObject({ rowsScanned: null, bytesScanned: null });
  });

  it('knows nothing of a text from another whose constants make its columns', async () => {
    const catalogs = [await table("SELECT 7::BIGINT AS id, 'x' AS name")];
    const request = { catalogs, defaultCatalog: 'default', defaultSchema: 'main' };
    const columnsOf = async (sql: string) => {
      const { columns, preview } = await few(sql, request);
      return [columns.map(({ name }) => name), JSON.parse(preview.text)];
    };
    const chosen = (column: string) =>
      columnsOf(`WITH q AS (FROM t WHERE id > 0) SELECT COLUMNS(c -> (c = '${column}')) FROM q`);
    expect(await chosen('id')).toEqual([['id'], [[7]]]);
    expect(await chosen('name')).toEqual([['name'], [['x']]]);
    const counted = async (name: string) => {
      const [columns] = await columnsOf(`SELECT count(*) FILTER (WHERE name = '${name}') FROM t`);
      return String(columns);
    };
    expect(await counted('ok')).toContain('ok');
    expect(await counted('bad')).toContain('bad');
  });

  describe('that looks for values in a larger table', () => {
    const lookup = { fewRowsIf: 'lookup', isChecked: false } as const;
    const many = "SELECT i AS id, 'n' || i % 3 AS name FROM range(200000) t(i)";

    it.each([
      'SELECT name FROM large WHERE id = 150000',
      "SELECT * FROM large WHERE name = 'n1' AND id IN (1, 4, 9)",
      'SELECT id FROM large WHERE id = 7 OR id = 8 ORDER BY id',
      "SELECT count(*) FROM (SELECT * FROM large WHERE name = 'n2') AS q",
    ])('is run as one of few rows: %s', async (sql) => {
      const catalog = await table(many, 'large');
      const reply = await few(sql, { ...scoped(catalog), ...lookup });
      const plain = await engine.query(sql, scoped(catalog));
      expect(reply.rows).toBeInstanceOf(Uint8Array);
      expect(reply.preview).toEqual(plain.preview);
      expect(reply.rowsScanned).toBe(200_000);
    });

    it.each([
      'SELECT name FROM large WHERE id > 199990',
      'SELECT count(*) FROM large',
      'SELECT a.id FROM large a JOIN large b ON a.id = b.id WHERE a.id = 5',
      'SELECT id FROM large WHERE id = 5 OR name IS NULL',
      `SELECT count(*) FROM large WHERE id IN (${Array.from({ length: 101 }, (_unused, index) => index)})`,
    ])('is none where it does not ask for values of one column: %s', async (sql) => {
      const catalog = await table(many, 'large');
      const reply = await few(sql, { ...scoped(catalog), ...lookup });
      expect(reply.rows).toBeUndefined();
      expect(reply.preview).toEqual((await engine.query(sql, scoped(catalog))).preview);
    });

    it.each([
      'SELECT count(*) AS n, max(name) FROM large',
      'SELECT name, count(*) FROM large GROUP BY name ORDER BY name',
      'SELECT id, name FROM large WHERE id > 199990 ORDER BY id',
    ])('or where it gave few rows before, whatever was loaded since: %s', async (sql) => {
      const catalog = await table(many, 'large');
      const first = await few(sql, { ...scoped(catalog), ...lookup });
      expect(first.rows).toBeUndefined();
      const again = await few(sql, { ...scoped(catalog), ...lookup, fewRowsIf: 'again' });
      expect(again.rows).toBeInstanceOf(Uint8Array);
      expect(again.preview).toEqual(first.preview);
      expect(again.columns).toEqual(first.columns);
      const next = await table(`${many} WHERE i <> 199998`, 'large');
      const later = await few(sql, { ...scoped(next), ...lookup });
      expect(later.rows).toBeInstanceOf(Uint8Array);
      expect(later.preview).toEqual((await engine.query(sql, scoped(next))).preview);
      expect(later.rowsScanned).toBe(199_999);
    });

    it.each([
      'SELECT a.id FROM large a JOIN large b USING (id) WHERE b.id < 3',
      'SELECT id FROM large LIMIT 5',
    ])('is none where it does not read all rows, or some twice: %s', async (sql) => {
      const catalog = await table(many, 'large');
      const first = await few(sql, { ...scoped(catalog), ...lookup });
      expect(first.rowsScanned).not.toBe(200_000);
      expect((await few(sql, { ...scoped(catalog), ...lookup })).rows).toBeUndefined();
    });

    it('is none where it took so long before that its profile may be wanted', async () => {
      const catalog = await table(many, 'large');
      const sql = 'SELECT min(name) AS slow FROM large';
      for (let run = 0; run < 2; run += 1) {
        const reply = await few(sql, { ...scoped(catalog), ...lookup, profileFromMs: 0 });
        expect(reply.rows).toBeUndefined();
        expect(reply.profile).not.toBeNull();
      }
    });

    it('is none any more once it gave many rows', async () => {
      const sql = 'SELECT id FROM large ORDER BY id';
      const small = await table(`${many} WHERE i < 3`, 'large');
      const large = await table(many, 'large');
      const isFew = async (catalog: QueryCatalog) => {
        const reply = await few(sql, { ...scoped(catalog), fewRowsIf: 'again' });
        expect(reply.rowCount).toBe(catalog.schemas[0]?.tables[0]?.files[0]?.rowCount);
        return reply.rows !== undefined;
      };
      expect([await isFew(small), await isFew(small)]).toEqual([false, true]);
      expect([await isFew(large), await isFew(small)]).toEqual([false, false]);
    });

    const noRoom = { ...plainOptions, memoryBytes: 128 * mebibyte };
    /** Rows of a lookup by id, with the number of bytes read. */
    const find = async (catalog: QueryCatalog, id: number, options = plainOptions) => {
      const reply = await engine.query(
        `SELECT name FROM large WHERE id = ${id}`,
        { ...inline, keptCatalogs: 'w d', ...scoped(catalog), ...lookup },
        options,
      );
      return { rows: JSON.parse(reply.preview.text), bytes: reply.bytesScanned ?? -1 };
    };
    /** Looks up rows until a lookup reads no bytes. */
    const untilInMemory = async (catalog: QueryCatalog) => {
      for (let id = 0; id < 2000; id += 1) if ((await find(catalog, id)).bytes === 0) return;
      expect.unreachable('every lookup read the file');
    };
    const digests =
      "SELECT i AS id, md5(i::VARCHAR) || md5('x' || i) AS name FROM range(200000) t(i)";

    it('counts the bytes that were read, each time', async () => {
      const catalog = await table(digests, 'large');
      const { size } = statSync(catalog.schemas[0]?.tables[0]?.files[0]?.path ?? '');
      for (const id of [5, 6, 199_995, ...Array.from({ length: 60 }, (_unused, other) => other)]) {
        const { bytes } = await find(catalog, id, noRoom);
        expect(bytes).toBeGreaterThan(2 ** 16);
        expect(bytes).toBeLessThan(0.9 * size);
      }
      expect((await find(catalog, 300_000, noRoom)).bytes).toBe(0);
    });

    it('reads it into memory when that takes less than the lookups did, and no other version of it', async () => {
      const catalog = await table(many, 'large');
      expect((await find(catalog, 7)).bytes).toBeGreaterThan(0);
      await untilInMemory(catalog);
      for (const id of [0, 7, 199_999])
        expect((await find(catalog, id)).rows).toEqual([[`n${id % 3}`]]);
      expect((await find(catalog, 200_000)).rows).toEqual([]);
      const next = await table(`${many} WHERE i <> 7`, 'large');
      const first = await find(next, 8);
      expect(first).toMatchObject({ rows: [['n2']] });
      expect(first.bytes).toBeGreaterThan(0);
      expect((await find(next, 7)).rows).toEqual([]);
      await untilInMemory(next);
      expect((await find(next, 7)).rows).toEqual([]);
      expect((await find(catalog, 7)).rows).toEqual([['n1']]);
    });

    it('reads texts of any letters, and counts their bytes', async () => {
      const sql = `SELECT i AS id, 'é\\x' || i AS name FROM range(200000) t(i)`;
      const catalog = await table(sql, 'large');
      await untilInMemory(catalog);
      expect((await find(catalog, 77)).rows).toEqual([['é\\x77']]);
    });

    it('leaves it where it is, if its texts would take more memory than there is for it', async () => {
      // Parquet has the text once: the file is small.
      const sql = `SELECT i AS id, repeat('x', 2000) AS name FROM range(200000) t(i)`;
      const catalog = await table(sql, 'large');
      const { size } = statSync(catalog.schemas[0]?.tables[0]?.files[0]?.path ?? '');
      expect(size).toBeLessThan(4 * mebibyte);
      for (let id = 0; id < 60; id += 1) {
        const found = await find(catalog, id * 3000);
        expect(found.rows).toEqual([['x'.repeat(2000)]]);
        expect(found.bytes).toBeGreaterThan(0);
      }
    });

    it('leaves it where it is, if its values are nested', async () => {
      const plain = await table(many, 'large');
      const [[path = '']] = [plain.schemas[0]?.tables[0]?.files.map((file) => file.path) ?? []];
      await inDuckdb(
        `COPY (SELECT i AS id, 'n' || i % 3 AS name, [i] AS l FROM range(200000) t(i)) TO '${path}' (FORMAT parquet, FIELD_IDS {id: 1, name: 2, l: {__duckdb_field_id: 3, element: 4}})`,
      );
      const [schema] = plain.schemas;
      const [stored] = schema?.tables ?? [];
      const columns = [...(stored?.columns ?? []), { name: 'l', type: 'BIGINT[]', stored: 3 }];
      const nested = {
        name: 'default',
        schemas: [
          { name: 'main', tables: [{ name: 'large', columns, files: stored?.files ?? [] }] },
        ],
      };
      for (let id = 0; id < 60; id += 1) expect((await find(nested, id)).bytes).toBeGreaterThan(0);
    });

    it('gives all rows where they are many, and is run the other way the next time', async () => {
      const catalog = await table(many, 'large');
      for (const value of ['n0', 'n1', 'n1']) {
        const sql = `SELECT id, name FROM large WHERE name = '${value}'`;
        const reply = await few(sql, { ...scoped(catalog), ...lookup });
        const plain = await engine.query(sql, scoped(catalog));
        expect(reply).toMatchObject({
          rowCount: plain.rowCount,
          preview: plain.preview,
          columns: plain.columns,
        });
      }
      const sql = "SELECT id, name FROM large WHERE name = 'none'";
      expect((await few(sql, { ...scoped(catalog), ...lookup })).rows).toBeUndefined();
    });
  });

  it('finds nothing of another scope, and leaves nothing to it', async () => {
    const mine = await table(threeRows, 'mine');
    expect(await rowsOf('SELECT count(*) FROM mine', scoped(mine))).toEqual([[3]]);
    const theirs = await table("SELECT 1 AS id, 'x' AS name", 'theirs');
    await expect(rowsOf('SELECT count(*) FROM mine', scoped(theirs), 'w other')).rejects.toThrow(
      'mine',
    );
    expect(await rowsOf('SELECT count(*) FROM theirs', scoped(theirs), 'w other')).toEqual([[1]]);
    // A table of the same names, and a table that runs the other way.
    const namesake = await table("SELECT 7 AS id, 'namesake' AS name", 'mine');
    expect(await rowsOf('SELECT name FROM mine', scoped(namesake), 'w third')).toEqual([
      ['namesake'],
    ]);
    expect(await engine.rows('SELECT count(*) FROM mine', scoped(mine))).toEqual([[3]]);
    await expect(engine.rows('SELECT count(*) FROM theirs', scoped(mine))).rejects.toThrow(
      'theirs',
    );
  });

  it('finds nothing of another scope of the same names, whatever was made of its tables', async () => {
    const rowsFor = (rows: number) => `SELECT i AS id, 'n' || i AS name FROM range(${rows}) t(i)`;
    const empty = { ...emptyTable, name: 'nothing' };
    const catalogs = [
      await table(rowsFor(3), 'read_at_once'),
      await table(rowsFor(5000), 'read_later'),
      { name: 'default', schemas: [{ name: 'main', tables: [empty] }] },
      { name: 'default', schemas: [{ name: 'other', tables: [empty] }] },
      await table(rowsFor(40_000), 'left_in_its_file'),
    ];
    const nameOf = (catalog: QueryCatalog) => {
      const [schema] = catalog.schemas;
      return `"default".${schema?.name}.${schema?.tables[0]?.name}`;
    };
    for (let turn = 0; turn < 15; turn++) {
      const [at, before] = [turn % 5, (turn + 4) % 5];
      const [mine, theirs] = [catalogs[at], catalogs[before]];
      if (!mine || !theirs) throw new Error('there are five');
      const scope = `w ${at}`;
      const counted = [[[3], [5000], [0], [0], [40_000]][at]];
      for (let time = 0; time < 3; time++) {
        expect(await rowsOf(`SELECT count(*) FROM ${nameOf(mine)}`, scoped(mine), scope)).toEqual(
          counted,
        );
      }
      const foreign = `SELECT count(*) FROM ${nameOf(theirs)}`;
      await expect(rowsOf(foreign, scoped(mine), scope)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      const listed =
        "SELECT count(*) FROM information_schema.tables WHERE table_catalog = 'default'";
      expect((await rowsOf(listed, scoped(mine), scope))[0][0]).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    'SELECT * FROM small ORDER BY small.id DESC',
    'SELECT s.name, s FROM small AS s WHERE s.id = 1',
    'SELECT x FROM small AS s(x, y) WHERE y > (SELECT 0::VARCHAR)',
    'FROM small',
    '(SELECT id FROM small LIMIT 1) ORDER BY 1',
    'SELECT id FROM (SELECT id, name FROM small) AS q -- small',
    'SELECT id::DECIMAL(30, 4), INTERVAL (id) DAY, name::BLOB FROM small',
    'SELECT a.id, b.id FROM small AS a, small AS b ORDER BY ALL',
    'SELECT name FROM "default".main.small UNION ALL SELECT name FROM small',
    'SELECT main.small.id FROM main.small',
    'WITH small AS (SELECT 7 AS id) SELECT id FROM small',
    'WITH other AS (SELECT id + 1 AS id FROM small) SELECT id FROM other',
    'SELECT (WITH small AS (SELECT 8 AS id) SELECT max(id) FROM small) AS m, id FROM small',
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT 2 FROM r WHERE n < 2) FROM r, small',
    'SELECT count(*) FROM small GROUP BY id % 2 HAVING count(*) > 1',
  ])('gives the same the first time in a scope, the next, and the other way: %s', async (sql) => {
    const small = await table(threeRows, 'small');
    const other = await table("SELECT 5 AS id, 'other' AS name", 'small');
    const plain = await engine.query(sql, scoped(small));
    for (let turn = 0; turn < 2; turn++) {
      await rowsOf('SELECT id FROM small', scoped(other), 'w other');
      for (let time = 0; time < 3; time++) {
        const reply = await few(sql, scoped(small), 'w small');
        expect(reply.preview).toEqual(plain.preview);
        expect(reply.columns).toEqual(plain.columns);
      }
    }
  });

  it("has its own scope's rows and nothing of the last one's, with a scope for each text", async () => {
    const tables = await Promise.all(
      Array.from({ length: 6 }, (_unused, at) => table(`SELECT ${at} AS id, 'x' AS name`, 'turn')),
    );
    for (let turn = 0; turn < 18; turn++) {
      const own = tables[turn % 6];
      if (!own) throw new Error('there are six');
      const scope = `w turn ${turn % 6}`;
      const reply = await few('SELECT id FROM turn', scoped(own), scope);
      expect(JSON.parse(reply.preview.text)).toEqual([[turn % 6]]);
      expect(reply).toMatchObject({ rowsScanned: 1, rows: expect.any(Uint8Array) });
      expect(reply.bytesScanned).toBeGreaterThan(0);
    }
    const another = scoped(await table(threeRows, 'another'));
    await expect(rowsOf('SELECT id FROM turn', another, 'w turn another')).rejects.toThrow('turn');
  });

  it('is told what is wrong with it, and goes on', async () => {
    const catalog = await table(threeRows, 'e');
    await expect(few('SELECT nothing FROM e', scoped(catalog))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(few("SELECT error('no') FROM e", scoped(catalog))).rejects.toThrow('no');
    await expect(few('SELECT $1')).rejects.toThrow('parameters');
    await expect(few('SELECT CAST(name AS INTEGER) FROM e', scoped(catalog))).rejects.toThrow('n0');
    expect(await rowsOf('SELECT max(id) FROM e', scoped(catalog))).toEqual([[2]]);
  });

  it('is checked once with other values of the columns that it looks up', async () => {
    const catalog = await table(threeRows);
    for (const [id, found] of [
      [0, [['n0']]],
      [2, [['n2']]],
      [9, []],
    ] as const) {
      const request = { ...scoped(catalog), isChecked: false };
      expect(await rowsOf(`SELECT name FROM t WHERE id = ${id}`, request)).toEqual(found);
      expect(await rowsOf(`SELECT name FROM t WHERE name = 'n${id}'`, request)).toEqual(found);
      const refused = few(`SELECT getenv('HOME') FROM t WHERE id = ${id}`, request);
      await expect(refused).rejects.toThrow('getenv');
    }
  });

  it('is held against the lists of what may run, each time until it passed', async () => {
    for (let time = 0; time < 2; time++) {
      await expect(few("SELECT getenv('HOME')", { isChecked: false })).rejects.toThrow('getenv');
      await expect(few("SELECT * FROM '/etc/passwd'", { isChecked: false })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
  });

  it('ends when it is cancelled, while rows come and while they are put together', async () => {
    for (const sql of [
      'SELECT count(*) FROM range(100000000000)',
      'SELECT * FROM range(100000000000)',
    ]) {
      const signal = AbortSignal.timeout(300);
      await expect(
        engine.query(sql, { ...inline, keptCatalogs: 'w d' }, { signal }),
      ).rejects.toMatchObject({
        code: 'CLIENT_CLOSED_REQUEST',
      });
      expect(await rowsOf('SELECT 1')).toEqual([[1]]);
    }
  });

  it('shows the catalog as its request has it, schemas without tables too', async () => {
    const empties = (names: readonly string[]) => names.map((name) => ({ ...emptyTable, name }));
    const catalog = (...names: string[]): QueryCatalog => ({
      name: 'default',
      schemas: [
        { name: 'main', tables: empties(names) },
        { name: 'bare', tables: [] },
      ],
    });
    const tables =
      "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'default' ORDER BY 1";
    for (const names of [['a', 'b'], ['a', 'b'], ['a'], ['c', 'd', 'e']]) {
      const scope = `w d ${names}`;
      expect(await rowsOf(tables, scoped(catalog(...names)), scope)).toEqual(
        names.map((name) => [name]),
      );
      const schemas = "SELECT count(*) FROM information_schema.schemata WHERE schema_name = 'bare'";
      expect(await rowsOf(schemas, scoped(catalog(...names)), scope)).toEqual([[1]]);
    }
  });

  it('keeps a bounded number of tables', async () => {
    for (let index = 0; index < 130; index++) {
      const catalog = await table(`SELECT ${index} AS id, 'x' AS name`, `t${index}`);
      expect(await rowsOf(`SELECT id FROM t${index}`, scoped(catalog))).toEqual([[index]]);
    }
  });
});

describe('a worker that is looked at after each task', () => {
  it('keeps nothing of few rows', async () => {
    const engine = new EngineFixture({ memoryBytes: 2048 * mebibyte });
    try {
      await engine.pool.ready();
      const request = { inlineBytes: 1024, keptCatalogs: 'w d' };
      for (let time = 0; time < 3; time++)
        expect(await engine.rows('SELECT 1', request)).toEqual([[1]]);
      expect(engine.events).toEqual([]);
    } finally {
      await engine.close();
    }
  });
});
