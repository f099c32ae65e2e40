import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await sharedService();
  folder = await mkdtemp(join(tmpdir(), 'quern-import-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: service.token,
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const quern = (...args: string[]) => runQuern(args, env);
const rowsOf = async (database: string, sql: string) =>
  JSON.parse((await quern('query', sql, '-d', database, '--json')).stdout) as unknown[];

describe('quern import', () => {
  it('takes a folder of files, and folders in it as schemas', async () => {
    const path = join(folder, 'exports');
    await mkdir(join(path, 'Old Ones'), { recursive: true });
    await writeFile(join(path, 'people.csv'), 'id,name\n1,Ada\n');
    await writeFile(join(path, '2024 sales.ndjson'), '{"n":1}\n{"n":2}\n');
    await writeFile(join(path, 'readme.txt'), 'not a table');
    await writeFile(join(path, 'Old Ones', 'stock.tsv'), 'a\tb\n1\tx, y\n');
    const imported = await quern('import', path);
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining("'exports'") });
    expect(await rowsOf('exports', 'SELECT * FROM people')).toEqual([{ id: 1, name: 'Ada' }]);
    expect(await rowsOf('exports', 'SELECT sum(n)::int AS n FROM t_2024_sales')).toEqual([
      { n: 3 },
    ]);
    expect(await rowsOf('exports', 'SELECT * FROM old_ones.stock')).toEqual([{ a: 1, b: 'x, y' }]);
  });

  it('replaces rows of a database that is there by a word alone', async () => {
    const path = join(folder, 'again');
    await mkdir(path);
    await writeFile(join(path, 'fresh.csv'), 'id\n1\n');
    await writeFile(join(path, 'people.csv'), 'id,name\n2,Bob\n');
    expect((await quern('databases', 'create', '--name', 'full')).code).toBe(0);
    await writeFile(join(folder, 'people.csv'), 'id,name\n1,Ada\n');
    expect((await quern('load', join(folder, 'people.csv'), '-d', 'full')).code).toBe(0);
    const names = () => rowsOf('full', 'SELECT name FROM people ORDER BY id');
    const [ada, bob] = [{ name: 'Ada' }, { name: 'Bob' }];
    expect(await quern('import', path, '-d', 'full')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("main.people of 'full' has 1 row: say --mode replace"),
    });
    expect(await names()).toEqual([ada]);
    // Nothing was begun.
    expect((await quern('query', 'SELECT * FROM fresh', '-d', 'full')).code).toBe(1);
    expect((await quern('import', path, '-d', 'full', '--mode', 'upsert')).code).toBe(2);
    expect((await quern('import', path, '-d', 'full', '--mode', 'append')).code).toBe(0);
    expect(await names()).toEqual([ada, bob]);
    expect((await quern('import', path, '-d', 'full', '--mode', 'replace')).code).toBe(0);
    expect(await names()).toEqual([bob]);
  });

  it('takes what DuckDB exported, by its script', async () => {
    const path = join(folder, 'duck');
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    await duck.run(
      "CREATE TABLE t AS SELECT i, 'row ' || i AS label, (i * 1.5)::DECIMAL(9,2) AS d FROM range(1000) r(i)",
    );
    await duck.run('CREATE SCHEMA more; CREATE TABLE more."Odd name" AS SELECT 42 AS answer');
    await duck.run(`EXPORT DATABASE '${path}' (FORMAT parquet)`);
    duck.closeSync();
    const imported = await quern('import', path, '--name', 'from duck', '--json');
    expect(imported.stderr).not.toContain('error');
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.stdout).tables).toHaveLength(2);
    expect(
      await rowsOf('from duck', 'SELECT count(*)::int AS n, max(d)::text AS d FROM t'),
    ).toEqual([{ n: 1000, d: '1498.50' }]);
  });

  it('takes a SQLite file: every digit, bytes, keys and nulls', async () => {
    const path = join(folder, 'app.db');
    const file = new Database(path);
    file.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, big INTEGER, raw BLOB);
      INSERT INTO users VALUES (1, 'Ada', 9223372036854775807, x'00ff'), (2, NULL, -1, NULL);
      CREATE TABLE "two words" (a TEXT, b REAL, PRIMARY KEY (b, a)) WITHOUT ROWID;
      INSERT INTO "two words" VALUES ('x', 0.5);`);
    file.close();
    expect(await quern('import', path)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 tables'),
    });
    const users = await quern('query', 'SELECT * FROM users ORDER BY id', '-d', 'app');
    expect(users.stdout).toBe('id,name,big,raw\n1,Ada,9223372036854775807,00ff\n2,,-1,\n');
    expect(await rowsOf('app', 'SELECT * FROM two_words')).toEqual([{ a: 'x', b: 0.5 }]);
    // The primary key is the table's key: a load can upsert by it.
    const upserted = await runQuern(
      ['load', '-', '-t', 'users', '-m', 'upsert', '-d', 'app'],
      env,
      'id,name\n2,Grace\n3,Mary\n',
    );
    expect(upserted).toMatchObject({ code: 0, stderr: expect.stringContaining('3 rows') });
  });

  it('takes the columns of a SQLite table without rows, and refuses an infinite number', async () => {
    const path = join(folder, 'sparse.db');
    const file = new Database(path);
    file.exec(`CREATE TABLE a_log (id INTEGER PRIMARY KEY, "what, ""then""" TEXT); CREATE TABLE b (x REAL);
      INSERT INTO b VALUES (1.5);`);
    expect(await quern('import', path)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/a_log: 0 rows[\s\S]*b: 1 rows[\s\S]*2 tables/),
    });
    const columns = await quern('query', 'SELECT * FROM a_log', '-d', 'sparse', '--format', 'csv');
    expect(columns).toMatchObject({ code: 0, stdout: 'id,"what, ""then"""\n' });
    file.exec('INSERT INTO b VALUES (-9e999)');
    file.close();
    const refused = await quern('import', path, '--name', 'infinite');
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/b: column 'x' holds an infinite number/),
    });
  });

  it('leaves hidden files out, goes on after a bad one, and with what is missing the next time', async () => {
    const path = join(folder, 'mixed');
    await mkdir(join(path, '.hidden'), { recursive: true });
    await mkdir(join(path, '__MACOSX'));
    for (const name of ['._people.csv', '.hidden/a.csv', '__MACOSX/a.csv'])
      await writeFile(join(path, name), 'not\0a table');
    await writeFile(join(path, 'a_bad.csv'), 'id,name\n1\n');
    await writeFile(join(path, 'people.csv'), 'id,name\n1,Ada\n');
    await writeFile(join(path, '売上.csv'), 'id\n1\n');
    await writeFile(join(path, '原価.csv'), 'id\n2\n');
    const first = await quern('import', path, '--json');
    expect(first.code).toBe(1);
    expect(first.stderr).toMatch(/not loaded: a_bad: Line 2 of the CSV file has 1 field/);
    const answer = JSON.parse(first.stdout);
    expect(answer.tables.map(({ rows }: { rows: number }) => rows)).toEqual([1, 1, 1]);
    expect(answer.failed).toMatchObject([{ schema: 'main', table: 'a_bad' }]);
    await writeFile(join(path, 'a_bad.csv'), 'id,name\n1,x\n2,y\n');
    await writeFile(join(path, 'people.csv'), 'id,name\n1,Ada\n2,Grace\n');
    const second = await quern('import', path, '--json');
    expect(second).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/t_\w+: 1 rows, loaded before/),
    });
    expect(second.stderr).not.toMatch(/people: .*loaded before/);
    expect(JSON.parse(second.stdout)).toMatchObject({
      database_id: answer.database_id,
      failed: [],
    });
    expect(
      await rowsOf(answer.database_id, 'SELECT count(*)::int AS n FROM people, a_bad'),
    ).toEqual([{ n: 4 }]);
    // All of it is loaded, so the same command means another database.
    const third = JSON.parse((await quern('import', path, '--json')).stdout);
    expect(third.database_id).not.toBe(answer.database_id);
  });

  it('loads the rows again that are in the log of a SQLite file alone', async () => {
    const path = join(folder, 'logged.db');
    const database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.pragma('wal_autocheckpoint = 0');
    database.exec(
      'CREATE TABLE fine (n INTEGER); INSERT INTO fine VALUES (1); CREATE TABLE odd (x REAL); INSERT INTO odd VALUES (9e999)',
    );
    expect(await quern('import', path)).toMatchObject({ code: 1 });
    expect(await rowsOf('logged', 'SELECT n FROM fine')).toEqual([{ n: 1 }]);
    database.exec('INSERT INTO fine VALUES (2); DELETE FROM odd');
    expect(await quern('import', path)).toMatchObject({ code: 0 });
    database.close();
    expect(await rowsOf('logged', 'SELECT n FROM fine ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('refuses what it cannot take, by name', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    expect(await quern('import', empty)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no tables'),
    });
    await writeFile(join(empty, 'a.csv'), 'x\n1\n');
    await writeFile(join(empty, 'A.json'), '{"x":1}');
    expect(await quern('import', empty)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('main.a'),
    });
    expect(await quern('import', join(empty, 'a.csv'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('quern load'),
    });
    expect(await quern('import', join(folder, 'nowhere'))).toMatchObject({ code: 2 });
  });
});
