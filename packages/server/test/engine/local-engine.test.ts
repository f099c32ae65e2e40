import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, StoredFile } from '../../src/engine/engine.ts';
import { createLocalEngine, type RunnerOptions } from '../../src/engine/host/local-engine.ts';
import { LocalFiles } from '../../src/engine/host/local-files.ts';
import type { EngineTasks } from '../../src/engine/tasks/engine-tasks.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { QuernError } from '../../src/kernel/errors.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import { openObjectStore } from '../../src/objects/open-object-store.ts';

/** Requests to a worker, by path. */
type Answer = (request: never, options: RunnerOptions) => unknown;

let folder: string;
let objects: ObjectStore;
let opened: string[];
let released: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quern-port-'));
  for (const name of ['spool', 'spool/service', 'spool/main', 'spool/main/task-1'])
    mkdirSync(join(folder, name));
  const secretKey = new Uint8Array(32);
  const options = { url: 'file:', dataDir: folder, cacheBytes: 0, secretKey, clock: systemClock };
  const store = await openObjectStore(options);
  [opened, released] = [[], []];
  objects = Object.assign(Object.create(store) as ObjectStore, {
    localFile: async (key: string) => {
      const file = await store.localFile(key);
      opened.push(key);
      return { ...file, release: () => void released.push(key) };
    },
    putFile: store.putFile.bind(store),
    putFiles: store.putFiles.bind(store),
    putBytes: store.putBytes.bind(store),
    read: store.read.bind(store),
    head: store.head.bind(store),
    forget: store.forget.bind(store),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function engineOf(answer: Answer, verify = async () => true) {
  const log = { error: () => {} };
  const [spoolDir, ownDir] = [join(folder, 'spool'), join(folder, 'spool/service')];
  const files = new LocalFiles({
    ...{ objects, damage: { note: () => {} }, log, spoolDir, ownDir, verify },
    writeKeptRows: async ({ path }) => {
      writeFileSync(path, 'rows');
      return { sizeBytes: 4 };
    },
    checkFile: async ({ path }) => readFileSync(path, 'utf8') === 'whole',
  });
  const runner = {
    run: async (_task: string, request: unknown, options: RunnerOptions) =>
      answer(
        (typeof request === 'function' ? await request() : request) as never,
        options,
      ) as never,
    assertRoom: () => {},
  };
  return { files, engine: createLocalEngine<EngineTasks>(runner, files) };
}

const findRefused = (engine: Engine<EngineTasks>, paths: readonly StoredFile[]) =>
  engine.run('findRefusedFiles', { paths }, { workspaceId: 'w' });

describe('the engine of this machine', () => {
  test('opens an object once however often it is named, and keeps it open while the task runs', async () => {
    await objects.putBytes('lake/a', Buffer.from('abc'));
    const { engine } = engineOf(({ paths }: { paths: string[] }) => {
      expect(released).toEqual([]);
      return paths.map((path) => readFileSync(path, 'utf8').length);
    });
    const file = { key: 'lake/a', subject: "table 't'", sizeBytes: 3 };
    expect(await findRefused(engine, [file, { ...file }])).toEqual([3, 3]);
    expect([opened, released]).toEqual([['lake/a'], ['lake/a']]);
  });

  test('opens what a request names that is made when a worker is there no earlier', async () => {
    await objects.putBytes('lake/a', Buffer.from('abc'));
    let openedBefore: readonly string[] = ['?'];
    const { engine } = engineOf(() => []);
    const request = async () => {
      openedBefore = [...opened];
      return { paths: [{ key: 'lake/a', subject: 't' }] };
    };
    await engine.run('findRefusedFiles', request, { workspaceId: 'w' });
    expect([openedBefore, opened, released]).toEqual([[], ['lake/a'], ['lake/a']]);
  });

  test('says whose data is damaged: of another size, missing, or not what was written', async () => {
    await objects.putBytes('lake/a', Buffer.from('abc'));
    const damaged = { code: 'STORED_DATA_DAMAGED', message: expect.stringContaining("table 't'") };
    const { engine } = engineOf(
      () => {
        throw new QuernError('BAD_REQUEST', 'No magic bytes found at end of file');
      },
      async () => false,
    );
    const file = { key: 'lake/a', subject: "table 't'" };
    await expect(findRefused(engine, [{ ...file, sizeBytes: 4 }])).rejects.toMatchObject(damaged);
    await expect(findRefused(engine, [{ ...file, key: 'lake/b' }])).rejects.toMatchObject(damaged);
    await expect(findRefused(engine, [file])).rejects.toMatchObject(damaged);
    const unchecked = findRefused(engine, [{ ...file, isUnchecked: true }]);
    await expect(unchecked).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(released.length).toBe(opened.length);
  });

  test('gives a task nothing where what may be missing is', async () => {
    const { engine } = engineOf(({ paths }: { paths: string[] }) => paths.map(existsSync));
    const file = { key: 'lake/gone', subject: 't', isOptional: true } as const;
    expect(await findRefused(engine, [file])).toEqual([false]);
  });

  test('names what a task left, which becomes an object or goes', async () => {
    const left = join(folder, 'spool/main/task-1/a.parquet');
    const { engine, files } = engineOf(({ path }: { path: string }) => {
      writeFileSync(left, `new ${readFileSync(path, 'utf8')}`);
      return { path: left, sizeBytes: 7, checksum: 0 };
    });
    await objects.putBytes('lake/a', Buffer.from('abc'));
    const request = { path: { key: 'lake/a', subject: 't' }, columns: [], rowCount: 1 };
    const ask = () => engine.run('rewriteResult', request, { workspaceId: 'w' });
    const { path } = await ask();
    expect(JSON.stringify(path)).not.toContain(folder);
    await files.publish('lake/b', path);
    expect((await objects.head('lake/b'))?.sizeBytes).toBe(7);
    await files.discard([(await ask()).path]);
    expect(existsSync(join(folder, 'spool/main/task-1'))).toBe(false);
  });

  test('keeps what is held for several tasks, also one made of bytes, and names it as it was named', async () => {
    const { engine, files } = engineOf(({ path }: { path: string }) => ({
      source: { path },
      decodedPath: null,
      text: readFileSync(path, 'utf8'),
    }));
    const content = { bytes: 'a,b\n' };
    const inline = { key: 'inline', subject: 'inline data', isUnchecked: true, content } as const;
    const { file, sizeBytes } = await files.hold(inline, { workspaceId: 'w' });
    expect(sizeBytes).toBe(4);
    for (const _ of [1, 2]) {
      const inspected = await engine.run('inspectFile', { path: file }, { workspaceId: 'w' });
      expect(inspected).toMatchObject({ source: { path: file }, text: 'a,b\n' });
    }
    await files.discard([file]);
    const gone = engine.run('inspectFile', { path: file }, { workspaceId: 'w' });
    await expect(gone).rejects.toThrow();
  });

  test('lets a query that failed leave no file', async () => {
    let written = '';
    const { engine } = engineOf(({ resultPath }: { resultPath: string }) => {
      written = resultPath;
      writeFileSync(resultPath, 'half');
      throw new QuernError('BAD_REQUEST', 'no');
    });
    const request = { catalogs: [], sql: 'SELECT 1' } as never;
    await expect(engine.run('executeQuery', request, { workspaceId: 'w' })).rejects.toThrow('no');
    expect([written !== '', existsSync(written)]).toEqual([true, false]);
  });

  test('holds an object against its sum once, and again when its file is another', async () => {
    await objects.putBytes('lake/a', Buffer.from('whole'));
    const { files } = engineOf(() => null);
    const summed = { key: 'lake/a', sizeBytes: 5, sha256: '' };
    const first = await files.look(summed);
    expect([first?.isWhole, await first?.check()]).toEqual([undefined, true]);
    expect((await files.look(summed))?.isWhole).toBe(true);
    const { path } = await objects.localFile('lake/a');
    writeFileSync(path, 'holes');
    const again = await files.look(summed);
    expect([again?.isWhole, await again?.check()]).toEqual([undefined, false]);
    expect(await files.look({ ...summed, key: 'lake/gone' })).toBeUndefined();
  });
});
