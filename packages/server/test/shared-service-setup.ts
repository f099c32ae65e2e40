/**
 * Vitest global setup: one service for files without special needs, at most one a run. The service
 * starts at the first question (see shared-service.ts).
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type RunningService, startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the origin and the data folder of the running service, started when asked. */
    serviceStarter: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<RunningService> | undefined;
  const starter = createServer(async (_request, response) => {
    try {
      // Loaded files stay unchanged during the run.
      started ??= startService({ env: { QUERN_COMPACTION_QUIET: '86400' } });
      const { origin, dataDir } = await started;
      response.end(JSON.stringify({ origin, dataDir }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('serviceStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`);
  return async () => {
    starter.closeAllConnections();
    starter.close();
    await started?.then(
      (service) => service.dispose(),
      () => {},
    );
  };
}
