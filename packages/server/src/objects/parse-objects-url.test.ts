import { describe, expect, it } from 'vitest';
import { parseObjectsUrl } from './parse-objects-url.ts';

const parse = (url: string) => parseObjectsUrl(url, '/data');

describe('QUERN_OBJECTS_URL', () => {
  it('names a folder', () => {
    expect(parse('file:')).toEqual({ kind: 'file', objectsDir: '/data/objects' });
    expect(parse('file:/srv/objects')).toEqual({ kind: 'file', objectsDir: '/srv/objects' });
    expect(parse('file:///srv/objects/')).toEqual({ kind: 'file', objectsDir: '/srv/objects' });
  });

  it('names a bucket with prefix, endpoint and region', () => {
    expect(parse('s3://my-bucket')).toEqual({
      kind: 's3',
      bucket: 'my-bucket',
      keyPrefix: '',
      endpoint: null,
      region: null,
      forcePathStyle: false,
    });
    expect(parse('s3://bkt/a/b/?endpoint=http://127.0.0.1:9000/&region=eu-1')).toEqual({
      kind: 's3',
      bucket: 'bkt',
      keyPrefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
      forcePathStyle: true,
    });
    expect(
      parse('s3://bkt?endpoint=http://store:7070&public_endpoint=https://files.example/'),
    ).toMatchObject({
      endpoint: 'http://store:7070',
      publicEndpoint: 'https://files.example',
    });
    expect(parse('s3://bkt?endpoint=https://x.example&force_path_style=false')).toMatchObject({
      region: 'us-east-1',
      forcePathStyle: false,
    });
  });

  it.each([
    ['http://bucket', 'begin with'],
    ['file://host/folder', 'host'],
    ['s3://', 'bucket'],
    ['s3://key:secret@bucket', 'no credentials'],
    ['s3://UPPER', 'bucket'],
    ['s3://bkt/a/../b', 'prefix'],
    ['s3://bkt/.hidden', 'prefix'],
    ['s3://bkt?endpoint=ftp://x', 'endpoint'],
    ['s3://bkt?endpoint=nonsense', 'endpoint'],
    ['s3://bkt?public_endpoint=nonsense', 'public_endpoint'],
    ['s3://bkt?endpoint=http://u:p@x', 'endpoint'],
    ['s3://bkt?force_path_style=yes', 'force_path_style'],
    ['s3://bkt?acl=public', "'acl'"],
  ])('is refused as %s', (url, what) => {
    expect(() => parse(url)).toThrow(what);
    expect(() => parse(url)).not.toThrow('secret@');
  });
});
