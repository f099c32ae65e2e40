import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in CPU seconds of a file and all that it starts. Where no earlier run is
 * remembered, as in CI, files would start by their length: these are short texts that begin long
 * work, and one that starts last runs alone.
 */
const longest: readonly (readonly [file: string, cpuSeconds: number])[] = [
  ['console/test/console', 69],
  ['test/clients/schemathesis', 46],
  ['test/plan/differential/differential', 44],
  ['test/api/store-binding', 43],
  ['test/api/start', 42],
  ['test/sources/conformance', 41],
  ['test/crash/compaction', 39],
  ['test/sources/bigquery-source', 39],
  ['test/crash/crash', 36],
  ['test/backends/start', 32],
  ['test/backends/forks', 29],
  ['test/backends/compaction', 29],
  ['test/crash/together', 26],
  ['test/backends/main-job', 24],
  ['test/dialects/statements', 23],
  ['test/cli/commands', 23],
  ['test/faults/storage-faults', 22],
  ['test/docs/examples', 22],
  ['test/hostile/service', 21],
  ['test/api/start-postgres', 18],
  ['test/backends/two-nodes', 18],
  ['test/maintenance/mended-files', 17],
  ['test/clients/parquet-readers', 17],
  ['test/sources/postgres-source', 16],
  ['test/fuzz/fuzz', 15],
  ['test/api/sources-story', 14],
  ['test/engine/limits', 14],
  ['test/search/vector-search', 13],
  ['test/backends/node-failures', 13],
  ['test/clients/python-client', 13],
  ['test/release/packed', 12],
  ['test/engine/admission', 12],
  ['test/sources/mysql-source', 12],
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
