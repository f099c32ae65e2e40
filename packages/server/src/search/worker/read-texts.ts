import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { liveRows } from '../../engine/query/live-rows.ts';
import type { Task } from '../../engine/task.ts';
import { newObjectName } from '../../kernel/ids.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { noText } from './embedded-file.ts';
import type { IndexedFile } from './rows-of-file.ts';

export interface ReadTextsRequest extends IndexedFile {
  readonly definition: IndexDefinition;
}

/** Below `spoolDir`: the distinct texts of a file's rows, and the text of each row. */
export interface ReadTexts {
  /** A line of JSON for each text. */
  readonly textsPath: string;
  readonly idsPath: string;
  readonly textCount: number;
  /** Rows with one of the texts. */
  readonly rowCount: number;
}

const chunkRows = 16_384;

/** The distinct texts of an index's column in a file, except blank texts, which have no meaning. */
export const readTexts: Task<ReadTextsRequest, ReadTexts> = async (
  context,
  { definition, file, columns },
) => {
  const name = newObjectName();
  const [textsPath, idsPath] = [
    join(context.spoolDir, `${name}.texts`),
    join(context.spoolDir, `${name}.ids`),
  ];
  const [texts, ids] = [openSync(textsPath, 'wx'), openSync(idsPath, 'wx')];
  try {
    const known = new Map<string, number>();
    const numbers = new Uint32Array(chunkRows);
    let rowCount = 0;
    for await (const chunk of textsOfFile(context.connection, definition, { file, columns })) {
      const lines: string[] = [];
      chunk.forEach((text, index) => {
        const isBlank = text === null || text.trim() === '';
        numbers[index] = isBlank ? noText : (known.get(text) ?? known.size);
        if (!isBlank) rowCount += 1;
        if (isBlank || known.has(text)) return;
        known.set(text, known.size);
        lines.push(`${lineOf(text)}\n`);
      });
      writeAll(texts, Buffer.from(lines.join('')));
      writeAll(ids, new Uint8Array(numbers.buffer, 0, chunk.length * 4));
    }
    return { textsPath, idsPath, textCount: known.size, rowCount };
  } finally {
    closeSync(texts);
    closeSync(ids);
  }
};

/** JSON does not escape two more characters that readers of lines take for ends of lines. */
const lineOf = (text: string) =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

async function* textsOfFile(
  connection: Parameters<Task<never, never>>[0]['connection'],
  definition: IndexDefinition,
  { file, columns }: IndexedFile,
): AsyncGenerator<(string | null)[]> {
  const [{ id, name, type } = { id: 0, name: '', type: 'VARCHAR' }] = definition.columns;
  const { deletes: _gone, ...whole } = file;
  const read = [columns.find(({ stored }) => stored === id) ?? { name, type, stored: id }];
  const result = await connection.stream(
    `SELECT CAST(v AS VARCHAR) FROM (${liveRows([whole], columns, { read })}) AS t(v)`,
  );
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield chunk.getColumnValues(0) as (string | null)[];
  }
}
