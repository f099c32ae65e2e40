import type { SourceType } from '../source.ts';

export const sqliteType: SourceType = {
  name: 'sqlite',
  label: 'SQLite file',
  secretProperty: null,
  dialectNames: ['sqlite'],
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
