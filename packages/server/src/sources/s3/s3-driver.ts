import { discoverTables } from '../remote-files/discover.ts';
import { extractTable } from '../remote-files/extract.ts';
import { tablesOf } from '../remote-files/file-tables.ts';
import type { RemoteFile } from '../remote-files/remote-files.ts';
import type { DiscoverFilter, SourceConfig, SourceContext, SourceDriver } from '../source.ts';
import { keysOf } from './keys-of.ts';
import { S3Bucket } from './s3-bucket.ts';

function openBucket(context: SourceContext, config: SourceConfig): S3Bucket {
  const text = (name: string) => (config[name] === undefined ? undefined : String(config[name]));
  const keys = keysOf(config, ['access_key_id', 'secret_access_key', 'session_token']);
  return new S3Bucket(context, {
    bucket: String(config.bucket),
    endpoint: text('endpoint'),
    region: String(config.region),
    keys,
  });
}

async function listTables(
  bucket: S3Bucket,
  { prefix, table_per }: SourceConfig,
  filter: DiscoverFilter,
) {
  return tablesOf(await bucket.list(String(prefix ?? '')), table_per === 'folder', filter);
}

export const s3Driver: SourceDriver = {
  async check(context, config) {
    const bucket = openBucket(context, config);
    try {
      await bucket.check(String(config.prefix ?? ''));
      return { version: 'S3' };
    } finally {
      bucket.close();
    }
  },

  async *discover(context, config, filter) {
    const bucket = openBucket(context, config);
    try {
      const tables = await listTables(bucket, config, filter);
      const look = async (file: RemoteFile) => file;
      const files = { store: bucket, tables, look, isOneServer: true, filter };
      yield* discoverTables(context, files);
    } finally {
      bucket.close();
    }
  },

  async *extract(context, config, request) {
    const bucket = openBucket(context, config);
    try {
      const { schema, table } = request;
      const [found] = await listTables(bucket, config, { schema, table });
      return yield* extractTable(context, bucket, found, request);
    } finally {
      bucket.close();
    }
  },
};
