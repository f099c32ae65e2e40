import { filePath } from '../file-path.ts';
import type { SourceType } from '../source.ts';

export const sqliteType: SourceType = {
  name: 'sqlite',
  label: 'SQLite file',
  secretProperty: null,
  dialectNames: ['sqlite'],
  readsChanges: true,
  properties: [filePath],
};
