import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await sharedService();
  folder = await mkdtemp(join(tmpdir(), 'quern-mode-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: service.token,
    QUERN_DATABASE: 'trial',
  };
  expect((await quern('databases', 'create', '--name', 'trial')).code).toBe(0);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const quern = (...args: string[]) => runQuern(args, env);
const count = async (table: string) =>
  (await quern('query', `SELECT count(*) AS n FROM ${table}`)).stdout;

describe('quern load without a mode', () => {
  it('makes a table, and fills one that has no row', async () => {
    const path = join(folder, 'fresh.csv');
    await writeFile(path, 'id\n');
    expect((await quern('load', path)).code).toBe(0);
    await writeFile(path, 'id\n1\n');
    expect((await quern('load', path)).code).toBe(0);
    expect(await count('fresh')).toBe('n\n1\n');
  });

  it.each([
    ['sales', ['sales.csv']],
    ['sales', ['SALES.csv']],
    ['sales', ['other.csv', '-t', 'sales']],
    ['shop.sales', ['other.csv', '-t', 'shop.sales']],
    ['shop.sales', ['other.csv', '-t', 'SHOP.Sales']],
  ])('is refused where %s has rows: %s', async (table, [name = '', ...more]) => {
    const path = join(folder, name);
    await writeFile(path, 'id,price\n1,2\n2,3\n');
    expect((await quern('load', path, '-t', table, '-m', 'replace')).code).toBe(0);
    await writeFile(path, 'other\n9\n');
    const { code, stderr } = await quern('load', path, ...more);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /sales of 'trial' has 2 rows: say --mode replace .* or another --mode/i,
      ),
    });
    expect(await count(table)).toBe('n\n2\n');
    const piped = await runQuern(['load', '-', '-t', table], env, 'other\n9\n');
    expect(piped.code).toBe(2);
    expect(await count(table)).toBe('n\n2\n');
    expect((await quern('load', path, ...more, '--mode', 'replace')).code).toBe(0);
    expect(await count(table)).toBe('n\n1\n');
  });

  it('is refused with a token for one database too', async () => {
    const made = await quern('api', 'tokens', 'create', '--kind', 'database', '-d', 'trial');
    const own = { ...env, QUERN_TOKEN: JSON.parse(made.stdout).token, QUERN_DATABASE: '' };
    expect((await runQuern(['load', '-', '-t', 'agents'], own, 'n\n5\n')).code).toBe(0);
    expect((await runQuern(['load', '-', '-t', 'agents'], own, 'n\n6\n')).code).toBe(2);
    expect(await count('agents')).toBe('n\n1\n');
  });
});
