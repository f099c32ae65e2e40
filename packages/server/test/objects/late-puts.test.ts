import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeferred } from '../../src/kernel/deferred.ts';
import { type Backend, grantOf, newKey, openDiskBackend, readAll } from './object-backends.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openDiskBackend();
});
afterAll(() => backend.close());

const grant = () => grantOf(backend, 2 ** 20);

/** A PUT that sends the second half on a signal; `begun` resolves after the first half. */
function startPut(url: string, body: Buffer) {
  const { pathname, search } = new URL(url);
  const rest = createDeferred<void>();
  const begun = createDeferred<void>();
  const half = body.length / 2;
  async function* halves() {
    yield body.subarray(0, half);
    begun.resolve();
    await rest.promise;
    yield body.subarray(half);
  }
  const request = {
    method: 'PUT',
    url: pathname + search,
    headers: { 'content-length': String(body.length) },
    stream: Readable.from(halves()),
  };
  const { receivePut } = backend.store;
  if (!receivePut) throw new Error('the disk store serves its URLs');
  const answered = receivePut(request, new AbortController().signal).then(({ status }) => status);
  return { begun: begun.promise, go: () => rest.resolve(), answered };
}

async function put(key: string, text: string): Promise<number> {
  const started = startPut(await backend.store.presignPut(key, grant()), Buffer.from(text));
  started.go();
  return started.answered;
}

const waiting = async () =>
  (await readdir(join(backend.dataDir, 'objects', 'incoming', 'late')).catch(() => [])).length;

describe('a PUT that ends after the upload was finalized', () => {
  it.each([20, 200_000])('is told so, and leaves nothing (%i bytes)', async (sizeBytes) => {
    const key = newKey('late');
    expect(await put(key, 'the first')).toBe(200);
    const late = startPut(await backend.store.presignPut(key, grant()), Buffer.alloc(sizeBytes));
    await late.begun;
    await backend.store.acceptPut(key);
    late.go();
    expect(await late.answered).toBe(409);
    expect(await waiting()).toBe(0);
    expect(String(await readAll(await backend.store.read(key)))).toBe('the first');
  });

  it('beside it is accepted or told so, whichever is first', async () => {
    for (let round = 0; round < 100; round += 1) {
      const key = newKey('late');
      await put(key, 'the first');
      const late = startPut(
        await backend.store.presignPut(key, grant()),
        Buffer.from('the second'),
      );
      const accepted = backend.store.acceptPut(key);
      for (let turn = 0; turn < round % 20; turn += 1) await null;
      late.go();
      await accepted;
      const text = String(await readAll(await backend.store.read(key)));
      expect([await late.answered, text]).toEqual(
        text === 'the second' ? [200, 'the second'] : [409, 'the first'],
      );
      expect(await waiting()).toBe(0);
    }
  });
});
