import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

const server = 'packages/server/test';

/**
 * Tests that take minutes or need programs of other languages: suites that others wrote, emulators
 * and clients in Python, MySQL, old releases of PostgreSQL.
 */
export default defineConfig({
  test: {
    ...quick.test,
    include: [
      'packages/*/test/**/*.slow.ts',
      // Random work, of which the quick lane does less.
      `${server}/crash/{crash,compaction,together,sources-kills}.test.ts`,
      `${server}/fuzz/{fuzz,error-words}.test.ts`,
      `${server}/lake/{compacted-forks,compaction,keyed-loads}.test.ts`,
      `${server}/maintenance/{collection,forks}.test.ts`,
      `${server}/plan/pruning.test.ts`,
      `${server}/plan/differential/random-hotsql.test.ts`,
      // Files with subjects of both lanes (lane.ts).
      `${server}/api/connections/source-types-mysql.test.ts`,
      `${server}/batches/daily-batches.test.ts`,
      `${server}/clients/python-client.test.ts`,
      `${server}/sources/broken-connections.test.ts`,
      `${server}/sources/conformance.test.ts`,
      `${server}/sources/mysql-source.test.ts`,
    ],
    provide: { lane: 'slow' },
    // Suites and emulators in Python keep a core each busy.
    maxWorkers: 2,
  },
});
