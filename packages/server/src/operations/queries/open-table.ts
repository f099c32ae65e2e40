import type { QueryTable } from '../../engine/query/query-request.ts';
import type { TableVersion } from '../../lake/model.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { SelectedFile } from './select-files.ts';

/** What is read of a table. */
export interface SelectedTable {
  readonly version: TableVersion;
  readonly files: readonly SelectedFile[];
  /** Name of the index by whose order it is read; absent: by none. */
  readonly index?: string | undefined;
}

/**
 * The table as a worker reads it, its files on local disk and pinned there. `subject`: as messages
 * call it.
 */
export async function openTable(
  pinned: PinnedObjects,
  name: string,
  { version, files, index }: SelectedTable,
  subject: string,
): Promise<QueryTable> {
  return {
    name,
    ...(index !== undefined && { index }),
    columns: version.columns.map((column) => ({
      name: column.name,
      type: column.type,
      stored: column.id,
    })),
    files: (
      await Promise.all(
        files.map(async ({ file, written, sorted }) => {
          const read = sorted ?? [await pinned.pinFile(file, subject)];
          const shape = written === null ? { isCurrent: true } : { written };
          return read.map((each) => ({ ...each, ...shape }));
        }),
      )
    ).flat(),
  };
}
