/** The stories of console.test.ts are those of every run of the tests. */
import { chartStories } from './stories/charts.ts';
import { clientWorkerStories } from './stories/client-worker.ts';
import { phoneStories } from './stories/phone.ts';
import { restartStories } from './stories/restarts.ts';
import { tabStories } from './stories/tabs.ts';
import { upkeepStories } from './stories/upkeep.ts';
import { tell } from './tell-stories.ts';

tell([chartStories, tabStories, restartStories, upkeepStories, phoneStories, clientWorkerStories]);
