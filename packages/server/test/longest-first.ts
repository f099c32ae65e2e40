import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest test files, in seconds of a whole run on two cores. Without a remembered run, as in
 * CI, files would start by length. These short files begin long work, and a file that starts last
 * runs alone. Most of the first files wait more than they work.
 */
const longest: readonly (readonly [file: string, seconds: number])[] = [
  ['test/slow/client-suites', 300],
  ['test/sources/conformance', 95],
  ['test/plan/differential/differential', 88],
  ['console/test/console', 80],
  ['test/search/waiting-vectors', 74],
  ['test/clients/schemathesis', 64],
  ['test/backends/start', 59],
  ['test/backends/node-failures', 56],
  ['test/start/start', 56],
  ['test/cli/load-resume', 55],
  ['test/hostile/service', 53],
  ['test/clients/python-tools', 51],
  ['test/faults/storage-faults', 50],
  ['test/search/killed-build', 49],
  ['test/store/store-binding', 47],
  ['test/search/killed-vectors', 43],
  ['test/search/damaged-index', 42],
  ['test/crash/crash', 40],
  ['test/api/workspaces/secrets', 40],
  ['test/search/dropped-embedding', 40],
  ['test/backends/forks', 38],
  ['test/cli/commands', 36],
  ['test/embeddings/local-provider', 36],
  ['test/sources/broken-connections', 35],
  ['test/engine/few-rows', 34],
  ['test/sources/postgres-source', 33],
  ['test/ingest/real-files', 32],
  ['test/sources/ducklake-source', 31],
  ['test/crash/compaction', 30],
  ['test/docs/examples', 30],
  ['test/backends/compaction', 30],
  ['test/search/vector-search', 29],
  ['test/crash/together', 28],
  ['test/api/connections/sources-live', 27],
  ['test/backends/two-nodes', 27],
  ['test/api/results/results', 26],
  ['test/api/queries/queries', 26],
  ['test/backends/main-job', 26],
  ['test/engine/limits', 25],
  ['test/backends/cached-indexes', 25],
  ['test/maintenance/compaction-bounds', 24],
  ['test/api/loads/loads-keyed', 24],
  ['test/api/workspaces/deleted-workspace', 24],
  ['test/api/loads/intake', 23],
  ['test/sources/lost-servers', 23],
  ['test/dialects/statements', 23],
  ['test/clients/python-client', 22],
  ['test/backends/damaged-objects', 22],
  ['test/sources/remote-files-source', 22],
  ['client/test/queries', 22],
  ['test/maintenance/mended-files', 21],
  ['test/engine/admission', 21],
  ['test/sources/mysql-source', 20],
  ['test/plan/pruning', 20],
  ['test/plan/differential/large-statements', 20],
  ['test/api/connections/sources-story', 20],
  ['test/start/heap-growth', 20],
  ['test/release/packed', 20],
  ['client/test/loads', 20],
  ['test/cli/json-everywhere', 19],
  ['test/api/loads/loads-keyed-readers', 19],
  ['test/api/loads/loads-async', 18],
  ['test/crash/sources', 18],
  ['test/api/connections/sources-discovery', 18],
  ['test/start/npm-start', 18],
  ['test/sources/tls', 18],
  ['test/sources/iceberg-source', 18],
  ['test/start/start-postgres', 18],
  ['test/jobs/job-runner', 17],
  ['test/search/kept-indexes', 17],
  ['test/maintenance/sweeps', 17],
  ['test/lake/keyed-loads', 16],
  ['test/store/damaged-objects', 16],
  ['test/api/queries/queries-limits', 16],
  ['test/api/connections/sources-live-mysql', 16],
  ['test/api/uploads/uploads-expiry', 15],
  ['test/ingest/guessed-csv', 15],
  ['test/sources/snowflake-wire', 15],
  ['test/store/full-storage', 15],
  ['test/api/workspaces/tokens', 15],
  ['client/test/package', 15],
  ['test/objects/object-store', 15],
  ['test/lake/compaction', 14],
  ['test/fuzz/fuzz', 12],
  ['test/fuzz/error-words', 11],
  ['test/crash/sources-kills', 11],
  ['test/lake/compacted-forks', 10],
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex(
    ([file]) =>
      /\.(?:test|slow)\.ts$/.test(moduleId) &&
      moduleId.replace(/\.\w+\.ts$/, '').endsWith(`/${file}`),
  );
  return at < 0 ? longest.length : at;
};

/** Starts the longest files first; the others as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
