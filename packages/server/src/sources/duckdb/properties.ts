import type { SourceType } from '../source.ts';

export const duckdbType: SourceType = {
  name: 'duckdb',
  label: 'DuckDB file',
  secretProperty: null,
  dialectNames: ['duckdb'],
  properties: [
    {
      name: 'path',
      label: 'File',
      kind: 'text',
      required: true,
      description:
        'Absolute path of the database on the machine of the service, below a folder that QUERN_SOURCES_ALLOW names.',
    },
  ],
};
