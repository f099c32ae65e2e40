import { defineConfig } from 'vitest/config';
import { LongestFirst } from './packages/server/test/longest-first.ts';

/** Tests of one file's functions: they start nothing and leave nothing. */
const besideSources = ['packages/*/src/**/*.test.ts', 'packages/contract/test/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Two cores: more parallel files only make each other slow.
    maxWorkers: 2,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Kills, stalls and full queues meet the scheduler of whatever machine this is; what fails
    // twice has failed.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', './packages/server/test/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'services',
          include: ['*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...besideSources, '**/node_modules/**'],
          globalSetup: [
            'packages/server/test/postgres-server.ts',
            'packages/server/test/shared-service-setup.ts',
          ],
        },
      },
      {
        extends: true,
        // A process and its imports for each file took as much CPU again as the tests in it.
        test: { name: 'beside sources', include: besideSources, isolate: false },
      },
    ],
  },
});
