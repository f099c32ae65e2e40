import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest test files, in seconds of a whole run on two cores. Without a remembered run, as in
 * CI, files would start by length. These short files begin long work, and a file that starts last
 * runs alone. Most of the first files wait more than they work.
 */
const longest: readonly (readonly [file: string, seconds: number])[] = [
  ['test/slow/client-suites', 102],
  ['test/clients/schemathesis', 54],
  ['test/backends/node-failures', 40],
  ['test/cli/load-resume', 37],
  ['test/embeddings/local-provider', 35],
  ['test/clients/python-tools', 33],
  ['test/search/killed-build', 32],
  ['test/search/waiting-vectors', 31],
  ['test/plan/differential/differential', 120],
  ['console/test/console', 110],
  ['test/sources/conformance', 103],
  ['test/faults/storage-faults', 75],
  ['test/start/start', 45],
  ['test/api/results/results-inline', 45],
  ['test/store/store-binding', 43],
  ['test/backends/start', 42],
  ['test/sources/mysql-source', 40],
  ['test/hostile/service', 38],
  ['test/search/damaged-index', 34],
  ['test/sources/broken-connections', 33],
  ['test/docs/examples', 33],
  ['client/test/loads', 31],
  ['test/engine/limits', 30],
  ['test/search/dropped-embedding', 28],
  ['test/ingest/real-files', 28],
  ['test/crash/crash', 28],
  ['test/search/kept-indexes', 27],
  ['test/plan/differential/large-statements', 27],
  ['test/clients/python-client', 27],
  ['test/api/loads/loads-second-batch', 27],
  ['test/api/connections/sources-rules', 26],
  ['test/api/connections/source-types', 25],
  ['test/cli/load-mode', 24],
  ['test/backends/main-job', 24],
  ['test/api/connections/sources-live', 24],
  ['test/sources/ducklake-source', 23],
  ['test/maintenance/compaction-bounds', 23],
  ['test/backends/cached-indexes', 23],
  ['test/api/workspaces/deleted-workspace', 23],
  ['test/api/loads/loads-async', 23],
  ['test/sources/lost-servers', 22],
  ['test/engine/few-rows', 22],
  ['test/cli/commands', 21],
  ['test/sources/remote-files-source', 20],
  ['test/search/vector-search', 20],
  ['test/api/results/results', 20],
  ['test/api/loads/loads-keyed', 20],
  ['test/engine/admission', 19],
  ['test/crash/compaction', 19],
  ['test/api/workspaces/secrets', 19],
  ['test/writing/scripts', 18],
  ['test/sources/pooler', 18],
  ['test/plan/pruning', 18],
  ['test/dialects/statements', 18],
  ['test/crash/sources', 18],
  ['test/api/loads/intake', 18],
  ['test/sources/tls', 17],
  ['test/objects/object-store', 17],
  ['test/embeddings/embedding-workers', 17],
  ['test/dialects/generated-names', 17],
  ['test/cli/import', 17],
  ['test/sources/iceberg-wire', 16],
  ['test/objects/disk-crash', 16],
  ['test/crash/together', 16],
  ['test/api/loads/loads-keyed-readers', 16],
  ['test/api/connections/sources-story', 16],
  ['test/api/connections/sources-schedules', 16],
  ['test/sources/sqlite-source', 15],
  ['test/sources/snowflake-wire', 15],
  ['test/sources/postgres-source', 15],
  ['test/cli/json-everywhere', 15],
  ['test/api/connections/sources-as-lakes', 15],
  ['test/store/damaged-objects', 14],
  ['test/sources/ducklake-versions', 14],
  ['test/jobs/job-runner', 14],
  ['test/fuzz/error-words', 14],
  ['test/encode/slices', 14],
  ['test/backends/two-nodes', 14],
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
