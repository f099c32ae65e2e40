import { documentationStories } from './stories/documentation.ts';
import { queryStories } from './stories/query.ts';
import { signInStories } from './stories/sign-in.ts';
import { tableStories } from './stories/tables.ts';
import { workspaceStories } from './stories/workspaces.ts';
import { tell } from './tell-stories.ts';

tell([
  signInStories,
  queryStories,
  tableStories,
  documentationStories,
  // Makes a second workspace: from then on the token of the first start has to name one.
  workspaceStories,
]);
