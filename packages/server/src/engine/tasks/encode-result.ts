import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectName } from '../../kernel/ids.ts';
import { arrowEndOfStream } from '../encode/arrow-message.ts';
import { openArrowReader, writeArrowSlice } from '../encode/arrow-slice.ts';
import type { EncodedSlice, EncodeRequest } from '../encode/encoded-slice.ts';
import { isSurelyLarger } from '../encode/least-json.ts';
import { isRefusedByReaders } from '../encode/refused-files.ts';
import { resultTooLarge } from '../encode/result-too-large.ts';
import { rowsWithin } from '../encode/row-size.ts';
import { headerText, type TextFormat } from '../encode/row-text.ts';
import { writeTextSlice } from '../encode/text-slice.ts';
import type { Task, TaskContext } from '../task.ts';

/**
 * A slice up to the size is part of the reply. A larger slice goes through a file, which the HTTP
 * process streams.
 */
const inlineBytes = 256 * 1024;

/**
 * Encodes one slice of a stored result: as many of the requested rows as make about `targetBytes`.
 * The request has the columns of the result record. Rows keep the file's order, whatever the
 * slices.
 */
export const encodeResult: Task<EncodeRequest, EncodedSlice> = async (context, request) => {
  const path = join(context.spoolDir, `${newObjectName()}.${request.format}`);
  try {
    const slice =
      request.format === 'arrow'
        ? await encodeArrow(context, request, path)
        : await encodeText(context, request, request.format, path);
    return await inlined(slice);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

async function encodeText(
  { connection }: TaskContext,
  request: EncodeRequest,
  format: TextFormat,
  path: string,
): Promise<EncodedSlice> {
  const bytes = Buffer.from(request.first ? headerText(format, request.columns) : '');
  if (request.limit === 0) return { rowCount: 0, bytes };
  const rowCount = await rowsWithin(connection, request.path, request.columns, request);
  const { refuseAbove, targetBytes, limit } = request;
  // The estimate from above already covers all rows.
  const fits = rowCount === limit && targetBytes <= (refuseAbove ?? 0);
  if (
    refuseAbove !== undefined &&
    !fits &&
    (await isSurelyLarger(connection, request, refuseAbove))
  )
    throw resultTooLarge(refuseAbove);
  const source = { path: request.path, columns: request.columns, format };
  const sizeBytes = await writeTextSlice(
    connection,
    source,
    { offset: request.offset, rowCount },
    path,
  );
  return { rowCount, bytes, file: { path, sizeBytes } };
}

async function encodeArrow(
  { connection }: TaskContext,
  request: EncodeRequest,
  path: string,
): Promise<EncodedSlice> {
  const reader = await openArrowReader(request.path);
  try {
    const schema = request.first ? reader.schemaMessage(request.columns) : new Uint8Array();
    if (request.limit === 0)
      return { rowCount: 0, bytes: Buffer.concat([schema, arrowEndOfStream]) };
    const isRefused = await isRefusedByReaders(connection, request.path);
    const source = { path: request.path, columns: request.columns, reader, isRefused };
    const target = await open(path, 'w');
    try {
      const rowCount = await writeArrowSlice(
        connection,
        source,
        request,
        target,
        `${path}.parquet`,
      );
      if (rowCount === request.limit) await target.writeFile(arrowEndOfStream);
      return { rowCount, bytes: schema, file: { path, sizeBytes: (await target.stat()).size } };
    } finally {
      await target.close();
    }
  } finally {
    await reader.close();
  }
}

/** The slice with a small file's bytes in place of the file. */
async function inlined(slice: EncodedSlice): Promise<EncodedSlice> {
  if (!slice.file || slice.file.sizeBytes > inlineBytes) return slice;
  const content = await readFile(slice.file.path);
  await rm(slice.file.path);
  return { rowCount: slice.rowCount, bytes: Buffer.concat([slice.bytes, content]) };
}
