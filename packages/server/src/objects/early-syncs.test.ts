import { expect, test } from 'vitest';
import { createDeferred, type Deferred } from '../kernel/deferred.ts';
import { EarlySyncs } from './early-syncs.ts';

const MiB = 2 ** 20;

function watched() {
  const begun: Deferred<void>[] = [];
  const spoilt: string[] = [];
  const syncFile = () => {
    const sync = createDeferred<void>();
    begun.push(sync);
    return sync.promise;
  };
  const syncs = new EarlySyncs(syncFile, async (path) => {
    spoilt.push(path);
    throw new Error('nor does it take this');
  });
  return { syncs, begun, spoilt };
}

test('a file is synced as it grows, one sync at a time, and whoever ends it waits for that', async () => {
  const { syncs, begun } = watched();
  syncs.wrote('a', MiB);
  expect(begun).toHaveLength(0);
  for (let written = 0; written < 40; written += 1) syncs.wrote('a', MiB);
  expect(begun).toHaveLength(1);
  let isEnded = false;
  const ended = syncs.end('a').then(() => {
    isEnded = true;
  });
  await Promise.resolve();
  expect(isEnded).toBe(false);
  begun[0]?.resolve();
  await ended;
  // Bytes of the file written later begin a new count.
  syncs.wrote('a', MiB);
  expect(begun).toHaveLength(1);
});

test('what a sync meets is told to who ends the file, each time until it is given up', async () => {
  const { syncs, begun, spoilt } = watched();
  syncs.wrote('a', 16 * MiB);
  syncs.wrote('b', 16 * MiB);
  begun[0]?.reject(new Error('the disk failed'));
  begun[1]?.resolve();
  await syncs.end('b');
  // A later sync that succeeds does not undo the failure.
  syncs.wrote('a', 16 * MiB);
  begun[2]?.resolve();
  await expect(syncs.end('a')).rejects.toThrow('the disk failed');
  await expect(syncs.end('a')).rejects.toThrow('the disk failed');
  expect(spoilt).toEqual(['a']);
  syncs.forget('a');
  await syncs.end('a');
});

test('a file that is given up is forgotten, and its failure with it', async () => {
  const { syncs, begun } = watched();
  syncs.wrote('a', 16 * MiB);
  syncs.forget('a');
  begun[0]?.reject(new Error('it is gone'));
  await syncs.end('a');
});
