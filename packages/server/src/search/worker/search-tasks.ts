import { buildSegment } from './build-segment.ts';
import { searchSegments } from './search-segments.ts';

/** Every task that a search worker can run. */
export const searchTasks = { buildSegment, searchSegments };

export type SearchTasks = typeof searchTasks;
