import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings, SettingsError, settingsMarkdown } from '../../src/config/settings.ts';
import { runQuern } from '../api/run-quern.ts';

const machine = { cores: 6, memoryBytes: 10 * 2 ** 30 };
const settingsPage = new URL('../../../../docs/settings.md', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-settings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env, machine);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test('every bad one is told at once, by name, with exit code 2, and nothing is made', async () => {
    const dataDir = join(folder, 'never');
    const { code, stdout, stderr } = await runQuern([], {
      QUERN_DATA_DIR: dataDir,
      QUERN_PORT: '99999',
      QUERN_PUBLIC_URL: 'ftp://x',
      QUERN_METADATA_URL: 'mysql://user:hunter2@host/x',
      QUERN_OBJECTS_URL: 'http://x',
      QUERN_SECRET_KEY: 'short-secret',
      QUERN_BOOTSTRAP_TOKEN: 'short-token',
      QUERN_SAMPLE: 'maybe',
      QUERN_MEMORY: 'lots',
      QUERN_WORKERS: '0',
      QUERN_QUEUE_LENGTH: '0',
      QUERN_QUERY_TIMEOUT: '1.5',
      QUERN_LOG_LEVEL: 'loud',
      QUERN_DATADIR: '/x',
    });
    expect([code, stdout]).toEqual([2, '']);
    const named = stderr
      .split('\n')
      .flatMap((line) => /^ {2}(QUERN_\w+): \S/.exec(line)?.[1] ?? []);
    expect(named.sort()).toEqual(
      [
        'QUERN_PORT',
        'QUERN_PUBLIC_URL',
        'QUERN_METADATA_URL',
        'QUERN_OBJECTS_URL',
        'QUERN_SECRET_KEY',
        'QUERN_BOOTSTRAP_TOKEN',
        'QUERN_SAMPLE',
        'QUERN_MEMORY',
        'QUERN_WORKERS',
        'QUERN_QUEUE_LENGTH',
        'QUERN_QUERY_TIMEOUT',
        'QUERN_LOG_LEVEL',
        'QUERN_DATADIR',
      ].sort(),
    );
    for (const secret of ['hunter2', 'short-secret', 'short-token', '    at '])
      expect(stderr).not.toContain(secret);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  test('a command refuses them as the service does', async () => {
    const { code, stderr } = await runQuern(['tokens', 'list'], {
      QUERN_DATA_DIR: folder,
      QUERN_PORT: 'x',
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('QUERN_PORT')]);
  });

  test('an object store that the form of the setting lets pass is refused with a sentence', async () => {
    const { code, stderr } = await runQuern([], {
      QUERN_DATA_DIR: folder,
      QUERN_OBJECTS_URL: 's3://bucket?regoin=x',
    });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/QUERN_OBJECTS_URL.*'regoin'/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('the defaults fit the machine', () => {
    const settings = readSettings({}, machine);
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 4400,
      sample: true,
      workers: 6,
      queryThreads: 6,
      memoryBytes: 6 * 2 ** 30,
      queryMemoryBytes: 2 ** 30,
      secretKey: null,
      bootstrapToken: null,
      publicUrl: null,
      uploadMaxBytes: 16 * 2 ** 30,
      asyncAfterMaxMs: 60_000,
      resultRetentionDays: 7,
      snapshotRetentionDays: 7,
    });
    expect(settings.dataDir).toBe(join(process.cwd(), 'quern-data'));
    expect(settings.metadataUrl).toBe(`sqlite:${settings.dataDir}/quern.db`);
    expect(settings.objectsUrl).toBe(`file:${settings.dataDir}/objects`);
    expect(readSettings({}, { cores: 1, memoryBytes: 2 ** 32 }).workers).toBe(2);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  test('an empty variable is one that is not set, and other variables are nobody of concern', () => {
    expect(problemsOf({ QUERN_PORT: '', PORT: 'x', HOME: '/' })).toEqual([]);
  });

  test.each([
    ['512MiB', 512 * 2 ** 20],
    ['1.5GiB', 1.5 * 2 ** 30],
    ['1gib', 2 ** 30],
    ['536870912', 2 ** 29],
  ])('a size of %s is %i bytes', (text, size) => {
    expect(
      readSettings({ QUERN_MEMORY: text, QUERN_QUERY_MEMORY: '64MiB' }, machine).memoryBytes,
    ).toBe(size);
  });

  test.each([
    [{ QUERN_METADATA_URL: 'postgres://h/d' }, 'QUERN_SECRET_KEY'],
    [{ QUERN_MEMORY: '1GiB', QUERN_QUERY_MEMORY: '2GiB' }, 'QUERN_QUERY_MEMORY'],
    [
      { QUERN_UPLOAD_MAX_BYTES: '1MiB', QUERN_UPLOAD_SINGLE_MAX_BYTES: '2MiB' },
      'QUERN_UPLOAD_SINGLE_MAX_BYTES',
    ],
    [{ QUERN_BOOTSTRAP_TOKEN: `${'t'.repeat(31)}` }, 'QUERN_BOOTSTRAP_TOKEN'],
    [{ QUERN_BOOTSTRAP_TOKEN: `${'t'.repeat(201)}` }, 'QUERN_BOOTSTRAP_TOKEN'],
    [{ QUERN_BOOTSTRAP_TOKEN: `${'t'.repeat(40)} t` }, 'QUERN_BOOTSTRAP_TOKEN'],
    [{ QUERN_MEMORY: '1MiB' }, 'QUERN_MEMORY'],
    [{ QUERN_MEMORY: '8GB' }, 'QUERN_MEMORY'],
    [{ quern_port: '1', QUERN_: 'x' }, 'QUERN_'],
  ])('%j is refused', (env: Record<string, string>, name) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  test('docs/settings.md is the table that the command prints', async () => {
    const { code, stdout } = await runQuern(['settings'], {});
    expect([code, stdout]).toEqual([0, `${settingsMarkdown()}\n`]);
    expect(await readFile(settingsPage, 'utf8')).toContain(`\n${settingsMarkdown()}\n`);
  });

  test('an unknown command is refused with the usage', async () => {
    const { code, stdout, stderr } = await runQuern(['srve'], {});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/unknown command 'srve'[\s\S]*quern tokens create/);
    expect((await runQuern(['--help'], {})).code).toBe(0);
  });
});
