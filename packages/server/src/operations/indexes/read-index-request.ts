import type { CreateIndexRequest } from '@quern/contract';
import type { IndexEmbedding } from '../../indexing/index-target.ts';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { LakeTable, TableVersion } from '../../lake/model.ts';
import { nearestName } from '../../plan/nearest-name.ts';
import type { IndexDefinition, IndexedColumn } from '../../search/index-definition.ts';
import { readSortedIndex } from './sorted-index.ts';
import { readTextIndex, refuseTextOptions } from './text-index.ts';
import { readVectorIndex } from './vector-index.ts';

/** A request for an index, validated against the table. */
export interface IndexRequest {
  readonly name: string;
  readonly description: string | null;
  readonly definition: IndexDefinition;
}

export type IndexTable = LakeTable & { readonly version: TableVersion };

/** Reads the definition for one type of index. Throws 400 for unsuitable columns and options. */
type ReadDefinition = (
  request: CreateIndexRequest,
  columns: readonly IndexedColumn[],
  shown: string,
  embedding: IndexEmbedding | null,
) => IndexDefinition;

const readers: Readonly<Partial<Record<IndexDefinition['indexType'], ReadDefinition>>> = {
  bm25: readTextIndex,
  vector: readVectorIndex,
  sorted: readSortedIndex,
};

const maxColumns = 16;

/** Throws 400, with the reason, if the index is not possible. */
export function readIndexRequest(
  body: CreateIndexRequest,
  table: LakeTable,
  embedding: IndexEmbedding | null,
): IndexRequest {
  const name = readName(body.index_name);
  const shown = `${table.schema}.${table.name}`;
  if (table.layout.sortedBy.length > 0) {
    throw badRequest(
      `Table '${shown}' is declared with 'sorted_by', and a sorted table cannot have indexes`,
    );
  }
  if (!hasRows(table)) {
    throw badRequest(`Table '${shown}' has no data yet; load it first, then create the index`);
  }
  const indexType = body.index_type ?? 'sorted';
  const read = readers[indexType];
  if (read === undefined) throw badRequest(`Indexes of the type '${indexType}' are not available`);
  if (indexType !== 'bm25') refuseTextOptions(body);
  const columns = readColumns(body.columns, table);
  const description = body.description?.trim() ?? '';
  if (description.length > maxDescription) {
    throw badRequest(`'description' has more than ${maxDescription} characters`);
  }
  return {
    name,
    description: description === '' ? null : description,
    definition: read(body, columns, shown, embedding),
  };
}

const maxDescription = 2000;

export function hasRows(table: LakeTable): table is IndexTable {
  return table.version !== null;
}

function readName(text: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,127}$/u.test(text)) return text;
  throw badRequest(
    `${printable(text)} is not a valid index name: letters, digits, '_', '-', '.' and spaces, 128 characters at most`,
  );
}

function readColumns(names: readonly string[], table: IndexTable): IndexedColumn[] {
  if (names.length > maxColumns) throw badRequest(`an index has at most ${maxColumns} columns`);
  const columns = names.map((name) => findColumn(name, table));
  const twice = columns.find(
    ({ id }, index) => columns.findIndex((other) => other.id === id) !== index,
  );
  if (twice) throw badRequest(`'columns' has '${twice.name}' twice`);
  return columns;
}

function findColumn(
  written: string,
  { version: { columns }, schema, name }: IndexTable,
): IndexedColumn {
  const folded = written.toLowerCase();
  const found =
    columns.find((column) => column.name === written) ??
    columns.find((column) => column.name.toLowerCase() === folded);
  if (found) return { id: found.id, name: found.name, type: found.type };
  const nearest = nearestName(
    written,
    columns.map((column) => column.name),
  );
  const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  throw badRequest(`Table '${schema}.${name}' has no column ${printable(written)}${hint}`);
}
