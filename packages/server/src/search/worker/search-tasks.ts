import type { Engine } from '../../engine/engine.ts';
import { sortFile } from '../sorted/sort-file.ts';
import { buildSegment } from './build-segment.ts';
import { checkFile } from './check-file.ts';
import { readEmbedded } from './read-embedded.ts';
import { readTexts } from './read-texts.ts';
import { searchSegments } from './search-segments.ts';

/** Every task that a search worker can run. */
export const searchTasks = {
  buildSegment,
  readTexts,
  readEmbedded,
  searchSegments,
  sortFile,
  checkFile,
};

export type SearchTasks = typeof searchTasks;

/** Builds segments of indexes and searches them. */
export interface HasSearch {
  readonly search: Engine<SearchTasks>;
}
