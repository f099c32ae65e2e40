import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { createDeferred } from '../../src/kernel/deferred.ts';
import { DiskStore } from '../../src/objects/disk-store.ts';
import { type DiskSyncs, diskSyncs } from '../../src/objects/durable-directories.ts';
import { EarlySyncs } from '../../src/objects/early-syncs.ts';
import {
  ObjectMissingError,
  PartError,
  type UploadedPart,
} from '../../src/objects/object-store.ts';
import { eventually } from '../eventually.ts';
import { newKey, readAll } from './object-backends.ts';

const partBytes = 20 * 2 ** 20;

interface Sync {
  readonly kind: 'whole' | 'written';
  readonly path: string;
}

let dataDir: string;
let store: DiskStore;
/** Successful syncs, and whether the object had a name at their start. */
let done: (Sync & { readonly isNamed: boolean })[];
/** A disk reports a failed write once. */
let failOnce: ((sync: Sync) => boolean) | null;
let failure: Error;
let key: string;

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'quern-syncs-')));
  done = [];
  failOnce = null;
  failure = Object.assign(new Error('the disk refused it'), { code: 'EIO', syscall: 'fsync' });
  key = newKey();
  const watched = (kind: Sync['kind']) => async (path: string) => {
    const isNamed = existsSync(objectPath());
    if (failOnce?.({ kind, path })) {
      failOnce = null;
      throw failure;
    }
    await diskSyncs[kind](path);
    done.push({ kind, path, isNamed });
  };
  store = await openStore({ whole: watched('whole'), written: watched('written') });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

const openStore = (syncs: DiskSyncs) =>
  DiskStore.open({
    objectsDir: join(dataDir, 'objects'),
    spoolDir: join(dataDir, 'spool'),
    secretKey: new Uint8Array(32).fill(7),
    clock: systemClock,
    syncs,
  });
const objectPath = () => join(dataDir, 'objects', key);
const grant = () => ({
  expiresAt: Date.now() + 60_000,
  publicUrl: 'http://host',
  maxBytes: partBytes,
});

async function putAt(url: string, body: Buffer): Promise<string> {
  const { pathname, search } = new URL(url);
  const headers = { 'content-length': String(body.length) };
  const stream = Readable.from([body]);
  const request = { method: 'PUT', url: pathname + search, headers, stream };
  const reply = await store.receivePut(request, new AbortController().signal);
  expect(reply.status).toBe(200);
  return reply.headers.etag ?? '';
}

const bodies = [randomBytes(partBytes), randomBytes(1000)];

async function begin() {
  const multipartId = await store.createMultipart(key, partBytes);
  const slots = join(dataDir, 'spool', 'multipart', multipartId, 'slots');
  const putAll = async () => {
    const parts: UploadedPart[] = [];
    for (const [index, body] of bodies.entries()) {
      const url = await store.presignPart(key, multipartId, index + 1, grant());
      parts.push({ partNumber: index + 1, etag: await putAt(url, body) });
    }
    return parts;
  };
  const complete = (parts: readonly UploadedPart[]) =>
    store.completeMultipart(key, multipartId, parts);
  return { slots, putAll, complete };
}

describe('a multipart upload', () => {
  it('is synced while it is written, then whole, and only then it is named', async () => {
    const { slots, putAll, complete } = await begin();
    await complete(await putAll());
    const ofSlots = done.filter(({ path }) => path === slots).map(({ kind }) => kind);
    expect(ofSlots).toEqual(['written', 'whole']);
    const unnamed = done.filter(({ isNamed }) => !isNamed).map(({ path }) => path);
    expect(unnamed).toContain(slots);
    const named = done.filter(({ isNamed }) => isNamed).map(({ path }) => path);
    expect(named).toContain(join(objectPath(), '..'));
    expect(named).not.toContain(slots);
  });

  it.each(['written', 'whole'] as const)(
    'whose bytes a disk refused (%s) fails, and is not completed before they came again',
    async (kind) => {
      const { slots, putAll, complete } = await begin();
      failOnce = (sync) => sync.kind === kind && sync.path === slots;
      const parts = await putAll();
      await expect(complete(parts)).rejects.toThrow('the disk refused it');
      for (let again = 0; again < 2; again += 1) {
        const refusal = await complete(parts).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(PartError);
        expect(refusal).toMatchObject({ partNumber: 1 });
        expect(await store.head(key)).toBeNull();
      }
      expect(await complete(await putAll())).toMatchObject({ sizeBytes: partBytes + 1000 });
      expect(Buffer.concat(bodies).equals(await readAll(await store.read(key)))).toBe(true);
    },
  );

  it('whose bytes a disk refused while they came is not completed by another process either', async () => {
    const { slots, putAll } = await begin();
    failOnce = ({ kind, path }) => kind === 'written' && path === slots;
    const parts = await putAll();
    await eventually(async () => expect((await stat(slots)).blocks * 512).toBeLessThan(partBytes));
    const restarted = await openStore(diskSyncs);
    const multipartId = basename(dirname(slots));
    const refusal = await restarted
      .completeMultipart(key, multipartId, parts)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PartError);
    expect(refusal).toMatchObject({ partNumber: 1 });
    expect(await restarted.head(key)).toBeNull();
    await restarted.close();
  });

  it('whose name a disk refused has none, and gets it when it is completed again', async () => {
    const { putAll, complete } = await begin();
    const parts = await putAll();
    failOnce = ({ path }) => path === join(objectPath(), '..') && existsSync(objectPath());
    await expect(complete(parts)).rejects.toThrow('the disk refused it');
    expect(await store.head(key)).toBeNull();
    done.length = 0;
    await complete(parts);
    expect(done.filter(({ isNamed }) => isNamed).length).toBeGreaterThan(0);
  });
});

it('an upload that is aborted while a part is written ends that PUT and remembers nothing of it', async () => {
  const remembered = new Set<string>();
  const wrote = vi.spyOn(EarlySyncs.prototype, 'wrote').mockImplementation((path) => {
    remembered.add(path);
  });
  const forget = vi.spyOn(EarlySyncs.prototype, 'forget').mockImplementation((path) => {
    remembered.delete(path);
  });
  try {
    const multipartId = await store.createMultipart(key, partBytes);
    const { pathname, search } = new URL(await store.presignPart(key, multipartId, 1, grant()));
    const aborted = createDeferred<void>();
    async function* halves() {
      yield randomBytes(2 ** 20);
      await aborted.promise;
      yield randomBytes(2 ** 20);
    }
    const headers = { 'content-length': String(2 * 2 ** 20) };
    const request = { method: 'PUT', url: pathname + search, headers };
    const stream = Readable.from(halves());
    const answer = store.receivePut({ ...request, stream }, new AbortController().signal);
    await eventually(() => expect(remembered.size).toBe(1));
    await store.abortMultipart(key, multipartId);
    aborted.resolve();
    expect((await answer).status).toBe(404);
    expect(remembered.size).toBe(0);
  } finally {
    wrote.mockRestore();
    forget.mockRestore();
  }
});

describe('a single PUT', () => {
  const put = async (text: string) =>
    putAt(await store.presignPut(key, grant()), Buffer.from(text));

  it('is accepted once its bytes, its ETag and the names of both are synced', async () => {
    await put('some bytes');
    done.length = 0;
    await store.acceptPut(key);
    const etagPath = join(dataDir, 'objects', '.etags', key);
    const awaited = [objectPath(), etagPath, join(objectPath(), '..'), join(etagPath, '..')];
    const named = done.filter(({ isNamed }) => isNamed).map(({ path }) => path);
    expect(named.sort()).toEqual(awaited.sort());
  });

  it.each(['the bytes', 'the name'])(
    'of which a disk refused %s is not accepted before it came again',
    async (what) => {
      await put('some bytes');
      const refused = what === 'the bytes' ? objectPath() : join(objectPath(), '..');
      failOnce = ({ path }) => path === refused && existsSync(objectPath());
      await expect(store.acceptPut(key)).rejects.toThrow('the disk refused it');
      for (let again = 0; again < 2; again += 1)
        await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
      await put('other bytes');
      await store.acceptPut(key);
      expect(String(await readAll(await store.read(key)))).toBe('other bytes');
    },
  );

  it('that replaces another and was refused by the disk leaves the other one', async () => {
    await put('some bytes');
    const url = await store.presignPut(key, grant());
    failOnce = ({ path }) => path.includes('/incoming/');
    await expect(putAt(url, Buffer.from('other bytes'))).rejects.toThrow('could not be stored');
    await store.acceptPut(key);
    expect(String(await readAll(await store.read(key)))).toBe('some bytes');
  });
});

it('bytes of a name that a disk refused are not there, and are written again', async () => {
  failOnce = ({ path }) => path === join(objectPath(), '..') && existsSync(objectPath());
  await expect(store.putBytes(key, Buffer.from('mark'))).rejects.toThrow('the disk refused it');
  expect(await store.head(key)).toBeNull();
  await store.putBytes(key, Buffer.from('mark'));
});

it.each(['a multipart upload', 'a single PUT'])(
  'of %s nothing is sent again where a file could not be opened to be synced',
  async (what) => {
    const noMoreFiles = () => Object.assign(new Error('no files'), { syscall: 'open' });
    const { slots, putAll, complete } = await begin();
    if (what === 'a single PUT') {
      await putAt(await store.presignPut(key, grant()), Buffer.from('some bytes'));
      failOnce = ({ path }) => path === objectPath();
      failure = noMoreFiles();
      await expect(store.acceptPut(key)).rejects.toThrow('no files');
      expect(await store.acceptPut(key)).toMatchObject({ sizeBytes: 10 });
    } else {
      failOnce = ({ kind }) => kind === 'written';
      failure = noMoreFiles();
      const parts = await putAll();
      failOnce = ({ path }) => path === slots;
      await expect(complete(parts)).rejects.toThrow('no files');
      expect(await complete(parts)).toMatchObject({ sizeBytes: partBytes + 1000 });
    }
  },
);
