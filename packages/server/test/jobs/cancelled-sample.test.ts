import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobRunner, type JobRunner } from '../../src/jobs/job-runner.ts';
import { createJobStore, type JobStore } from '../../src/jobs/job-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { insertWorkspace } from '../../src/metadata/workspace-store.ts';
import { sampleJob } from '../../src/start/sample.ts';
import type { Services } from '../../src/start/services.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
import { createMigratedBackend, type MetadataBackend } from '../metadata/metadata-backends.ts';

let backend: MetadataBackend;
let metadata: Metadata;
let store: JobStore;
let runner: JobRunner;
let workspaceId: string;
/** A server in place of the service, which answers nothing. */
const silent = createServer((request) => asked.resolve(request));
let asked = deferred<IncomingMessage>();

beforeEach(async () => {
  asked = deferred();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  backend = await createMigratedBackend('sqlite');
  metadata = await backend.openMigrated();
  store = createJobStore(metadata, systemClock);
  const now = systemClock.now();
  const organization = { id: 'org', name: 'default', created_at: now };
  await metadata.db.insertInto('organizations').values(organization).execute();
  workspaceId = await metadata.transaction((trx) =>
    insertWorkspace(trx, { organizationId: 'org', name: 'default', now }),
  );
  const services = { metadata, clock: systemClock, settings: { publicUrl: null } };
  const { port } = silent.address() as AddressInfo;
  const { jobType, handler } = sampleJob(
    services as unknown as Services,
    () => `http://127.0.0.1:${port}`,
  );
  runner = createJobRunner({
    store,
    clock: systemClock,
    owner: 'node',
    lanes: [{ concurrency: 1, handlers: { [jobType]: handler } }],
    log: { warn: () => {}, error: () => {} },
  });
  runner.start();
});
afterEach(async () => {
  await runner.stop(0);
  silent.closeAllConnections();
  silent.close();
  await backend.remove();
});

test('the loading of the sample that is cancelled ends its request, and its token with it', async () => {
  const payload = { workspaceId };
  const { job } = await store.enqueue({
    jobType: 'load_sample',
    workspaceId,
    maxAttempts: 3,
    payload,
  });
  const request = await asked.promise;
  const closed = once(request.socket, 'close');
  const tokens = () => metadata.db.selectFrom('tokens').select(['name', 'revoked_at']).execute();
  expect(await tokens()).toEqual([{ name: 'sample loader', revoked_at: null }]);
  expect(await store.cancel(job.id)).toBe(true);
  await closed;
  await eventually(async () => {
    expect(await tokens()).toEqual([{ name: 'sample loader', revoked_at: expect.any(Number) }]);
    expect(await store.get(job.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      errorMessage: 'The job was cancelled',
    });
  });
});
