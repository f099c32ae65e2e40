import type { HasSettings } from '../config/settings.ts';
import type { Asked, EngineRunOptions } from '../engine/engine.ts';
import { smallFileBytes } from '../engine/ingest/small-file-bytes.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { InspectFileRequest } from '../engine/tasks/ingest-inspect-file.ts';
import type {
  LoadSmallFileRequest,
  SmallFileTail,
} from '../engine/tasks/ingest-load-small-file.ts';
import { claimColumnIds, nextColumnId } from '../lake/column-ids.ts';
import type { KeptContent } from '../lake/delete-rows.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeTable } from '../lake/model.ts';
import { type Tail, tailOf } from '../lake/small-files.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { checkLayout } from './check-layout.ts';
import type { LoadTarget } from './load-target.ts';
import type { PreparedLoad } from './prepared-load.ts';

/** A load in mode replace or append. */
export interface PlainLoad {
  readonly target: LoadTarget;
  readonly mode: LoadSmallFileRequest['mode'];
  readonly table: LakeTable | null;
  readonly file: Asked<InspectFileRequest>;
  /** The size of the decoded file. */
  readonly sizeBytes: number;
  /** Few rows may be kept in the metadata, and the table's last files written anew with them. */
  readonly mayStaySmall: boolean;
}

/**
 * Loads a small file by one task instead of two, and without the worker's disk. Null for a large
 * file, or a file to inspect before the columns of the table are known. Errors are those of
 * `writeSource`.
 */
export async function loadSmallSource(
  services: HasEngine & HasLakes & HasMetadata & HasSettings,
  { target, mode, table, file, sizeBytes, mayStaySmall }: PlainLoad,
  limits: EngineRunOptions,
): Promise<SmallLoad | null> {
  const layout = table?.layout;
  const isPartitioned = layout !== undefined && layout.partitionBy.length > 0;
  if (sizeBytes > smallFileBytes || file.contentEncoding || isPartitioned) return null;
  const columns = table?.version?.columns ?? [];
  const { unsynced } = services.metadata;
  const firstId = columns.length > 0 ? null : await nextColumnId(unsynced, target.lakeId);
  const sortedBy = layout?.sortedBy ?? [];
  const tail = mayStaySmall && table?.version ? await findTail(services, table, sizeBytes) : null;
  const request = {
    ...{ file, sizeBytes, mode, columns, sortedBy, nextColumnId: firstId },
    ...(tail && { tail: tailToRead(tail, columns, `table '${target.schema}.${target.table}'`) }),
  };
  // A second thread of the engine would find no work and spin while searching.
  const loaded = await services.engine.run('loadSmallFile', request, { ...limits, threads: 1 });
  if (loaded === null || loaded.columns.length > services.settings.maxColumns) return null;
  const { newColumns } = loaded;
  const isOurs =
    newColumns === 0 ||
    firstId === null ||
    (await claimColumnIds(unsynced, target.lakeId, firstId, newColumns));
  if (!isOurs) return null;
  if (layout) checkLayout(layout, loaded.columns, `${target.schema}.${target.table}`);
  const { columns: evolved, file: inMemory, warnings } = loaded;
  const written = { columns: evolved, written: { files: [] }, warnings };
  // Without rows of its own the load leaves the tail as it is.
  return inMemory === null ? written : { ...written, inMemory, kept: tail?.kept };
}

/** `kept`: what stays of the table, where that is not all. */
type SmallLoad = Pick<PreparedLoad, 'columns' | 'written' | 'inMemory' | 'warnings'> & {
  readonly kept?: KeptContent | undefined;
};

/** A version has more files at its end than one manifest where each append added one. */
const lastManifests = 16;

async function findTail(
  { lakes }: HasLakes,
  { version }: LakeTable,
  incomingBytes: number,
): Promise<Tail | null> {
  if (version === null) return null;
  return tailOf(version, await lakes.lastManifests(version, lastManifests), incomingBytes);
}

function tailToRead(
  { files, rowCount, sizeBytes }: Tail,
  columns: readonly LakeColumn[],
  subject: string,
): Asked<SmallFileTail> {
  const present = JSON.stringify(columns);
  return {
    files: files.map(({ file, manifest }) => ({
      ...fileToRead(file, subject),
      written: manifest.columns,
      isCurrent: JSON.stringify(manifest.columns) === present,
    })),
    rowCount,
    sizeBytes,
  };
}
