import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from '../../engine/task.ts';
import { badRequest } from '../../kernel/errors.ts';
import { newObjectName } from '../../kernel/ids.ts';
import type { BuiltSegment } from '../built-segment.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { FileSegment } from '../segment-file.ts';
import { segmentKind } from '../segment-kinds.ts';
import { addEmbedded, type EmbeddedFile } from './embedded-file.ts';
import { type IndexedFile, rowsOfFile } from './rows-of-file.ts';
import { writeVectors } from './write-vectors.ts';

export type BuildSegmentRequest = IndexedRows & { readonly definition: IndexDefinition };

/**
 * The file's rows. An index on texts reads the output of `readTexts` and the vectors of its texts
 * instead of the file.
 */
type IndexedRows = IndexedFile | { readonly embedded: EmbeddedFile; readonly rowCount: number };

export const buildSegment: Task<BuildSegmentRequest, BuiltSegment> = async (context, request) => {
  const { definition } = request;
  const embedded = 'embedded' in request ? request.embedded : undefined;
  const rowCount = 'embedded' in request ? request.rowCount : request.file.rowCount;
  const path = join(context.spoolDir, `${newObjectName()}.segment`);
  const out = new FileSegment(path);
  let waitingRows = 0;
  try {
    const builder = segmentKind(definition.indexType).build(definition, out);
    let rows = 0;
    if ('embedded' in request) ({ rows, waitingRows } = addEmbedded(builder, request.embedded));
    else {
      for await (const chunk of rowsOfFile(context.connection, definition, request)) {
        builder.add(chunk);
        rows += chunk.rowCount;
      }
    }
    if (rows !== rowCount) throw badRequest(`a data file gave ${rows} rows of ${rowCount}`);
    builder.end();
  } catch (error) {
    out.abandon();
    throw error;
  }
  const built = { path, ...out.close() };
  if (embedded === undefined) return built;
  const vectorsPath = join(context.spoolDir, `${newObjectName()}.parquet`);
  try {
    return {
      ...built,
      waitingRows,
      vectors: await writeVectors(context.connection, embedded, vectorsPath),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};
