import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import type { UploadedPart } from '../../src/objects/object-store.ts';
import { type OpenedObjectStore, openObjectStore } from '../../src/objects/open-object-store.ts';
import { collect, readAll } from './object-backends.ts';

interface Line {
  readonly done?: string;
  readonly waiting?: string;
  readonly completing?: string;
  readonly multipartId?: string;
  readonly parts?: readonly UploadedPart[];
}

const rounds = 20;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quern-crash-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

it('keeps every acknowledged object whole, and shows no half of one, when it is killed at any point', async () => {
  let acknowledgedCount = 0;
  let completedAgain = 0;
  // A kill in the middle of a finalize is rare, and the test waits for one: such kills are the
  // subject.
  for (let round = 0; round < rounds || (completedAgain === 0 && round < 5 * rounds); round++) {
    // The line that triggers the kill is random; the writer dies somewhere in its four loops.
    const lines = await writeUntilKilled(round, 1 + Math.floor(Math.random() * 60));
    const store = await open();
    const acknowledged = lines.flatMap((line) => line.done ?? []);
    acknowledgedCount += acknowledged.length;
    for (const line of lines) completedAgain += await finishAgain(store, line, acknowledged);
    await expectAllWhole(store, acknowledged);
    await expectNothingLeft(store);
    await store.close();
  }
  expect(acknowledgedCount).toBeGreaterThan(rounds);
  expect(completedAgain).toBeGreaterThan(0);
}, 180_000);

const open = () =>
  openObjectStore({
    url: 'file:',
    dataDir,
    cacheBytes: 0,
    secretKey: new Uint8Array(32).fill(7),
    clock: systemClock,
  });

async function writeUntilKilled(round: number, lineCount: number): Promise<Line[]> {
  const script = join(import.meta.dirname, 'crash-writer.js');
  const writer = spawn(process.execPath, [script, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<string | null>((resolve) =>
    writer.once('exit', (_code, signal) => resolve(signal)),
  );
  const lines: Line[] = [];
  for await (const text of createInterface({ input: writer.stdout })) {
    // The pipe can hold lines beyond the kill, which were acknowledged, too. A torn last line was
    // not.
    if (text.endsWith('}')) lines.push(JSON.parse(text) as Line);
    if (lines.length === lineCount) writer.kill('SIGKILL');
  }
  expect(await exited).toBe('SIGKILL');
  return lines;
}

/** Repeats a finalize that the crash interrupted. */
async function finishAgain(
  store: OpenedObjectStore,
  line: Line,
  acknowledged: string[],
): Promise<number> {
  const key = line.completing ?? line.waiting;
  if (!key || acknowledged.includes(key)) return 0;
  if (line.waiting) await store.acceptPut(key);
  else await store.completeMultipart(key, line.multipartId ?? '', line.parts ?? []);
  acknowledged.push(key);
  return 1;
}

async function expectAllWhole(
  store: OpenedObjectStore,
  acknowledged: readonly string[],
): Promise<void> {
  const listed = (await collect(store.list('crash/'))).map((one) => one.key);
  expect(acknowledged.filter((key) => !listed.includes(key))).toEqual([]);
  const torn = [];
  for (const key of listed) {
    const bytes = await readAll(await store.read(key));
    const digest = createHash('sha256').update(bytes.subarray(32)).digest();
    if (!digest.equals(bytes.subarray(0, 32))) torn.push(key);
  }
  expect(torn).toEqual([]);
  await store.delete(listed);
}

/** Half-written files of the dead process are gone; open uploads stay listed until aborted. */
async function expectNothingLeft(store: OpenedObjectStore): Promise<void> {
  for (const { key, multipartId } of await collect(store.listMultiparts('')))
    await store.abortMultipart(key, multipartId);
  const spool = await readdir(join(dataDir, 'spool'), { recursive: true, withFileTypes: true });
  expect(spool.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([]);
}
