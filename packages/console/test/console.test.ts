import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Harness } from './harness.ts';
import { chartStories } from './stories/charts.ts';
import { clientWorkerStories } from './stories/client-worker.ts';
import { documentationStories } from './stories/documentation.ts';
import { phoneStories } from './stories/phone.ts';
import { queryStories } from './stories/query.ts';
import { restartStories } from './stories/restarts.ts';
import { signInStories } from './stories/sign-in.ts';
import { tableStories } from './stories/tables.ts';
import { tabStories } from './stories/tabs.ts';
import { upkeepStories } from './stories/upkeep.ts';
import { workspaceStories } from './stories/workspaces.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());
afterEach(async () => {
  await harness.closePages();
  expect(harness.takeFaults()).toEqual([]);
});

const current = () => harness;
signInStories(current);
queryStories(current);
chartStories(current);
tabStories(current);
restartStories(current);
tableStories(current);
upkeepStories(current);
documentationStories(current);
phoneStories(current);
clientWorkerStories(current);
// Makes a second workspace: from then on the token of the first start has to name one.
workspaceStories(current);
