import { rootCertificateProperty } from '../database-server.ts';
import type { SourceType } from '../source.ts';

export const httpsType: SourceType = {
  name: 'https',
  label: 'Files on the web',
  secretProperty: 'bearer_token',
  dialectNames: ['duckdb'],
  properties: [
    {
      name: 'urls',
      label: 'URLs',
      kind: 'text',
      required: true,
      description:
        'https:// or http:// addresses of Parquet (.parquet) and CSV (.csv, .tsv) files, separated by spaces or lines. Each is a table of schema ' +
        'main, named by its last part without the ending. Redirects are not followed.',
    },
    {
      name: 'bearer_token',
      label: 'Bearer token',
      kind: 'secret',
      required: false,
      description: 'Sent with every request, over https:// alone.',
    },
    rootCertificateProperty,
  ],
};
