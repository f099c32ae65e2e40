import { randomBytes } from 'node:crypto';
import { open, readdir, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PartError, type UploadedPart } from '../../src/objects/object-store.ts';
import { eventually } from '../eventually.ts';
import {
  type Backend,
  collect,
  etagOnDisk,
  grantOf,
  newKey,
  openDiskBackend,
  readAll,
  serve,
} from './object-backends.ts';

const MiB = 2 ** 20;
const partBytes = 5 * MiB;

let backend: Backend;
beforeAll(async () => {
  backend = await openDiskBackend();
});
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await backend.close();
});

const grant = () => grantOf(backend, partBytes);

async function begin() {
  const key = newKey('slots');
  const multipartId = await backend.store.createMultipart(key, partBytes);
  const folder = join(backend.dataDir, 'spool', 'objects', 'multipart', multipartId);
  const url = (partNumber: number) =>
    backend.store.presignPart(key, multipartId, partNumber, grant());
  const put = async (partNumber: number, body: Uint8Array): Promise<UploadedPart> => {
    const reply = await fetch(await url(partNumber), { method: 'PUT', body });
    expect(reply.status).toBe(200);
    return { partNumber, etag: reply.headers.get('etag') ?? '' };
  };
  const complete = (parts: readonly UploadedPart[]) =>
    backend.store.completeMultipart(key, multipartId, parts);
  const stored = async () => readAll(await backend.store.read(key));
  return { key, multipartId, folder, slots: join(folder, 'slots'), url, put, complete, stored };
}

/** Sends the beginning of a part and goes on when told to. */
async function startPut(url: string, lengthBytes: number, first: Uint8Array): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${lengthBytes}\r\n\r\n`,
  );
  socket.write(first);
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  for await (const chunk of socket) return String(chunk).split('\r\n')[0] ?? '';
  return 'closed';
}

const bytesWritten = async (path: string) => (await stat(path)).blocks;

describe('parts of the announced size', () => {
  it('come in any order and side by side, and become the object without being copied', async () => {
    const upload = await begin();
    const bodies = [
      randomBytes(partBytes),
      randomBytes(partBytes),
      randomBytes(partBytes),
      randomBytes(777),
    ];
    const parts = (
      await Promise.all(
        [3, 1, 0, 2].map((index) => upload.put(index + 1, bodies[index] ?? Buffer.alloc(0))),
      )
    ).sort((left, right) => left.partNumber - right.partNumber);
    const { ino } = await stat(upload.slots);
    const info = await upload.complete(parts);
    expect(info.sizeBytes).toBe(3 * partBytes + 777);
    expect(Buffer.concat(bodies).equals(await upload.stored())).toBe(true);
    expect((await stat(join(backend.dataDir, 'objects', upload.key))).ino).toBe(ino);
    expect(await readdir(join(upload.folder, '..'))).toEqual([]);
    expect(await upload.complete(parts)).toEqual(info);
  });

  it('take the last PUT of a part, shorter and longer ones and such of a part that is left out', async () => {
    const upload = await begin();
    const bodies = [randomBytes(partBytes), randomBytes(partBytes), randomBytes(1000)];
    await upload.put(1, randomBytes(partBytes));
    await upload.put(3, randomBytes(partBytes));
    await upload.put(4, randomBytes(partBytes));
    const parts = [];
    for (const [index, body] of bodies.entries()) parts.push(await upload.put(index + 1, body));
    await upload.complete(parts);
    expect(Buffer.concat(bodies).equals(await upload.stored())).toBe(true);
  });

  it('are joined where one in the middle is shorter', async () => {
    const bodies = [
      randomBytes(6 * MiB),
      randomBytes(5 * MiB),
      randomBytes(6 * MiB),
      randomBytes(9),
    ];
    const key = newKey('slots');
    const multipartId = await backend.store.createMultipart(key, 6 * MiB);
    const parts = [];
    for (const [index, body] of bodies.entries()) {
      const url = await backend.store.presignPart(key, multipartId, index + 1, {
        ...grant(),
        maxBytes: 6 * MiB,
      });
      const reply = await fetch(url, { method: 'PUT', body });
      parts.push({ partNumber: index + 1, etag: reply.headers.get('etag') ?? '' });
    }
    await backend.store.completeMultipart(key, multipartId, parts);
    expect(Buffer.concat(bodies).equals(await readAll(await backend.store.read(key)))).toBe(true);
  });

  it('stay whole when a repetition of one fails half-way', async () => {
    const upload = await begin();
    const body = randomBytes(partBytes);
    const part = await upload.put(1, body);
    const socket = await startPut(await upload.url(1), partBytes, randomBytes(3 * MiB));
    await eventually(async () => expect(await spooledBytes()).toBeGreaterThan(2 * MiB));
    socket.destroy();
    await eventually(async () => expect(await spooledBytes()).toBe(0));
    await upload.complete([part]);
    expect(body.equals(await upload.stored())).toBe(true);
  });

  it('can be PUT again into a place where one broke off', async () => {
    const upload = await begin();
    const socket = await startPut(await upload.url(1), partBytes, randomBytes(3 * MiB));
    await eventually(async () => expect(await bytesWritten(upload.slots)).toBeGreaterThan(0));
    socket.destroy();
    const part = await upload.put(1, Buffer.from('short'));
    await upload.complete([part]);
    expect((await upload.stored()).toString()).toBe('short');
  });

  it('cannot change the object once it is complete, also by a PUT that had begun', async () => {
    const upload = await begin();
    const body = randomBytes(partBytes);
    const parts = [await upload.put(1, body)];
    const socket = await startPut(await upload.url(2), partBytes, randomBytes(2 * MiB));
    await eventually(async () =>
      expect((await stat(upload.slots)).size).toBeGreaterThan(partBytes + MiB),
    );
    await upload.complete(parts);
    socket.write(randomBytes(3 * MiB));
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 40[49] /);
    expect(body.equals(await upload.stored())).toBe(true);
  });

  it('go on being received when a wrong list was refused', async () => {
    const upload = await begin();
    const first = await upload.put(1, Buffer.alloc(partBytes, 1));
    const body = randomBytes(partBytes);
    const socket = await startPut(await upload.url(2), partBytes, body.subarray(0, MiB));
    const wrong = { partNumber: 2, etag: `"${'0'.repeat(40)}"` };
    await expect(upload.complete([first, wrong])).rejects.toBeInstanceOf(PartError);
    socket.write(body.subarray(MiB));
    expect(await answerOf(socket)).toBe('HTTP/1.1 200 OK');
    const second = { partNumber: 2, etag: `"${etagOnDisk(body)}"` };
    expect((await upload.complete([first, second])).sizeBytes).toBe(2 * partBytes);
  });

  it('are completed once by many callers at the same time', async () => {
    const upload = await begin();
    const parts = [
      await upload.put(1, randomBytes(partBytes)),
      await upload.put(2, Buffer.from('end')),
    ];
    const infos = await Promise.all(Array.from({ length: 5 }, () => upload.complete(parts)));
    expect(new Set(infos.map((info) => JSON.stringify(info))).size).toBe(1);
  });
});

describe('parts that another process received', () => {
  it('are complete without being sent again', async () => {
    const upload = await begin();
    const bodies = [randomBytes(partBytes), randomBytes(10)];
    const parts = [
      await upload.put(1, bodies[0] ?? Buffer.alloc(0)),
      await upload.put(2, bodies[1] ?? Buffer.alloc(0)),
    ];
    const restarted = await backend.reopen();
    await restarted.completeMultipart(upload.key, upload.multipartId, parts);
    await restarted.close();
    expect(Buffer.concat(bodies).equals(await upload.stored())).toBe(true);
  });

  it('are missing where a power loss took their bytes, and can be sent again', async () => {
    const upload = await begin();
    const body = randomBytes(partBytes);
    const parts = [await upload.put(1, body), await upload.put(2, Buffer.from('end'))];
    const file = await open(upload.slots, 'r+');
    await file.write(Buffer.alloc(4096), 0, 4096, 8192);
    await file.close();
    const restarted = await backend.reopen();
    const refused = restarted.completeMultipart(upload.key, upload.multipartId, parts);
    await expect(refused).rejects.toThrow('part 1 is missing; upload it before finalizing');
    expect(await restarted.head(upload.key)).toBeNull();
    await upload.put(1, body);
    await restarted.completeMultipart(upload.key, upload.multipartId, parts);
    await restarted.close();
    expect((await upload.stored()).subarray(0, partBytes).equals(body)).toBe(true);
  });

  it('of a single PUT are missing likewise', async () => {
    const key = newKey('slots');
    await fetch(await backend.store.presignPut(key, grant()), { method: 'PUT', body: 'kept' });
    const folder = join(backend.dataDir, 'objects', 'incoming', key);
    const [name = ''] = await readdir(folder);
    const file = await open(join(folder, name), 'r+');
    await file.write(Buffer.from('lost'));
    await file.close();
    const restarted = await backend.reopen();
    await expect(restarted.acceptPut(key)).rejects.toThrow('no object');
    await fetch(await backend.store.presignPut(key, grant()), { method: 'PUT', body: 'again' });
    await restarted.acceptPut(key);
    await restarted.close();
    expect((await readAll(await backend.store.read(key))).toString()).toBe('again');
    expect(await collect(backend.store.list(`incoming/${key}`))).toEqual([]);
  });

  it('of a single PUT are missing where its finalize was cut off before they were on disk', async () => {
    const key = newKey('slots');
    const url = await backend.store.presignPut(key, grant());
    await fetch(url, { method: 'PUT', body: 'kept' });
    const { etag } = await backend.store.acceptPut(key);
    // The name exists; a power loss left other bytes.
    await writeFile(join(backend.dataDir, 'objects', key), 'lost');
    const restarted = await backend.reopen();
    await expect(restarted.acceptPut(key)).rejects.toThrow('no object');
    expect((await fetch(url, { method: 'PUT', body: 'kept' })).status).toBe(200);
    expect(await restarted.acceptPut(key)).toEqual({ sizeBytes: 4, etag });
    await restarted.close();
    expect((await readAll(await backend.store.read(key))).toString()).toBe('kept');
  });

  it('of a single PUT can be sent again before a finalize has looked at what a power loss left', async () => {
    const key = newKey('slots');
    await fetch(await backend.store.presignPut(key, grant()), { method: 'PUT', body: 'kept' });
    await backend.store.acceptPut(key);
    await writeFile(join(backend.dataDir, 'objects', key), 'lost');
    const restarted = await backend.reopen();
    const put = await servedBy(restarted, key);
    expect(await put()).toBe(200);
    expect(await put()).toBe(200);
    await restarted.acceptPut(key);
    expect(await put()).toBe(409);
    // A complete object is an object for every process, not only for its maker.
    const another = await backend.reopen();
    const putAgain = await servedBy(another, key);
    expect([await putAgain(), await putAgain()]).toEqual([409, 409]);
    expect((await readAll(await another.read(key))).toString()).toBe('kept');
    expect(await collect(another.list(`incoming/${key}`))).toEqual([]);
    for (const store of [restarted, another]) await store.close();
  });
});

/** PUTs `kept` to the key by a URL of the store; returns the status. */
async function servedBy(store: Backend['store'], key: string): Promise<() => Promise<number>> {
  if (!store.receivePut) throw new Error('the disk store serves its URLs');
  const server = await serve(store.receivePut);
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const url = await store.presignPut(key, { ...grant(), publicUrl: `http://127.0.0.1:${port}` });
  return async () => (await fetch(url, { method: 'PUT', body: 'kept' })).status;
}

/** Bodies that are not yet parts and have no slot. */
async function spooledBytes(): Promise<number> {
  const scratch = join(backend.dataDir, 'spool', 'objects', 'scratch');
  const entries = await readdir(scratch, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
