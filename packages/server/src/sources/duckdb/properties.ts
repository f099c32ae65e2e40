import { filePath } from '../file-path.ts';
import type { SourceType } from '../source.ts';

export const duckdbType: SourceType = {
  name: 'duckdb',
  label: 'DuckDB file',
  secretProperty: null,
  dialectNames: ['duckdb'],
  readsChanges: true,
  properties: [filePath],
};
