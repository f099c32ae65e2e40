import type { DiscoverFilter } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { RemoteFile } from './remote-files.ts';

export type FileForm = 'parquet' | 'csv' | 'tsv';

/** Files of one table: one format, in the order of names. */
export interface FileTable<File = RemoteFile> {
  readonly schema: string;
  readonly name: string;
  readonly form: FileForm;
  readonly files: readonly File[];
}

const topSchema = 'main';
const maxTables = 10_000;

/**
 * Groups files into tables by path: `a/b/orders.parquet` is table `orders` of schema `a/b`. If each
 * folder is a table, the file belongs to table `b` in schema `a`. Files outside folders are in
 * schema `main`. Files of other formats are left out. Sorted by schema and name. Throws a
 * SourceError if two tables would have the same name.
 */
export function tablesOf<File extends Pick<RemoteFile, 'name' | 'path'>>(
  files: readonly File[],
  isByFolder: boolean,
  filter: DiscoverFilter = {},
): FileTable<File>[] {
  const tables = new Map<string, { schema: string; name: string; form: FileForm; files: File[] }>();
  for (const file of files) {
    const parts = file.path.split('/').filter((part) => part !== '');
    const [, base = '', extension = ''] =
      /^(.+)\.(parquet|csv|tsv)$/i.exec(parts.pop() ?? '') ?? [];
    if (base === '') continue;
    const form = extension.toLowerCase() as FileForm;
    const name = isByFolder ? (parts.pop() ?? base) : base;
    const schema = parts.length === 0 ? topSchema : parts.join('/');
    if ((filter.schema ?? schema) !== schema || (filter.table ?? name) !== name) continue;
    const key = JSON.stringify([schema, name]);
    const known = tables.get(key);
    if (!known) tables.set(key, { schema, name, form, files: [file] });
    else if (!isByFolder || known.form !== form) throw twice(schema, name, known.files[0], file);
    else known.files.push(file);
  }
  if (tables.size > maxTables) {
    throw new SourceError(
      'unsupported',
      `There are more than ${maxTables.toLocaleString('en')} tables there; name fewer of its files`,
    );
  }
  const byBytes = (one: string, other: string) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other));
  return [...tables.values()].sort(
    (one, other) => byBytes(one.schema, other.schema) || byBytes(one.name, other.name),
  );
}

type Named = Pick<RemoteFile, 'name'>;

const twice = (schema: string, name: string, one: Named | undefined, other: Named) =>
  new SourceError(
    'configuration',
    `'${one?.name}' and '${other.name}' would both be table '${schema}.${name}'; rename one of them, or name fewer files`,
  );
