import { constants } from 'node:fs';
import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from '../remote-files/remote-files.ts';
import { keysOf } from '../s3/keys-of.ts';
import { isPlain, S3Bucket } from '../s3/s3-bucket.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';

/** Brings files of the lake into a folder, under names. Throws SourceErrors. */
export interface FileFetcher {
  fetch(file: LakeFile, name: string): Promise<string>;
  close(): void;
}

type FetchFile = FileFetcher['fetch'];

export interface LakeFile {
  readonly path: string;
  /** As the catalog says. */
  readonly sizeBytes: number;
}

/**
 * Files of this machine are linked: DuckLake writes a file once and removes it some time later,
 * which a link outlasts. Where none can be (another file system, another owner), the file is
 * copied, by reference where the file system can.
 */
function localFiles({ resolveFile }: SourceContext, folder: string): FetchFile {
  return async ({ path, sizeBytes }, name) => {
    const actual = await resolveFile(path);
    const target = join(folder, name);
    try {
      await link(actual, target).catch(() =>
        copyFile(actual, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
      );
    } catch (error) {
      throw unreadable(path, error as NodeJS.ErrnoException);
    }
    if ((await stat(target)).size !== sizeBytes) throw otherFile(path);
    return target;
  };
}

function unreadable(path: string, { code = 'none' }: NodeJS.ErrnoException): SourceError {
  const sourceCode = { sourceCode: code };
  if (code === 'ENOENT')
    return new SourceError(
      'definition_changed',
      `File '${path}' of the DuckLake went away while it was read; try again`,
      sourceCode,
    );
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SourceError(
      'disk_full',
      'The service has no room left for what it reads; ask its operator to make room',
      sourceCode,
    );
  }
  return new SourceError(
    'permission',
    `File '${path}' of the DuckLake cannot be read; check its permissions`,
    sourceCode,
  );
}

export const otherFile = (path: string) =>
  new SourceError(
    'source_failed',
    `File '${path}' is not the one that the DuckLake's catalog names: its size or its rows are others; restore it`,
  );

/** Files on disk, and in buckets that the connection's keys may read. */
export function fileFetcher(
  context: SourceContext,
  config: SourceConfig,
  folder: string,
): FileFetcher {
  const fetchLocal = localFiles(context, folder);
  const buckets = new Map<string, S3Bucket>();
  const bucketOf = (name: string) => {
    const known = buckets.get(name);
    if (known) return known;
    const bucket = new S3Bucket(context, placeOf(config, name));
    buckets.set(name, bucket);
    return bucket;
  };
  return {
    async fetch(file, name) {
      const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/s.exec(file.path) ?? [];
      if (bucket === undefined || key === undefined) return fetchLocal(file, name);
      if (!isPlain(key)) throw otherFile(file.path);
      const target = join(folder, name);
      await download(
        bucketOf(bucket),
        { name: file.path, path: key, sizeBytes: file.sizeBytes, etag: null },
        target,
      );
      return target;
    },
    close() {
      for (const bucket of buckets.values()) bucket.close();
    },
  };
}

function placeOf(config: SourceConfig, bucket: string) {
  const text = (name: string) => (config[name] === undefined ? undefined : String(config[name]));
  const keys = keysOf(config, ['s3_access_key_id', 's3_secret_access_key', 's3_session_token']);
  return { bucket, endpoint: text('s3_endpoint'), region: String(config.s3_region), keys };
}
