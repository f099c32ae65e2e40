import { badRequest } from '../kernel/errors.ts';
import type { GeneratedColumn } from '../lake/model.ts';
import type { IndexRow } from '../metadata/index-store.ts';
import type { IndexDefinition } from '../search/index-definition.ts';
import type { Embedding, StoredVectorOptions } from '../search/vector/vector-options.ts';
import { definitionOf } from './stored-definition.ts';

/** DuckDB's spelling of the type of a generated column. */
export const generatedType = 'FLOAT[]';

export function embeddingOf({ indexType, options }: IndexDefinition): Embedding | null {
  return indexType === 'vector' ? (options as unknown as StoredVectorOptions).embedding : null;
}

/** The column that an index on texts makes; null of other indexes. */
export function outputOf(definition: IndexDefinition): NonNullable<Embedding['output']> | null {
  return embeddingOf(definition)?.output ?? null;
}

/** The columns that the tables of a lake have by their indexes, by the ids of the tables. */
export function generatedColumns(
  rows: readonly IndexRow[],
): ReadonlyMap<string, readonly GeneratedColumn[]> {
  const byTable = new Map<string, GeneratedColumn[]>();
  for (const row of rows) {
    if (row.index_type !== 'vector' || row.status !== 'ready') continue;
    const definition = definitionOf(row);
    const output = outputOf(definition);
    const [source] = definition.columns;
    if (output === null || source === undefined) continue;
    const { id, name } = output;
    const column: GeneratedColumn = {
      id,
      name,
      type: generatedType,
      sourceId: source.id,
      definitionId: row.definition_id,
      index: row.name,
      mayWait: embeddingOf(definition)?.onFailure !== 'fail',
      state: `${row.built_version} ${row.updated_at}`,
    };
    byTable.set(row.table_id, [...(byTable.get(row.table_id) ?? []), column]);
  }
  return byTable;
}

/** The name of the column where none is asked for. */
export const defaultOutput = (source: string) => `${source}_embedding`;

/** 400 for a name that no column may have, or that another column of the table has. */
export function readOutputName(
  asked: string | null | undefined,
  source: string,
  taken: readonly string[],
  shown: string,
): string {
  const name = asked ?? defaultOutput(source);
  if (name.trim() === '' || name.length > maxNameLength || hasControlCharacters(name))
    throw badRequest(
      `'output_column' must be a name of ${maxNameLength} characters at most, without control characters`,
    );
  if (reserved.has(name.toLowerCase()))
    throw badRequest(`'output_column' cannot be '${name}'; choose another name`);
  const present = taken.find((other) => other.toLowerCase() === name.toLowerCase());
  if (present === undefined) return name;
  throw badRequest(
    `Table '${shown}' has a column '${present}' already; name another one for the vectors in 'output_column'`,
  );
}

const maxNameLength = 128;
/** Names of the engine's own columns of a file. */
const reserved = new Set(['filename', 'file_row_number', 'file_index', 'rowid']);
const hasControlCharacters = (text: string) =>
  [...text].some((char) => char < ' ' || char === '\x7f');
