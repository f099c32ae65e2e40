import { defineConfig } from 'vitest/config';
import { LongestFirst } from './packages/server/test/longest-first.ts';

export default defineConfig({
  test: {
    include: ['*.test.ts', 'packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: [
      'packages/server/test/bundled-setup.ts',
      'packages/server/test/postgres-server.ts',
      'packages/server/test/shared-service-setup.ts',
    ],
    provide: { lane: 'quick' },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // As long as `eventually` waits: Vitest's second is shorter than the start of a process beside
    // other starts.
    expect: { poll: { timeout: 20_000 } },
    // Two cores, and files that wait for timeouts, sweeps and other processes: the longest of the
    // 62 files used half a core each, three at a time (973 of 1869 s).
    maxWorkers: 4,
    pool: 'forks',
    // A process for each file took a quarter to half of the CPU of most files (33 of them beside
    // sources: 11.7 s, now 6.1), so these processes take all files one after the other.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Kills, stalls and full queues meet the scheduler of any machine; a test that fails twice has
    // failed.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', './packages/server/test/closing-line-reporter.ts'],
  },
});
