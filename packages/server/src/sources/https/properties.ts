import { rootCertificateProperty } from '../database-server.ts';
import type { SourceType } from '../source.ts';
import { splitAddresses } from './addresses.ts';

export const httpsType: SourceType = {
  name: 'https',
  label: 'Files on the web',
  secretProperty: 'bearer_token',
  dialectNames: ['duckdb'],
  splitUrl: splitAddresses,
  urlProperty: 'urls',
  properties: [
    {
      name: 'urls',
      label: 'URLs',
      kind: 'text',
      required: true,
      description:
        'https:// or http:// addresses of Parquet (.parquet) and CSV (.csv, .tsv) files, separated by spaces or lines. Each is a table of schema ' +
        'main, named by its last part without the ending. Redirects are not followed. What stands behind a question mark (a signature) is kept as a secret.',
    },
    {
      name: 'signed_urls',
      label: 'Signed URLs',
      kind: 'secret',
      required: false,
      description:
        "Those of 'urls' that have a question mark, with what stands behind it; made of 'urls' where it is left out.",
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
