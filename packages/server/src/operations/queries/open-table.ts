import type { QueryTable } from '../../engine/query/query-request.ts';
import type { GeneratedColumn, TableVersion } from '../../lake/model.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { SelectedFile } from './select-files.ts';

/** What is read of a table. */
export interface SelectedTable {
  readonly version: TableVersion;
  readonly files: readonly SelectedFile[];
  /** Name of the index by whose order it is read; absent: by none. */
  readonly index?: string | undefined;
  /** The columns besides those of the version, with their values. */
  readonly generated?: readonly OpenedGenerated[];
}

/** A generated column: object keys of the data files that it has values of, and where these are. */
export interface OpenedGenerated {
  readonly column: GeneratedColumn;
  readonly paths: ReadonlyMap<string, string>;
}

/**
 * The table as a worker reads it, its files on local disk and pinned there. `subject`: as messages
 * call it.
 */
export async function openTable(
  pinned: PinnedObjects,
  name: string,
  { version, files, index, generated = [] }: SelectedTable,
  subject: string,
): Promise<QueryTable> {
  const vectorsOf = (key: string) =>
    generated.flatMap(({ column, paths }) => {
      const path = paths.get(key);
      return path === undefined ? [] : [{ column: column.id, path }];
    });
  return {
    name,
    ...(index !== undefined && { index }),
    columns: [
      ...version.columns.map(({ id, name, type }) => ({ name, type, stored: id })),
      ...generated.map(({ column: { id, name, type } }) => {
        return { name, type, stored: id, isGenerated: true as const };
      }),
    ],
    files: (
      await Promise.all(
        files.map(async ({ file, written, sorted }) => {
          const read = sorted ?? [await pinned.pinFile(file, subject)];
          const shape = {
            ...(written === null ? { isCurrent: true } : { written }),
            ...(generated.length > 0 && { vectors: vectorsOf(file.key) }),
          };
          return read.map((each) => ({ ...each, ...shape }));
        }),
      )
    ).flat(),
  };
}
