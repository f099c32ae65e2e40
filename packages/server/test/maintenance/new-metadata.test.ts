import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import {
  indexFileKey,
  lakeFileKey,
  type ObjectKind,
  resultKey,
  uploadKey,
} from '../../src/objects/keys.ts';
import { openObjectStore } from '../../src/objects/open-object-store.ts';
import { bindStore } from '../../src/store/bind-store.ts';
import { createMigratedBackend } from '../metadata/metadata-backends.ts';

const keys: Readonly<Record<ObjectKind, string>> = {
  lakes: lakeFileKey(newId('connection')),
  indexes: indexFileKey(newId('connection'), 'segment'),
  results: resultKey(newId('workspace'), newId('result')),
  uploads: uploadKey(newId('upload')),
};

test.each(Object.entries(keys))(
  'new metadata is not bound to a store that holds nothing but %s, which would be collected',
  async (_kind, key) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quern-new-metadata-'));
    const backend = await createMigratedBackend('sqlite');
    try {
      const clock = systemClock;
      const secretKey = randomBytes(32);
      const place = { url: 'file:', dataDir, cacheBytes: 0 };
      const objects = await openObjectStore({ ...place, secretKey, clock });
      await objects.putBytes(key, Buffer.from('of somebody'));
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const services = { metadata: await backend.openMigrated(), objects, clock, log };
      await expect(bindStore(services as never)).rejects.toThrow(
        'the metadata database names no object, and the object store has some',
      );
    } finally {
      await backend.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
