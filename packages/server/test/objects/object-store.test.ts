import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MultipartMissingError,
  ObjectExistsError,
  ObjectMissingError,
  type ObjectStore,
  PartError,
  type UploadedPart,
} from '../../src/objects/object-store.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import {
  type Backend,
  collect,
  etagOnDisk,
  grantOf,
  newKey,
  openDiskBackend,
  openS3Backend,
  readAll,
} from './object-backends.ts';

const MiB = 2 ** 20;
const minute = 60_000;
const md5 = (body: Uint8Array) => createHash('md5').update(body).digest('hex');
const backends = [
  { name: 'disk', open: openDiskBackend, isAbsent: false, digest: etagOnDisk },
  {
    name: 'S3 (needs Go for its server)',
    open: () => openS3Backend(),
    isAbsent: !canRunS3Server(),
    digest: md5,
  },
];

describe.each(backends)('an object store on $name', ({ open, isAbsent, digest }) => {
  if (isAbsent) {
    it.skip('has no server to run on');
    return;
  }
  let backend: Backend;
  let store: ObjectStore;
  let scratch: string;

  beforeAll(async () => {
    backend = await open();
    store = backend.store;
    scratch = await mkdtemp(join(tmpdir(), 'quern-scratch-'));
  }, installTimeoutMs + 20_000);
  afterAll(async () => {
    await backend?.close();
    await rm(scratch, { recursive: true });
  });

  const grant = (maxBytes = 100 * MiB, lifetimeMs = 30 * minute) =>
    grantOf(backend, maxBytes, lifetimeMs);
  const put = (url: string, body: Uint8Array) => fetch(url, { method: 'PUT', body });
  const putPart = async (
    key: string,
    multipartId: string,
    partNumber: number,
    body: Uint8Array,
  ) => {
    const reply = await put(await store.presignPart(key, multipartId, partNumber, grant()), body);
    expect(reply.status).toBe(200);
    return { partNumber, etag: reply.headers.get('etag') ?? '' };
  };
  const bytesOf = async (key: string) => readAll(await store.read(key));
  const localBytesOf = async (key: string) => {
    const local = await store.localFile(key);
    try {
      return await readFile(local.path);
    } finally {
      local.release();
    }
  };

  describe('objects', () => {
    it('counts the age of an object from when it was stored, not from when its file was written', async () => {
      const path = join(scratch, 'old');
      await writeFile(path, 'old');
      await utimes(path, 1_000_000, 1_000_000);
      const key = newKey('aged');
      await store.putFile(key, path);
      const [listed] = await collect(store.list('aged/'));
      expect(Math.abs((listed?.modifiedAt ?? 0) - Date.now())).toBeLessThan(10 * minute);
      expect(await store.head(key)).toMatchObject({ sizeBytes: 3 });
    });

    it('does not touch a file that has another name elsewhere, and counts its age from when it was stored', async () => {
      const path = join(scratch, 'shared');
      const elsewhere = join(scratch, 'elsewhere');
      await writeFile(path, 'shared');
      await link(path, elsewhere);
      await utimes(path, 1_000_000, 1_000_000);
      await store.putFile(newKey('linked'), path);
      const [listed] = await collect(store.list('linked/'));
      expect(Math.abs((listed?.modifiedAt ?? 0) - Date.now())).toBeLessThan(10 * minute);
      expect((await stat(elsewhere)).mtimeMs).toBe(1_000_000_000);
      expect(await readFile(elsewhere, 'utf8')).toBe('shared');
    });

    it('gives back the bytes that were put, with size and ETag', async () => {
      const key = newKey();
      const bytes = randomBytes(100_000);
      const info = await store.putBytes(key, bytes);
      expect(info.sizeBytes).toBe(bytes.length);
      expect(info.etag).toMatch(/^".+"$/);
      expect(await store.head(key)).toEqual(info);
      expect(await bytesOf(key)).toEqual(bytes);
      expect(await localBytesOf(key)).toEqual(bytes);
    });

    it.each([0, 1, 17 * MiB + 1, 40 * MiB])('moves in a file of %i bytes', async (sizeBytes) => {
      const path = join(scratch, 'file');
      const bytes = randomBytes(sizeBytes);
      await writeFile(path, bytes);
      const key = newKey();
      const info = await store.putFile(key, path);
      expect(info.sizeBytes).toBe(sizeBytes);
      expect(await store.head(key)).toEqual(info);
      expect(existsSync(path)).toBe(false);
      expect(bytes.equals(await bytesOf(key))).toBe(true);
      expect(await collect(store.listMultiparts(key))).toEqual([]);
    });

    it('moves in many files at once, or throws where one of the keys is taken', async () => {
      const files = await Promise.all(
        Array.from({ length: 70 }, async (_unused, index) => {
          const path = join(scratch, `many-${index}`);
          await writeFile(path, `file ${index}`);
          return { key: newKey(), path };
        }),
      );
      await store.putFiles(files);
      for (const [index, { key, path }] of files.entries()) {
        expect((await bytesOf(key)).toString()).toBe(`file ${index}`);
        expect(existsSync(path)).toBe(false);
      }
      const [first] = files;
      const path = join(scratch, 'again');
      await writeFile(path, 'again');
      const taken = store.putFiles([
        { key: newKey(), path },
        { key: first?.key ?? '', path },
      ]);
      await expect(taken).rejects.toBeInstanceOf(ObjectExistsError);
      await store.putFiles([]);
    });

    it('reads ranges, clipped to what is there', async () => {
      const key = newKey();
      await store.putBytes(key, Buffer.from('0123456789'));
      const text = async (start: number, end: number) =>
        (await readAll(await store.read(key, { start, end }))).toString();
      expect(await text(0, 10)).toBe('0123456789');
      expect(await text(3, 5)).toBe('34');
      expect(await text(8, 100)).toBe('89');
      expect(await text(10, 12)).toBe('');
      expect(await text(4, 4)).toBe('');
    });

    it('says that an object is missing', async () => {
      const key = newKey();
      expect(await store.head(key)).toBeNull();
      await expect(store.read(key)).rejects.toBeInstanceOf(ObjectMissingError);
      await expect(store.read(key, { start: 1, end: 1 })).rejects.toBeInstanceOf(
        ObjectMissingError,
      );
      await expect(store.localFile(key)).rejects.toBeInstanceOf(ObjectMissingError);
    });

    it('gives each of many files that are asked for together, and misses those that are gone', async () => {
      const keys = Array.from({ length: 40 }, () => newKey());
      for (const [index, key] of keys.entries()) await store.putBytes(key, Buffer.alloc(index));
      const gone = keys.filter((_key, index) => index % 10 === 3);
      await store.delete(gone);
      const found = await Promise.allSettled(keys.map((key) => store.localFile(key)));
      for (const [index, file] of found.entries()) {
        if (file.status === 'fulfilled') {
          expect(file.value.sizeBytes).toBe(index);
          file.value.release();
        } else {
          expect(file.reason).toBeInstanceOf(ObjectMissingError);
        }
      }
      const missed = keys.filter((_key, index) => found[index]?.status === 'rejected');
      expect(missed).toEqual(gone);
    });

    it('refuses to write a key twice and keeps the first bytes', async () => {
      const key = newKey();
      await store.putBytes(key, Buffer.from('first'));
      await expect(store.putBytes(key, Buffer.from('second'))).rejects.toBeInstanceOf(
        ObjectExistsError,
      );
      for (const sizeBytes of [10, 17 * MiB]) {
        const path = join(scratch, 'second');
        await writeFile(path, Buffer.alloc(sizeBytes));
        await expect(store.putFile(key, path)).rejects.toBeInstanceOf(ObjectExistsError);
      }
      expect((await bytesOf(key)).toString()).toBe('first');
      expect(await collect(store.listMultiparts(key))).toEqual([]);
    });

    it('lets one of many concurrent puts of a key win', async () => {
      const key = newKey();
      const bodies = Array.from({ length: 12 }, (_, index) => Buffer.alloc(50_000, index));
      const settled = await Promise.allSettled(bodies.map((body) => store.putBytes(key, body)));
      const winners = settled.flatMap((one, index) => (one.status === 'fulfilled' ? [index] : []));
      expect(winners).toHaveLength(1);
      for (const one of settled) {
        if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ObjectExistsError);
      }
      expect(await bytesOf(key)).toEqual(bodies[winners[0] ?? -1]);
    });

    it('lists by prefix in byte order of the keys', async () => {
      const names = [
        'a/z.bin',
        'a-b.bin',
        'a.bin',
        'a0.bin',
        'a/b/c.bin',
        'b.bin',
        'A.bin',
        'a/b-c.bin',
      ];
      const group = newKey('list').replace('.bin', '');
      for (const [index, name] of names.entries())
        await store.putBytes(`${group}/${name}`, Buffer.alloc(index));
      const keys = async (prefix: string) =>
        (await collect(store.list(prefix))).map((one) => one.key);
      const sorted = names.map((name) => `${group}/${name}`).sort((x, y) => (x < y ? -1 : 1));
      expect(await keys(`${group}/`)).toEqual(sorted);
      expect(await keys(`${group}/a/b`)).toEqual([`${group}/a/b-c.bin`, `${group}/a/b/c.bin`]);
      expect(await keys(`${group}/a.bin`)).toEqual([`${group}/a.bin`]);
      expect(await keys(`${group}/nothing`)).toEqual([]);
      const [listed] = await collect(store.list(`${group}/b.bin`));
      expect(listed?.sizeBytes).toBe(names.indexOf('b.bin'));
      expect(Math.abs((listed?.modifiedAt ?? 0) - Date.now())).toBeLessThan(10 * minute);
    });

    it('deletes objects, and does not mind missing ones', async () => {
      const keys = [newKey('gone'), newKey('gone'), newKey('gone')];
      const [first = '', second = '', third = ''] = keys;
      await store.putBytes(first, Buffer.from('1'));
      await store.putBytes(third, Buffer.from('3'));
      await store.delete([first, second]);
      expect(await store.head(first)).toBeNull();
      expect((await collect(store.list('gone/'))).map((one) => one.key)).toEqual([third]);
      await store.putBytes(first, Buffer.from('again'));
      expect((await bytesOf(first)).toString()).toBe('again');
    });

    it.each([
      '',
      '/etc/passwd',
      '../up.bin',
      'a/../../up.bin',
      'a/./b.bin',
      'a//b.bin',
      'a/',
      '.etags/a',
      'a/.hidden',
      'a\\b',
      'a b',
      'a%2e%2e',
      'ä',
      'a\0b',
      'x'.repeat(201),
    ])('refuses the unsafe key %j in every call', async (key) => {
      const calls = [
        () => store.putBytes(key, Buffer.from('x')),
        () => store.head(key),
        () => store.read(key),
        () => store.localFile(key),
        () => store.delete([key]),
        () => store.presignPut(key, grant()),
        () => store.acceptPut(key),
        () => store.discardPut(key),
        () => store.createMultipart(key),
        () => store.presignPart(key, 'x', 1, grant()),
      ];
      for (const call of calls) await expect(call()).rejects.toThrow('safe segments');
    });
  });

  describe('a presigned PUT', () => {
    it.each([0, 1, 3 * MiB])('takes %i bytes from a plain client', async (sizeBytes) => {
      const key = newKey();
      const body = randomBytes(sizeBytes);
      const reply = await put(await store.presignPut(key, grant()), body);
      expect(reply.status).toBe(200);
      expect(await store.head(key)).toBeNull();
      const info = await store.acceptPut(key);
      expect(info).toEqual({ sizeBytes, etag: `"${digest(body)}"` });
      expect(await store.head(key)).toEqual(info);
      expect(body.equals(await bytesOf(key))).toBe(true);
    });

    it('can be repeated until it is accepted, and the last one counts', async () => {
      const key = newKey();
      const url = await store.presignPut(key, grant());
      for (const text of ['first', 'second', 'last']) await put(url, Buffer.from(text));
      await store.acceptPut(key);
      expect((await bytesOf(key)).toString()).toBe('last');
    });

    it('changes nothing once accepted', async () => {
      const key = newKey();
      const url = await store.presignPut(key, grant());
      await put(url, Buffer.from('validated'));
      const info = await store.acceptPut(key);
      await put(url, Buffer.from('too late!'));
      expect((await bytesOf(key)).toString()).toBe('validated');
      expect(await store.acceptPut(key)).toEqual(info);
      expect((await bytesOf(key)).toString()).toBe('validated');
    });

    it('can be made again after the accepted bytes were refused and deleted', async () => {
      const key = newKey();
      const url = await store.presignPut(key, grant());
      await put(url, Buffer.from('bad'));
      await store.acceptPut(key);
      await store.delete([key]);
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
      await put(url, Buffer.from('good'));
      await store.acceptPut(key);
      expect((await bytesOf(key)).toString()).toBe('good');
    });

    it('gives nothing to accept before it happened or after it was discarded', async () => {
      const key = newKey();
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
      await put(await store.presignPut(key, grant()), Buffer.from('x'));
      await store.discardPut(key);
      await store.discardPut(key);
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
    });

    it('is found by listing while it waits, and can be collected', async () => {
      const key = newKey();
      await put(await store.presignPut(key, grant()), Buffer.from('x'));
      const waiting = (await collect(store.list(`incoming/${key}`))).map((one) => one.key);
      expect(waiting).toHaveLength(1);
      expect(await collect(store.list(key))).toEqual([]);
      await store.delete(waiting);
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
    });

    it('is refused with 403 after it expired', async () => {
      const key = newKey();
      backend.clock.shift(-10 * minute);
      const url = await store.presignPut(key, grant(100, 5 * minute));
      backend.clock.shift(0);
      expect((await put(url, Buffer.from('x'))).status).toBe(403);
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
    });

    it('is refused with 403 when its URL was changed', async () => {
      const key = newKey();
      const url = new URL(await store.presignPut(key, grant()));
      const other = newKey();
      const otherPath = new URL(url);
      otherPath.pathname = url.pathname.replace(key, other);
      expect((await put(otherPath.href, Buffer.from('x'))).status).toBe(403);
      for (const name of url.searchParams.keys()) {
        const changed = new URL(url);
        changed.searchParams.set(name, `${url.searchParams.get(name)}1`);
        const reply = await put(changed.href, Buffer.from('x'));
        expect([name, reply.status >= 400 && reply.status < 500]).toEqual([name, true]);
      }
      await expect(store.acceptPut(key)).rejects.toBeInstanceOf(ObjectMissingError);
      await expect(store.acceptPut(other)).rejects.toBeInstanceOf(ObjectMissingError);
    });
  });

  describe('a multipart upload', () => {
    it('assembles parts that came in any order', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const bodies = [randomBytes(5 * MiB), randomBytes(6 * MiB), randomBytes(17)];
      const parts: UploadedPart[] = [];
      for (const index of [2, 0, 1]) {
        parts[index] = await putPart(key, multipartId, index + 1, bodies[index] ?? Buffer.alloc(0));
      }
      expect(await store.head(key)).toBeNull();
      const info = await store.completeMultipart(key, multipartId, parts);
      const digests = Buffer.from(bodies.map(digest).join(''), 'hex');
      const etag = `"${createHash('md5').update(digests).digest('hex')}-3"`;
      expect(info).toEqual({ sizeBytes: 11 * MiB + 17, etag });
      expect(await store.head(key)).toEqual(info);
      expect(Buffer.concat(bodies).equals(await bytesOf(key))).toBe(true);
      expect(await collect(store.listMultiparts(key))).toEqual([]);
      expect(await store.completeMultipart(key, multipartId, parts)).toEqual(info);
    });

    it.each([[0], [3], [5 * MiB, 0]])('takes small last parts: %j bytes', async (...sizes) => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const parts = [];
      for (const [index, sizeBytes] of sizes.entries()) {
        parts.push(await putPart(key, multipartId, index + 1, Buffer.alloc(sizeBytes, 7)));
      }
      const total = sizes.reduce((sum, one) => sum + one, 0);
      expect((await store.completeMultipart(key, multipartId, parts)).sizeBytes).toBe(total);
      expect((await bytesOf(key)).length).toBe(total);
    });

    it('names the part that is missing, wrong, small or out of order, and stays open', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const first = await putPart(key, multipartId, 1, Buffer.alloc(5 * MiB, 1));
      const small = await putPart(key, multipartId, 2, Buffer.alloc(1000, 2));
      const last = await putPart(key, multipartId, 3, Buffer.alloc(1000, 3));
      const wrong = { partNumber: 3, etag: `"${'0'.repeat(32)}"` };
      const cases: [UploadedPart[], number][] = [
        [[first, { ...last, partNumber: 4 }], 4],
        [[first, wrong], 3],
        [[{ partNumber: 1, etag: 'nonsense' }, last], 1],
        [[first, small, last], 2],
        [[last, first], 1],
        [[first, first], 1],
        [[{ ...first, partNumber: 0 }], 0],
        [[], 1],
      ];
      for (const [parts, partNumber] of cases) {
        const failure = await store
          .completeMultipart(key, multipartId, parts)
          .catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(PartError);
        expect(failure).toMatchObject({ partNumber });
        expect(String(failure)).toContain(`part ${partNumber}`);
      }
      expect(await store.head(key)).toBeNull();
      await store.completeMultipart(key, multipartId, [first, last]);
      expect((await bytesOf(key)).length).toBe(5 * MiB + 1000);
    });

    it('takes the last PUT of a part', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const former = await putPart(key, multipartId, 1, Buffer.from('former'));
      const latter = await putPart(key, multipartId, 1, Buffer.from('latter'));
      await expect(store.completeMultipart(key, multipartId, [former])).rejects.toBeInstanceOf(
        PartError,
      );
      await store.completeMultipart(key, multipartId, [latter]);
      expect((await bytesOf(key)).toString()).toBe('latter');
    });

    it('keeps one whole part of many concurrent PUTs', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index));
      const parts = await Promise.all(bodies.map((body) => putPart(key, multipartId, 1, body)));
      // Only the store knows the last upload, which alone can be completed.
      let completed: UploadedPart | undefined;
      for (const part of parts) {
        const failure = await store
          .completeMultipart(key, multipartId, [part])
          .catch((error: unknown) => error);
        if (failure instanceof PartError) continue;
        completed = part;
        break;
      }
      expect(completed?.etag).toBe(`"${digest(await bytesOf(key))}"`);
    });

    it('is over once aborted', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const part = await putPart(key, multipartId, 1, Buffer.from('x'));
      await store.abortMultipart(key, multipartId);
      await store.abortMultipart(key, multipartId);
      await expect(store.completeMultipart(key, multipartId, [part])).rejects.toBeInstanceOf(
        MultipartMissingError,
      );
      const late = await put(
        await store.presignPart(key, multipartId, 1, grant()),
        Buffer.from('y'),
      );
      expect(late.status).toBe(404);
      expect(await store.head(key)).toBeNull();
      expect(await collect(store.listMultiparts(key))).toEqual([]);
    });

    it('is listed while it is open, the oldest first', async () => {
      const keys = [newKey('open'), newKey('open')];
      const ids = [];
      for (const key of keys) ids.push(await store.createMultipart(key));
      const listed = await collect(store.listMultiparts('open/'));
      expect(listed.map((one) => one.multipartId).sort()).toEqual([...ids].sort());
      const ages = listed.map((one) => one.startedAt);
      expect(ages).toEqual([...ages].sort((a, b) => a - b));
      expect(Math.abs((ages[0] ?? 0) - Date.now())).toBeLessThan(10 * minute);
      for (const { key, multipartId } of listed) await store.abortMultipart(key, multipartId);
    });

    it('survives a restart of the service', async () => {
      const key = newKey();
      const multipartId = await store.createMultipart(key);
      const part = await putPart(key, multipartId, 1, Buffer.from('kept'));
      const restarted = await backend.reopen();
      await restarted.completeMultipart(key, multipartId, [part]);
      await restarted.close();
      expect((await bytesOf(key)).toString()).toBe('kept');
    });
  });
});
