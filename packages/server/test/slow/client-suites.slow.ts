import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService, testToken } from '../service.ts';
import { expectedPasses, passesOf } from './run-suite.ts';

/**
 * Suites of other projects, as far as they can run against a service. A file lists the passing
 * tests, so every change shows.
 */
const suites = {
  ibis: {
    packages: [
      'hotdata-ibis==0.7.0',
      'ibis-framework==12.0.0',
      'packaging==26.4',
      'duckdb==1.5.5',
      'filelock==3.20.0',
      'hypothesis==6.170.17',
      'psycopg==3.3.9',
      'pytest==8.4.2',
      'pytest-mock==3.15.1',
      'pytest-snapshot==0.9.0',
      'pytest-timeout==2.4.0',
    ],
    script: 'ibis_suite.py',
  },
  'vector-store': {
    packages: [
      'hotdata-langchain==0.17.0',
      'langchain-core==1.8.3',
      'langchain-tests==1.1.9',
      'pytest==9.0.3',
      'pytest-timeout==2.4.0',
    ],
    script: 'vector_store_suite.py',
  },
} as const;

const suiteTimeoutMs = 840_000;

describe('the suites of clients', () => {
  let service: RunningService;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-suites-'));
    service = await startService();
  });
  afterAll(async () => {
    await service?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test.each(Object.entries(suites))(
    '%s: what is listed passes, and nothing else',
    { timeout: suiteTimeoutMs, retry: 0 },
    async (name, suite) => {
      const { body } = await service.api().post('/v1/workspaces', { name });
      const passed = await passesOf({
        ...suite,
        env: {
          QUERN_ORIGIN: service.origin,
          QUERN_TOKEN: testToken,
          QUERN_WORKSPACE: body.workspace.public_id,
        },
        report: join(folder, `${name}.xml`),
      });
      expect(passed).toEqual(expectedPasses(`${name}-passes.txt`, passed));
    },
  );
});
