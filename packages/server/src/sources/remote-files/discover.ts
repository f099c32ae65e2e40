import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileEngine } from '../file-engine/open-file-engine.ts';
import { keptType } from '../file-engine/typed-rows.ts';
import type { DiscoveredTable, SourceContext } from '../source.ts';
import type { FileTable } from './file-tables.ts';
import { type FileColumn, inspectRemote } from './inspect-file.ts';
import type { RemoteStore } from './remote-files.ts';

const tablesInPart = 100;
/** Files that are asked at a time: most of the time goes into waiting. */
const askedAtOnce = 8;

function kept({ type, wide, isWithin }: FileColumn) {
  if (wide === undefined) return keptType(type);
  return {
    type: 'VARCHAR',
    note: isWithin
      ? 'holds numbers of more than 38 digits, which are not read'
      : 'comes as text: a number has at most 38 digits',
  };
}

const ofSample = 'by the first MiB of the file; all of its values decide when it is read';

/** What the first file of each table says of its columns. */
export async function* discoverTables(
  context: SourceContext,
  store: RemoteStore,
  tables: readonly FileTable[],
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const folder = await mkdtemp(join(context.scratchFolder, 'files-'));
  const engine = await openFileEngine(context, { readable: [], folder });
  try {
    for (let at = 0; at < tables.length; at += tablesInPart) {
      const part = tables.slice(at, at + tablesInPart);
      const found: DiscoveredTable[] = [];
      for (let next = 0; next < part.length; next += askedAtOnce) {
        found.push(
          ...(await Promise.all(
            part
              .slice(next, next + askedAtOnce)
              .map((table, index) => inspect(table, at + next + index)),
          )),
        );
      }
      yield found;
    }
  } finally {
    engine.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function inspect(
    { schema, name, form, files }: FileTable,
    index: number,
  ): Promise<DiscoveredTable> {
    const [first] = files;
    const path = join(folder, `${index}.${form}`);
    const columns = first ? await inspectRemote(engine.connection, store, first, form, path) : [];
    await rm(path, { force: true });
    return {
      schema,
      name,
      kind: 'table',
      columns: columns.map((column) => ({
        name: column.name,
        sourceType: form === 'parquet' ? (column.wide ?? column.type) : 'text',
        nullable: true,
        comment: null,
        ...(form === 'parquet' ? kept(column) : { type: column.type, note: ofSample }),
      })),
      primaryKey: [],
      comment: null,
      rowEstimate: null,
    };
  }
}
