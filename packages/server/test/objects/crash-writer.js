/**
 * Writes objects without end, in every way there is, and says so on standard output, one line of JSON each: before a
 * multipart upload is completed, and after anything was acknowledged. `disk-crash.test.ts` kills it. Plain JavaScript
 * over the compiled store, because a forked process runs no TypeScript.
 */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { DiskStore } from '../../dist/objects/disk-store.js';

const [dataDir = '', round = ''] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const secretKey = new Uint8Array(32).fill(7);
const store = await DiskStore.open({
  objectsDir: join(dataDir, 'objects'),
  spoolDir: join(dataDir, 'spool', 'objects'),
  secretKey,
  clock,
});
const grant = () => ({
  expiresAt: Date.now() + 60_000,
  publicUrl: 'http://host',
  maxBytes: 2 ** 30,
});
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

/** Bytes that show by themselves whether they are whole: the SHA-256 of the rest comes first. */
function body(sizeBytes) {
  const rest = randomBytes(sizeBytes);
  return Buffer.concat([createHash('sha256').update(rest).digest(), rest]);
}

async function putAt(url, bytes) {
  const { pathname, search } = new URL(url);
  const headers = { 'content-length': String(bytes.length) };
  const request = {
    method: 'PUT',
    url: pathname + search,
    headers,
    stream: Readable.from([bytes]),
  };
  const reply = await store.receivePut(request, new AbortController().signal);
  if (reply.status !== 200) throw new Error(`PUT answered ${reply.status}`);
  return reply.headers.etag;
}

async function writeBytes(key) {
  await store.putBytes(key, body(50_000));
  say({ done: key });
}

async function writeFile(key) {
  const path = join(dataDir, `file-${key.replaceAll('/', '-')}`);
  writeFileSync(path, body(700_000));
  await store.putFile(key, path);
  say({ done: key });
}

async function writeSingle(key) {
  await putAt(await store.presignPut(key, grant()), body(200_000));
  say({ waiting: key });
  await store.acceptPut(key);
  say({ done: key });
}

/** Every other upload announces its part size, and its parts go straight to their places. */
async function writeMultipart(key, count) {
  const whole = body(5 * 2 ** 20 + 100_000);
  const multipartId = await store.createMultipart(key, count % 2 === 0 ? 5 * 2 ** 20 : undefined);
  const parts = [];
  for (const [index, part] of [
    whole.subarray(0, 5 * 2 ** 20),
    whole.subarray(5 * 2 ** 20),
  ].entries()) {
    const partNumber = index + 1;
    const etag = await putAt(await store.presignPart(key, multipartId, partNumber, grant()), part);
    parts.push({ partNumber, etag });
  }
  say({ completing: key, multipartId, parts });
  await store.completeMultipart(key, multipartId, parts);
  say({ done: key });
}

async function writeForEver(write, name) {
  for (let count = 0; ; count++) {
    await write(`crash/${round}/${name}/${count}.bin`, count);
    // A small file is published without the event loop turning: the other writers would wait for ever.
    await turn();
  }
}

await Promise.all([
  writeForEver(writeBytes, 'bytes'),
  writeForEver(writeFile, 'file'),
  writeForEver(writeSingle, 'single'),
  writeForEver(writeMultipart, 'multipart'),
]);
