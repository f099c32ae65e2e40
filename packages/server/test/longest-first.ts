import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in CPU seconds of a file and all that it starts. Where no earlier run is
 * remembered, as in CI, files would start by their length: these are short texts that begin long
 * work, and one that starts last runs alone.
 */
const longest: readonly (readonly [file: string, cpuSeconds: number])[] = [
  ['objects/object-store.test.ts', 105],
  ['crash/crash.test.ts', 99],
  ['api/store-binding.test.ts', 50],
  ['clients/schemathesis.test.ts', 46],
  ['plan/differential/differential.test.ts', 44],
  ['api/start.test.ts', 44],
  ['crash/compaction.test.ts', 42],
  ['dialects/statements.test.ts', 32],
  ['backends/start.test.ts', 32],
  ['backends/forks.test.ts', 29],
  ['backends/compaction.test.ts', 29],
  ['crash/together.test.ts', 26],
  ['backends/main-job.test.ts', 24],
  ['plan/pruning.test.ts', 24],
  ['faults/storage-faults.test.ts', 22],
  ['hostile/service.test.ts', 21],
  ['api/start-postgres.test.ts', 18],
  ['backends/two-nodes.test.ts', 18],
  ['engine/admission.test.ts', 18],
  ['maintenance/mended-files.test.ts', 17],
  ['engine/limits.test.ts', 16],
  ['fuzz/fuzz.test.ts', 15],
  ['backends/node-failures.test.ts', 13],
  ['clients/python-client.test.ts', 13],
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex(([file]) => moduleId.endsWith(`/test/${file}`));
  return at < 0 ? longest.length : at;
};

/** Starts the longest files first; the others as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
