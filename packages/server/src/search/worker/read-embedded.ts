import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { DuckDBListValue } from '../../engine/duckdb.ts';
import { liveRows } from '../../engine/query/live-rows.ts';
import type { QueryColumn } from '../../engine/query/query-request.ts';
import type { Task } from '../../engine/task.ts';
import { newObjectName } from '../../kernel/ids.ts';
import type { IndexedFile } from './rows-of-file.ts';

export interface ReadEmbeddedRequest extends IndexedFile {
  /** The column of texts, and the generated column of their vectors, which the file has. */
  readonly pair: readonly [texts: QueryColumn, vectors: QueryColumn];
}

/**
 * Below `spoolDir`, a line of JSON for each distinct text of the file's rows with a vector: the
 * text, and base64 of its numbers in 32 bits.
 */
export interface ReadEmbedded {
  readonly textsPath: string;
}

/** Reads the embedded texts of a data file, from the file and from its separate values. */
export const readEmbedded: Task<ReadEmbeddedRequest, ReadEmbedded> = async (
  context,
  { pair, file, columns },
) => {
  const textsPath = join(context.spoolDir, `${newObjectName()}.embedded`);
  const out = createWriteStream(textsPath, { flags: 'wx' });
  const written = finished(out);
  written.catch(() => {});
  try {
    const seen = new Set<string>();
    const rows = liveRows([file], columns, { read: pair });
    const result = await context.connection.stream(
      `SELECT CAST(t AS VARCHAR), v FROM (${rows}) AS r(t, v) WHERE t IS NOT NULL AND v IS NOT NULL`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      const texts = chunk.getColumnValues(0);
      const lines = chunk.getColumnValues(1).flatMap((vector, row) => {
        const text = texts[row];
        if (typeof text !== 'string' || seen.has(text)) return [];
        if (!(vector instanceof DuckDBListValue)) return [];
        seen.add(text);
        return [`${lineOf(text, Float32Array.from(vector.items, Number))}\n`];
      });
      if (lines.length > 0 && !out.write(lines.join(''))) await once(out, 'drain');
    }
  } finally {
    out.end();
  }
  await written;
  return { textsPath };
};

/** JSON does not escape two more characters that readers of lines take for ends of lines. */
const lineOf = (text: string, { buffer }: Float32Array) =>
  JSON.stringify([text, Buffer.from(buffer).toString('base64')])
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
