import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Harness } from './harness.ts';

type Story = (current: () => Harness) => void;

/** Declares the tests of the given stories. All stories share one service and one browser. */
export function tell(stories: readonly Story[]): void {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  });
  afterAll(() => harness.stop());
  afterEach(async () => {
    await harness.closePages();
    expect(harness.takeFaults()).toEqual([]);
  });
  for (const story of stories) story(() => harness);
}
