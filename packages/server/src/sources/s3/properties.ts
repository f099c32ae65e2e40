import { tablePerProperty } from '../remote-files/table-per.ts';
import type { SourceType } from '../source.ts';

export const s3Type: SourceType = {
  name: 's3',
  label: 'Files on S3',
  secretProperty: 'secret_access_key',
  dialectNames: ['duckdb'],
  properties: [
    {
      name: 'bucket',
      label: 'Bucket',
      kind: 'text',
      required: true,
      description: 'The bucket to read.',
    },
    {
      name: 'prefix',
      label: 'Prefix',
      kind: 'text',
      required: false,
      description:
        'What the keys of the files begin with, such as exports/2024/; all of the bucket where absent.',
    },
    tablePerProperty,
    {
      name: 'endpoint',
      label: 'Endpoint',
      kind: 'text',
      required: false,
      description: 'http(s)://host:port of the store; that of AWS where absent.',
    },
    {
      name: 'region',
      label: 'Region',
      kind: 'text',
      required: false,
      default: 'us-east-1',
      description: 'Region of the bucket.',
    },
    {
      name: 'access_key_id',
      label: 'Access key id',
      kind: 'text',
      required: false,
      description: 'Key to read the bucket with; without one it is read as anybody may.',
    },
    {
      name: 'secret_access_key',
      label: 'Secret access key',
      kind: 'secret',
      required: false,
      description: 'The secret of the key.',
    },
    {
      name: 'session_token',
      label: 'Session token',
      kind: 'secret',
      required: false,
      description: 'Token of temporary keys.',
    },
  ],
};
