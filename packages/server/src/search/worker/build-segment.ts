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

export interface BuildSegmentRequest extends IndexedFile {
  readonly definition: IndexDefinition;
  /** Of an index on texts: what `readTexts` wrote, and the vectors of its texts. */
  readonly embedded?: EmbeddedFile;
}

export const buildSegment: Task<BuildSegmentRequest, BuiltSegment> = async (context, request) => {
  const { definition, file } = request;
  const path = join(context.spoolDir, `${newObjectName()}.segment`);
  const out = new FileSegment(path);
  let waitingRows = 0;
  try {
    const builder = segmentKind(definition.indexType).build(definition, out);
    let rows = 0;
    if (request.embedded) ({ rows, waitingRows } = addEmbedded(builder, request.embedded));
    else {
      for await (const chunk of rowsOfFile(context.connection, definition, request)) {
        builder.add(chunk);
        rows += chunk.rowCount;
      }
    }
    if (rows !== file.rowCount)
      throw badRequest(`a data file gave ${rows} rows of ${file.rowCount}`);
    builder.end();
  } catch (error) {
    out.abandon();
    throw error;
  }
  const built = { path, ...out.close() };
  if (!request.embedded) return built;
  const vectorsPath = join(context.spoolDir, `${newObjectName()}.parquet`);
  try {
    return {
      ...built,
      waitingRows,
      vectors: await writeVectors(context.connection, request.embedded, vectorsPath),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};
