import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await sharedService();
  const { id } = await service.api().createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quern-load-'));
  env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    QUERN_URL: service.origin,
    QUERN_TOKEN: service.token,
    QUERN_DATABASE: id,
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function load(name: string, content: string | Uint8Array, ...flags: string[]) {
  const path = join(folder, name);
  await writeFile(path, content);
  return runQuern(['load', path, '-t', 't', '-m', 'replace', ...flags], env);
}
const rows = async () =>
  JSON.parse((await runQuern(['query', 'FROM t', '--json', '--dialect', 'duckdb'], env)).stdout);

describe('quern load', () => {
  it('takes what says how a text is written', async () => {
    const text = Buffer.from(
      "Bericht\nid~preis~tag~name\n1~9,5~31.01.2024~'Käse~1'\n2~-~~-\n",
      'latin1',
    );
    const flags = ['--delimiter', '~', '--quote', "'", '--null-value', '-', '--null-value', 'NA'];
    const loaded = await load(
      'bericht.csv',
      text,
      ...[...flags, '--decimal', ',', '--encoding', 'Latin1', '--skip', '1'],
      ...['--date-format', '%d.%m.%Y'],
    );
    expect(loaded.stderr).toContain('has 2 rows');
    expect(await rows()).toEqual([
      { id: 1, preis: 9.5, tag: '2024-01-31', name: 'Käse~1' },
      { id: 2, preis: null, tag: null, name: null },
    ]);
    expect(
      await load('tabs.txt', "a\tb\n1\t'x\n", '--delimiter', 'tab', '--quote', ''),
    ).toMatchObject({
      code: 0,
    });
    expect(await rows()).toEqual([{ a: 1, b: "'x" }]);
  });

  it.each([
    ['--decimal', '·'],
    ['--encoding', 'ebcdic'],
    ['--skip', 'one'],
  ])('refuses %s %s before anything is sent', async (flag, value) => {
    const refused = await load('a.csv', 'a\n1\n', flag, value);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${flag}`) });
  });

  it('goes by the ending of the name', async () => {
    expect(await load('names.csv', '[id],[name]\n1,Ada\n')).toMatchObject({ code: 0 });
    expect(await rows()).toEqual([{ '[id]': 1, '[name]': 'Ada' }]);
    expect(await load('names.csv.gz', gzipSync('[id],[name]\n2,Bob\n'))).toMatchObject({ code: 0 });
    expect(await rows()).toEqual([{ '[id]': 2, '[name]': 'Bob' }]);
    for (const [name, content, said] of [
      ['comment.json', '// c\n{"a":1}\n', /JSON/],
      ['error.csv', '{"error":"not found"}\n', /The file is JSON, not CSV/],
      ['page.csv', '<html><body>502</body></html>\n', /The file is an XML or HTML page, not CSV/],
    ] as const) {
      const refused = await load(name, content);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
    }
    expect(await rows()).toEqual([{ '[id]': 2, '[name]': 'Bob' }]);
  });
});
