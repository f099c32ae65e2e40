import { defineConfig } from 'vitest/config';

/** What others wrote to test clients and stores with, run against the service: minutes each. */
export default defineConfig({
  test: {
    include: ['packages/server/test/slow/*.slow.ts'],
    globalSetup: ['packages/server/test/bundled-setup.ts'],
    testTimeout: 840_000,
    hookTimeout: 280_000,
    maxWorkers: 1,
    pool: 'forks',
    reporters: ['default', './packages/server/test/closing-line-reporter.ts'],
  },
});
