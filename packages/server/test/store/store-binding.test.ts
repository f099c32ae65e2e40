import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQuern } from '../api/run-quern.ts';
import { filesBelow } from '../crash/files-of-service.ts';
import { eventually } from '../eventually.ts';
import { type RunningService, startService } from '../service.ts';

let folder: string;
let origin: string;
let databaseId: string;
const running: RunningService[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-binding-'));
  origin = join(folder, 'origin');
  const service = await start(origin);
  const { id } = await service.api().createDatabase();
  databaseId = id;
  await service.api().loadCsv(id, 't', 'a\n1\n2\n');
  expect(await service.stop()).toBe(0);
});
afterAll(async () => {
  for (const service of running) await service.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(dataDir: string, env: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService({ dataDir, env: { QUERN_WORKERS: '1', ...env } });
  running.push(service);
  return service;
}

let copies = 0;
/** Folder of the stopped service, as its operator finds it. */
async function copy(): Promise<string> {
  copies += 1;
  const dataDir = join(folder, `copy${copies}`);
  await cp(origin, dataDir, { recursive: true });
  return dataDir;
}

/** A start that fails: the sentence, without a stack. */
async function refusal(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const before = filesBelow(join(dataDir, 'objects')).sort();
  const settings = {
    QUERN_DATA_DIR: dataDir,
    QUERN_PORT: '0',
    QUERN_SAMPLE: 'off',
    QUERN_LOG_LEVEL: 'silent',
    ...env,
  };
  const { code, stdout, stderr } = await runQuern([], settings);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^quern: .*\n$/);
  expect(filesBelow(join(dataDir, 'objects')).sort()).toEqual(before);
  return stderr;
}

const quern = (args: string[], dataDir: string) => runQuern(args, { QUERN_DATA_DIR: dataDir });

async function expectRows(service: RunningService): Promise<void> {
  const { status, body } = await service.api().query(databaseId, 'SELECT sum(a) FROM t');
  expect([status, body.rows]).toEqual([200, [[3]]]);
}

const metadataOf = (dataDir: string) => new Database(join(dataDir, 'quern.db'));

describe('a start with another metadata database than the object store belongs to', () => {
  test('is refused where the metadata is new, and the store stays as it is', async () => {
    const dataDir = await copy();
    const kept = join(dataDir, 'elsewhere.db');
    await rename(join(dataDir, 'quern.db'), kept);
    const said = await refusal(dataDir);
    expect(said).toMatch(
      /metadata database is new.*QUERN_METADATA_URL, QUERN_OBJECTS_URL.*'quern adopt'/,
    );
    expect(await refusal(dataDir)).toBe(said);
    await expectRows(await start(dataDir, { QUERN_METADATA_URL: `sqlite:${kept}` }));
  });

  test('is refused where it is that of another service, until it is adopted; then the first one is refused', async () => {
    const [dataDir, other] = [await copy(), join(folder, 'other')];
    expect(await (await start(other)).stop()).toBe(0);
    const objects = { QUERN_OBJECTS_URL: `file:${join(dataDir, 'objects')}` };
    expect(await refusal(other, objects)).toContain(
      'the object store belongs to another metadata database',
    );
    const adopted = await runQuern(['adopt'], { QUERN_DATA_DIR: other, ...objects });
    expect([adopted.code, adopted.stderr]).toEqual([0, '']);
    expect(adopted.stdout).toMatch(/are bound to each other[\s\S]*'quern collect --allow'/);
    const held = await quern(['collect'], other);
    expect(held.stdout).toContain("bound with 'quern adopt'");
    // Even with eager settings, no unknown object is collected.
    const eager = {
      ...objects,
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_ORPHAN_GRACE: '0',
      QUERN_COLLECT_WAIT: '0',
    };
    const before = filesBelow(join(dataDir, 'objects/lakes'));
    const service = await start(other, eager);
    await eventually(
      () => expect(service.log.some((line) => line.reason === 'adopted')).toBe(true),
      30_000,
    );
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toContain('quern_collection_stopped{reason="adopted"} 1');
    expect(filesBelow(join(dataDir, 'objects/lakes'))).toEqual(before);
    expect((await quern(['collect', '--allow'], other)).code).toBe(0);
    await eventually(() => expect(filesBelow(join(dataDir, 'objects/lakes'))).toEqual([]), 60_000);
    expect(await service.stop()).toBe(0);
    expect(await refusal(dataDir)).toContain('another metadata database');
  }, 120_000);

  test('is refused where the store is empty, as a missing mount is, or has lost its mark', async () => {
    const dataDir = await copy();
    await rename(join(dataDir, 'objects'), join(dataDir, 'aside'));
    expect(await refusal(dataDir)).toMatch(/the object store is empty.*a mount may be missing/);
    await rm(join(dataDir, 'objects'), { recursive: true, force: true });
    await rename(join(dataDir, 'aside'), join(dataDir, 'objects'));
    const mark = join(dataDir, 'objects', 'quern-store.json');
    await rename(mark, `${mark}.aside`);
    expect(await refusal(dataDir)).toContain("not the mark ('quern-store.json')");
    await writeFile(mark, '');
    expect(await refusal(dataDir)).toContain('is damaged');
    expect((await quern(['adopt'], dataDir)).stdout).toContain('are bound to each other');
    expect((await quern(['adopt'], dataDir)).stdout).toContain('belong together already');
    await expectRows(await start(dataDir));
  }, 60_000);
});

describe('metadata of a version without identities', () => {
  const forget = (dataDir: string) => {
    const database = metadataOf(dataDir);
    database.exec('delete from store_binding; delete from unnamed_objects');
    database.close();
    return rm(join(dataDir, 'objects', 'quern-store.json'), { force: true });
  };

  test('is bound to the store that has its objects, and to no other', async () => {
    const dataDir = await copy();
    await forget(dataDir);
    await rename(join(dataDir, 'objects'), join(dataDir, 'aside'));
    expect(await refusal(dataDir)).toContain('the object store is empty');
    await rm(join(dataDir, 'objects'), { recursive: true, force: true });
    await cp(join(dataDir, 'aside'), join(dataDir, 'objects'), { recursive: true });
    for (const path of filesBelow(join(dataDir, 'objects', 'lakes'))) {
      const file = join(dataDir, 'objects', 'lakes', path);
      await rename(file, file.replace(/[0-9a-z]{26}\.parquet$/, `${'x'.repeat(26)}.parquet`));
    }
    expect(await refusal(dataDir)).toContain(
      'none of those that the metadata database names were found',
    );
    await rm(join(dataDir, 'objects'), { recursive: true, force: true });
    await rename(join(dataDir, 'aside'), join(dataDir, 'objects'));
    const service = await start(dataDir);
    await expectRows(service);
    expect(existsSync(join(dataDir, 'objects', 'quern-store.json'))).toBe(true);
  }, 60_000);

  test('that is new is refused where the store holds objects', async () => {
    const dataDir = await copy();
    await rm(join(dataDir, 'objects', 'quern-store.json'));
    await rm(join(dataDir, 'quern.db'));
    expect(await refusal(dataDir)).toContain('names no object, and the object store has some');
  });
});

test('metadata that was restored from a backup collects nothing that was written since, until it is allowed', async () => {
  const dataDir = await copy();
  const backup = join(folder, 'backup.db');
  await copyFile(join(dataDir, 'quern.db'), backup);
  const eager = { QUERN_SWEEP_INTERVAL: '1', QUERN_ORPHAN_GRACE: '0', QUERN_COLLECT_WAIT: '0' };
  const later = await start(dataDir, eager);
  await later.api().loadCsv(databaseId, 'written_since', 'a\n7\n');
  expect(await later.stop()).toBe(0);
  const objects = filesBelow(join(dataDir, 'objects/lakes')).sort();
  const newest = join(folder, 'newest.db');
  await rename(join(dataDir, 'quern.db'), newest);
  await copyFile(backup, join(dataDir, 'quern.db'));
  const database = metadataOf(dataDir);
  database.exec('update locks set expires_at = 0');
  database.close();
  const restored = await start(dataDir, eager);
  await eventually(
    () => expect(restored.log.some((line) => line.reason === 'restored')).toBe(true),
    30_000,
  );
  expect(filesBelow(join(dataDir, 'objects/lakes')).sort()).toEqual(objects);
  await expectRows(restored);
  expect((await quern(['collect'], dataDir)).stdout).toContain('restore of a backup');
  expect(await restored.stop()).toBe(0);
  await copyFile(newest, join(dataDir, 'quern.db'));
  const again = await start(dataDir);
  expect((await again.api().query(databaseId, 'SELECT a FROM written_since')).body.rows).toEqual([
    [7],
  ]);
}, 90_000);

describe('the secret key beside metadata that has worked', () => {
  test.each([
    ['missing', null, 'is missing'],
    ['empty', '', "'secret.key' in the data folder is empty or damaged"],
    ['cut short', 'abc\n', 'empty or damaged'],
    ['another one', `${'0'.repeat(64)}\n`, 'is not the one that this service has worked with'],
  ])('is refused when it is %s, and stays as it is', async (_what, text, sentence) => {
    const dataDir = await copy();
    const path = join(dataDir, 'secret.key');
    if (text === null) await rm(path);
    else await writeFile(path, text);
    const said = await refusal(dataDir);
    expect(said).toContain(sentence);
    expect(said).toMatch(/upload URLs .*'quern adopt'/);
    expect(existsSync(path) ? await readFile(path, 'utf8') : null).toBe(text);
  });

  test('is changed or made anew by a deliberate act', async () => {
    const dataDir = await copy();
    const path = join(dataDir, 'secret.key');
    await writeFile(path, '');
    expect((await quern(['adopt'], dataDir)).stdout).toMatch(
      /a new secret key is in 'secret.key'.*refused/,
    );
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    await expectRows(await start(dataDir));
  });

  test('is refused when QUERN_SECRET_KEY is another', async () => {
    const said = await refusal(await copy(), { QUERN_SECRET_KEY: 'k'.repeat(40) });
    expect(said).toContain('is not the one that this service has worked with');
    expect(said).not.toContain('kkkk');
  });
});
