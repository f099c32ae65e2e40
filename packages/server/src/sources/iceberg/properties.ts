import { rootCertificateProperty } from '../database-server.ts';
import { s3Secrets } from '../s3-secrets.ts';
import type { SourceType } from '../source.ts';

export const icebergType: SourceType = {
  name: 'iceberg',
  label: 'Apache Iceberg',
  secretProperty: 'client_secret',
  dialectNames: ['spark'],
  properties: [
    {
      name: 'uri',
      label: 'Catalog',
      kind: 'text',
      required: true,
      description:
        'https://host/path of the REST catalog, what stands before /v1/config; http:// where no secret is sent, or on this machine.',
    },
    {
      name: 'warehouse',
      label: 'Warehouse',
      kind: 'text',
      required: false,
      description: 'The warehouse to ask the catalog for, where it has several.',
    },
    {
      name: 'token',
      label: 'Bearer token',
      kind: 'secret',
      required: false,
      description: 'Sent to the catalog with every request.',
    },
    {
      name: 'client_id',
      label: 'Client id',
      kind: 'text',
      required: false,
      description: 'Of OAuth2 (client credentials), in place of a token.',
    },
    {
      name: 'client_secret',
      label: 'Client secret',
      kind: 'secret',
      required: false,
      description: 'The secret of the client.',
    },
    {
      name: 'scope',
      label: 'Scope',
      kind: 'text',
      required: false,
      default: 'catalog',
      description: 'The scope of the token that is asked for with the client id.',
    },
    {
      name: 'oauth2_server_uri',
      label: 'Token endpoint',
      kind: 'text',
      required: false,
      description: 'https:// address that gives tokens; <uri>/v1/oauth/tokens where absent.',
    },
    rootCertificateProperty,
    {
      name: 's3_endpoint',
      label: 'S3 endpoint',
      kind: 'text',
      required: false,
      description:
        'http(s)://host:port of the store of the files; with keys of its own that of AWS where absent, else the one that the catalog names.',
    },
    {
      name: 's3_region',
      label: 'S3 region',
      kind: 'text',
      required: false,
      description:
        'Region of the bucket; the one that the catalog names, or us-east-1, where absent.',
    },
    {
      name: 's3_access_key_id',
      label: 'S3 access key id',
      kind: 'text',
      required: false,
      description: 'Key to read the files with, in place of those that the catalog gives.',
    },
    ...s3Secrets,
  ],
};
