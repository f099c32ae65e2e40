import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in seconds of a whole run on two cores. Where no earlier run is remembered,
 * as in CI, files would start by their length: these are short texts that begin long work, and one
 * that starts last runs alone. Most of the first ones wait more than they work.
 */
const longest: readonly (readonly [file: string, seconds: number])[] = [
  ['console/test/console', 151],
  ['test/sources/conformance', 144],
  ['test/search/waiting-vectors', 100],
  ['test/clients/python-tools', 77],
  ['test/cli/load-resume', 73],
  ['test/plan/differential/differential', 69],
  ['test/search/killed-build', 63],
  ['test/api/store-binding', 59],
  ['test/faults/storage-faults', 57],
  ['test/clients/schemathesis', 57],
  ['test/search/dropped-embedding', 51],
  ['test/backends/start', 45],
  ['test/crash/crash', 44],
  ['test/backends/node-failures', 44],
  ['test/api/start', 42],
  ['test/clients/python-client', 40],
  ['test/cli/commands', 38],
  ['test/search/damaged-index', 37],
  ['test/sources/broken-connections', 33],
  ['test/hostile/service', 32],
  ['test/crash/compaction', 32],
  ['test/crash/together', 29],
  ['test/api/secrets', 29],
  ['test/engine/few-rows', 28],
  ['test/docs/examples', 28],
  ['test/backends/main-job', 27],
  ['test/api/queries', 25],
  ['test/jobs/job-runner', 24],
  ['test/backends/forks', 23],
  ['test/search/killed-vectors', 22],
  ['test/backends/compaction', 22],
  ['test/sources/postgres-source', 21],
  ['test/engine/limits', 21],
  ['test/api/deleted-workspace', 21],
  ['test/crash/sources', 21],
  ['test/api/intake', 20],
  ['test/embeddings/local-provider', 20],
  ['test/maintenance/sweeps', 20],
  ['test/search/vector-search', 20],
  ['test/sources/ducklake-source', 19],
  ['test/dialects/statements', 19],
  ['test/maintenance/mended-files', 19],
  ['test/backends/two-nodes', 18],
  ['test/ingest/real-files', 18],
  ['test/cli/json-everywhere', 18],
  ['test/api/loads-keyed', 17],
  ['test/api/loads-async', 17],
  ['test/api/sources-live', 16],
  ['test/api/uploads-expiry', 16],
  ['test/release/packed', 15],
  ['test/sources/mysql-source', 15],
  ['test/maintenance/compaction-bounds', 15],
  ['test/fuzz/error-words', 15],
  ['test/api/sources-story', 14],
  ['test/api/results', 14],
  ['test/api/npm-start', 14],
  ['test/backends/damaged-objects', 14],
  ['client/test/loads', 14],
  ['test/sources/iceberg-wire', 14],
  ['test/embeddings/embedding-workers', 14],
  ['test/ingest/parquet-load', 13],
  ['test/api/full-storage', 13],
  ['test/sources/iceberg-source', 13],
  ['test/crash/sources-kills', 13],
  ['test/lake/keyed-loads', 13],
  ['test/api/loads-keyed-readers', 12],
  ['test/fuzz/fuzz', 11],
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex(([file]) => moduleId.endsWith(`/${file}.test.ts`));
  return at < 0 ? longest.length : at;
};

/** Starts the longest files first; the others as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
