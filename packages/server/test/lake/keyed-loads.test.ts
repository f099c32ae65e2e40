import fc from 'fast-check';
import { describe, test } from 'vitest';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { randomLimit, randomRuns } from '../random-runs.ts';
import { type Step, step } from './keyed-files.ts';
import { KeyedModel } from './keyed-model.ts';
import { expectContent, runStep } from './keyed-steps.ts';
import { LoadFixture } from './load-fixture.ts';

const sequences = { sqlite: 8, postgres: 2 } as const;
/** Loads of a sequence. */
const longest = 20;
const limitMs = 180_000;

describe.each(metadataKinds)('any sequence of loads on %s', (kind) => {
  test(
    'leaves what a plain model has, whatever the modes, keys and formats',
    async () => {
      const fixture = await LoadFixture.open(kind);
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.boolean(),
            fc.array(step, { minLength: 4, maxLength: longest }),
            (keepsSmallFiles, steps) => {
              fixture.keepsSmallFiles = keepsSmallFiles;
              return runSteps(fixture, steps);
            },
          ),
          randomRuns(sequences[kind], limitMs / 2),
        );
      } finally {
        await fixture.close();
      }
    },
    randomLimit(limitMs),
  );
});

async function runSteps(fixture: LoadFixture, steps: readonly Step[]): Promise<void> {
  const lakeId = await fixture.lake();
  const model = new KeyedModel();
  for (const one of steps) {
    if (one.restart) fixture.restart();
    await runStep(fixture, lakeId, model, one);
    await expectContent(fixture, lakeId, model);
  }
}
