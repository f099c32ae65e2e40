import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newObjectName } from '../kernel/ids.ts';
import type { HasLog } from '../kernel/log.ts';
import type { HasNodeId } from '../metadata/nodes.ts';
import { rewriteHeartbeat } from '../metadata/nodes.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { probePrefix } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';

/** The time that a probe's answer is valid. */
const freshMs = 2_000;
/** The validity for an object store that charges for requests. */
const freshRemoteMs = 30_000;
/** A disk that takes longer for so little data is of no use. */
const timeoutMs = 5_000;
/** More bytes than an almost full disk has left. */
const probeBytes = 64 * 1024;

type ProbedServices = HasLog & HasMetadata & HasNodeId & HasObjects;

/**
 * Tests that the service can store data: the probe writes a little in each kind of storage, and
 * deletes the data again.
 */
export class StorageProbe {
  readonly #services: ProbedServices;
  readonly #spoolDir: string;
  #probedAt = Number.NEGATIVE_INFINITY;
  #remoteAt = Number.NEGATIVE_INFINITY;
  #last: Promise<boolean> = Promise.resolve(true);
  #couldStore = true;

  constructor(services: ProbedServices, spoolDir: string) {
    this.#services = services;
    this.#spoolDir = spoolDir;
  }

  canStore(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#probedAt >= freshMs) {
      this.#probedAt = now;
      this.#last = this.#probe();
    }
    return this.#last;
  }

  async #probe(): Promise<boolean> {
    const timer = new AbortController();
    const late = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
      throw new Error('the storage did not answer in time');
    });
    try {
      await Promise.race([this.#write(), late]);
      this.#note(true);
      return true;
    } catch (error) {
      this.#note(false, error);
      return false;
    } finally {
      timer.abort();
      late.catch(() => {});
    }
  }

  /** Logs one line at the beginning and one at the end of an outage. */
  #note(canStore: boolean, error?: unknown): void {
    if (canStore === this.#couldStore) return;
    this.#couldStore = canStore;
    if (canStore) this.#services.log.info('the service can store again');
    else
      this.#services.log.error(
        { err: error },
        'the service cannot store anything, and is not ready',
      );
  }

  async #write(): Promise<void> {
    const { metadata, nodeId } = this.#services;
    await writeAndRemove(join(this.#spoolDir, `probe-${newObjectName()}`));
    await rewriteHeartbeat(metadata.db, nodeId);
    await this.#writeObject();
  }

  async #writeObject(): Promise<void> {
    const { objects, nodeId } = this.#services;
    const now = performance.now();
    const isRemote = objects.kind === 's3';
    if (isRemote && this.#couldStore && now - this.#remoteAt < freshRemoteMs) return;
    this.#remoteAt = now;
    const key = `${probePrefix}${nodeId}`;
    try {
      await objects.replaceBytes(key, Buffer.alloc(isRemote ? 1 : probeBytes));
    } finally {
      await objects.delete([key]);
    }
  }
}

async function writeAndRemove(path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(Buffer.alloc(probeBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
