import type { SourceProperty } from './source.ts';

/** The property of every type whose source is one file. */
export const filePath: SourceProperty = {
  name: 'path',
  label: 'File',
  kind: 'text',
  required: true,
  description:
    'Absolute path of the database on the machine of the service, below a folder that QUERN_SOURCES_ALLOW names.',
};
