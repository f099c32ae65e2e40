import fc from 'fast-check';
import { describe, test } from 'vitest';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { type Step, step } from './keyed-files.ts';
import { KeyedModel } from './keyed-model.ts';
import { expectContent, runStep } from './keyed-steps.ts';
import { LoadFixture } from './load-fixture.ts';

/** Sequences for each metadata database, and loads of one. Thousands were run by hand with these larger. */
const sequences = { sqlite: 30, postgres: 8 } as const;
const longest = 20;

describe.each(metadataKinds)('any sequence of loads on %s', (kind) => {
  test('leaves what a plain model has, whatever the modes, keys and formats', async () => {
    const fixture = await LoadFixture.open(kind);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: longest }), (steps) => runSteps(fixture, steps)),
        // Shrinking a failure may take long; what is left of it then is shown.
        { numRuns: sequences[kind], interruptAfterTimeLimit: 90_000 },
      );
    } finally {
      await fixture.close();
    }
  }, 180_000);
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
