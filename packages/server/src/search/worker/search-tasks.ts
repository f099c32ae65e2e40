import { buildSegment } from './build-segment.ts';
import { readTexts } from './read-texts.ts';
import { searchSegments } from './search-segments.ts';

/** Every task that a search worker can run. */
export const searchTasks = { buildSegment, readTexts, searchSegments };

export type SearchTasks = typeof searchTasks;
