import { rootCertificateProperty, tlsModes } from '../database-server.ts';
import { mysqlSignInProperties } from '../mysql/properties.ts';
import { postgresSignInProperties } from '../postgres/properties.ts';
import { s3Secrets } from '../s3-secrets.ts';
import type { SourceType } from '../source.ts';
import { splitCatalogUrl } from './catalog-url.ts';

export const ducklakeType: SourceType = {
  name: 'ducklake',
  label: 'DuckLake',
  secretProperty: 'password',
  dialectNames: ['duckdb'],
  urlProperty: 'catalog_url',
  splitUrl: splitCatalogUrl,
  properties: [
    {
      name: 'catalog_url',
      label: 'Catalog',
      kind: 'text',
      required: true,
      description:
        'Where the catalog is: postgres://user:password@host:port/database, mysql://user:password@host:port/database, ' +
        'sqlite:/path/of/catalog.sqlite or duckdb:/path/of/catalog.ducklake. A password in it is kept apart, as a secret.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'secret',
      required: false,
      description: 'Password of the user of the catalog, where it is not in the URL.',
    },
    {
      name: 'metadata_schema',
      label: 'Schema of the catalog',
      kind: 'text',
      required: false,
      description:
        "The schema that has the catalog's tables; the default one of the database where absent.",
    },
    {
      name: 'data_path',
      label: 'Data path',
      kind: 'text',
      required: false,
      description:
        'Where the data files are, in place of the path that the catalog names: a folder below one that QUERN_SOURCES_ALLOW ' +
        'names, or s3://bucket/prefix/.',
    },
    {
      name: 'sslmode',
      label: 'TLS mode of the catalog',
      kind: 'text',
      required: false,
      default: 'prefer',
      choices: tlsModes,
      description: 'As for connections of type postgres and mysql.',
    },
    ...[...postgresSignInProperties, ...mysqlSignInProperties].map((property) => ({
      ...property,
      label: `${property.label} (catalog)`,
    })),
    rootCertificateProperty,
    {
      name: 's3_endpoint',
      label: 'S3 endpoint',
      kind: 'text',
      required: false,
      description: 'http(s)://host:port of the store of the data files; that of AWS where absent.',
    },
    {
      name: 's3_region',
      label: 'S3 region',
      kind: 'text',
      required: false,
      default: 'us-east-1',
      description: 'Region of the bucket.',
    },
    {
      name: 's3_access_key_id',
      label: 'S3 access key id',
      kind: 'text',
      required: false,
      description: 'Key to read the bucket with; without one it is read as anybody may.',
    },
    ...s3Secrets,
  ],
};
