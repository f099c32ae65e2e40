import fc from 'fast-check';
import { describe, test } from 'vitest';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { type Step, step } from './keyed-files.ts';
import { KeyedModel } from './keyed-model.ts';
import { expectContent, runStep } from './keyed-steps.ts';
import { LoadFixture } from './load-fixture.ts';

/**
 * Sequences for each metadata database; `COUNT=2000 npx vitest run lake/keyed-loads` runs so many
 * of each.
 */
const asked = Number(process.env.COUNT ?? 0);
const sequences = { sqlite: asked || 30, postgres: asked || 8 } as const;
/** Loads of a sequence. */
const longest = 20;
const limitMs = asked > 0 ? 36_000_000 : 180_000;

describe.each(metadataKinds)('any sequence of loads on %s', (kind) => {
  test(
    'leaves what a plain model has, whatever the modes, keys and formats',
    async () => {
      const fixture = await LoadFixture.open(kind);
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: longest }), (steps) =>
            runSteps(fixture, steps),
          ),
          // Shrinking a failure may take long; what is left of it then is shown.
          { numRuns: sequences[kind], interruptAfterTimeLimit: limitMs / 2 },
        );
      } finally {
        await fixture.close();
      }
    },
    limitMs,
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
