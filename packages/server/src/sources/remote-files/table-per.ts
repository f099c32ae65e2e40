import type { SourceProperty } from '../source.ts';

export const tablePerProperty: SourceProperty = {
  name: 'table_per',
  label: 'A table for each',
  kind: 'text',
  required: false,
  default: 'file',
  choices: ['file', 'folder'],
  description:
    'Parquet (.parquet) and CSV (.csv, .tsv) files are tables, named by their paths: for file, a/b/orders.parquet is table orders of ' +
    'schema a/b; for folder, all files of a/b are table b of schema a. What lies in no folder is in schema main.',
};
