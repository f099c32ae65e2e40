import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import {
  type Backend,
  etagOnDisk,
  grantOf,
  newKey,
  openDiskBackend,
  readAll,
} from './object-backends.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openDiskBackend();
});
afterAll(() => backend.close());

const grant = (maxBytes = 1000) => grantOf(backend, maxBytes);

/** Unfinished bodies and folders of parts, of every process. */
async function spooledFiles(): Promise<string[]> {
  const entries = await readdir(join(backend.dataDir, 'spool'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function becomes(check: () => Promise<boolean>): Promise<void> {
  await eventually(async () => expect(await check()).toBe(true));
}

describe('a PUT at a signed URL of the service', () => {
  it('answers 200 with a digest as ETag', async () => {
    const body = randomBytes(1000);
    const reply = await fetch(await backend.store.presignPut(newKey(), grant()), {
      method: 'PUT',
      body,
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe(`"${etagOnDisk(body)}"`);
    expect(await reply.text()).toBe('');
  });

  it.each(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])(
    'is refused with 405 as %s',
    async (method) => {
      const reply = await fetch(await backend.store.presignPut(newKey(), grant()), { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('PUT');
    },
  );

  it('is refused with 411 without Content-Length', async () => {
    const url = await backend.store.presignPut(newKey(), grant());
    const body = Readable.toWeb(Readable.from([Buffer.from('x')])) as ReadableStream;
    const reply = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    expect(reply.status).toBe(411);
  });

  it('is refused with 413 by the byte over the limit, and stores nothing', async () => {
    const key = newKey();
    const url = await backend.store.presignPut(key, grant(1000));
    expect((await fetch(url, { method: 'PUT', body: Buffer.alloc(1001) })).status).toBe(413);
    await expect(backend.store.acceptPut(key)).rejects.toThrow('no object');
    expect((await fetch(url, { method: 'PUT', body: Buffer.alloc(1000) })).status).toBe(200);
  });

  it('tells a client that writes a whole part before it reads why it was refused', async () => {
    const url = new URL(await backend.store.presignPut(newKey(), grant(8 * 2 ** 20)));
    const socket = connect(Number(url.port), url.hostname).pause();
    const head = `PUT ${url.pathname}${url.search}0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${8 * 2 ** 20}\r\n\r\n`;
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(8 * 2 ** 20)]), (error) =>
        error ? reject(error) : resolve(),
      );
    });
    const [reply] = (await once(socket.resume(), 'data')) as [Buffer];
    socket.destroy();
    const text = reply.toString();
    expect(text).toContain('HTTP/1.1 403 ');
    expect(text).not.toContain('connection: close');
    expect(text).toContain(
      '{"error":{"code":"ACCESS_DENIED","message":"the upload URL is not valid; use it exactly as it was given"}}',
    );
  });

  it.each([
    [16, undefined],
    [17, 'close'],
  ])(
    'reads a refused body of %i MiB to its end, or says that it closes: %s',
    async (sizeMiB, connection) => {
      const { receivePut } = backend.store;
      if (!receivePut) throw new Error('the disk store serves its URLs');
      let readMiB = 0;
      const chunks = async function* () {
        for (; readMiB < sizeMiB; readMiB++) yield Buffer.alloc(2 ** 20);
      };
      const stream = Readable.from(chunks());
      const request = { method: 'PUT', url: '/_objects/x?signature=wrong', headers: {}, stream };
      const reply = await receivePut(request, new AbortController().signal);
      expect(reply.status).toBe(403);
      expect(reply.headers.connection).toBe(connection);
      if (!connection) expect(readMiB).toBe(sizeMiB);
    },
  );

  it('is checked for expiry when it starts, not when it ends', async () => {
    const key = newKey();
    const url = new URL(await backend.store.presignPut(key, grant(100_000)));
    const reply = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(
        url,
        { method: 'PUT', headers: { 'content-length': 70_000 } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.once('error', reject);
      request.write('ab');
      becomes(async () => (await spooledFiles()).length > 0)
        .then(() => {
          backend.clock.shift(120_000);
          request.end(Buffer.alloc(69_998, 'c'));
        })
        .catch(reject);
    });
    backend.clock.shift(0);
    expect(reply).toBe(200);
    await backend.store.acceptPut(key);
    expect(String(await readAll(await backend.store.read(key)))).toBe(`ab${'c'.repeat(69_998)}`);
  });

  it.each(['half', 'reset'])(
    'leaves nothing when the client goes away (%s closed)',
    async (way) => {
      const key = newKey();
      const url = new URL(await backend.store.presignPut(key, grant(100_000)));
      const socket = connect(Number(url.port), url.hostname);
      socket.on('error', () => {});
      socket.write(
        `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\npartly`,
      );
      await becomes(async () => (await spooledFiles()).length > 0);
      if (way === 'half') socket.end();
      else socket.resetAndDestroy();
      await becomes(async () => (await spooledFiles()).length === 0);
      await expect(backend.store.acceptPut(key)).rejects.toThrow('no object');
      socket.destroy();
    },
  );

  it('is refused when body and Content-Length differ, whoever parsed the request', async () => {
    const { receivePut } = backend.store;
    if (!receivePut) throw new Error('the disk store serves its URLs');
    for (const [length, status] of [
      ['4', 400],
      ['6', 400],
      ['5', 200],
      ['5e0', 400],
      ['-5', 400],
      ['9'.repeat(30), 400],
    ] as const) {
      const url = new URL(await backend.store.presignPut(newKey(), grant()));
      const request = {
        method: 'PUT',
        url: url.pathname + url.search,
        headers: { 'content-length': length },
      };
      const stream = Readable.from([Buffer.from('abc'), Buffer.from('de')]);
      const reply = await receivePut({ ...request, stream }, new AbortController().signal);
      expect([length, reply.status]).toEqual([length, status]);
    }
    expect(await spooledFiles()).toEqual([]);
  });

  it('is refused with 409 once its object was accepted', async () => {
    const key = newKey();
    const url = await backend.store.presignPut(key, grant());
    await fetch(url, { method: 'PUT', body: 'a' });
    await backend.store.acceptPut(key);
    expect((await fetch(url, { method: 'PUT', body: 'b' })).status).toBe(409);
  });

  it('does not write through a link in the data directory', async () => {
    const outside = join(backend.dataDir, 'outside');
    await writeFile(outside, 'untouched');
    await symlink(backend.dataDir, join(backend.dataDir, 'objects', 'linked'));
    await expect(backend.store.putBytes('linked/file.bin', Buffer.from('x'))).rejects.toThrow(
      'link',
    );
    await backend.store.delete(['linked/outside']);
    expect(await readFile(outside, 'utf8')).toBe('untouched');
    await symlink(outside, join(backend.dataDir, 'objects', 'link.bin'));
    await expect(backend.store.putBytes('link.bin', Buffer.from('x'))).rejects.toThrow('once');
    expect(await backend.store.head('link.bin')).toBeNull();
    expect(await readFile(outside, 'utf8')).toBe('untouched');
  });
});
