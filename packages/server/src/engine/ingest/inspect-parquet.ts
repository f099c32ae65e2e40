import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { typeNesting } from '../query/check-shape.ts';
import { type DuckdbType, parseType, printType } from '../types/duckdb-type.ts';
import { vectorType } from '../types/vector-type.ts';
import { arrowLengths } from './arrow-lengths.ts';
import { checkColumnNames } from './column-names.ts';
import type { InspectedColumn, ParquetSource } from './file-source.ts';
import {
  type CheckedFooter,
  checkParquetFooter,
  damagedParquet,
  tooDeep,
} from './parquet-footer.ts';
import { rewriteParquet } from './rewrite-parquet.ts';
import { sourceRelation } from './source-relation.ts';
import { copyWithBytes, findWideDecimals, type WideDecimal } from './wide-decimals.ts';

export interface InspectedParquet {
  readonly source: ParquetSource;
  readonly columns: readonly InspectedColumn[];
  /** Where a copy is read instead of the file: its path, which the caller removes. */
  readonly copyPath: string | null;
  /** What is kept otherwise than the file has it, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * `known`: lengths of columns of vectors that somebody knows besides what the file says. Reads the
 * footer only; damage inside the pages shows when they are read to be written. A copy, if
 * need be, is below the folder of `place`, which is made when it is asked for.
 */
export async function inspectParquet(
  place: { readonly connection: DuckDBConnection; readonly spoolDir: string },
  path: string,
  limits: SizeLimits,
  maxDecodedBytes: number,
  known: ReadonlyMap<string, number> = new Map(),
): Promise<InspectedParquet> {
  const checked = await checkParquetFooter(path, limits, maxDecodedBytes);
  const isReadable = checked.unread.size === 0 || checked.rowCount === 0;
  if (isReadable) return inspectChecked(place, path, checked, limits, known);
  const copy = await rewriteParquet(place.connection, { path, ...checked }, place.spoolDir);
  try {
    const written = await checkParquetFooter(copy, limits, maxDecodedBytes);
    const inspected = await inspectChecked(place, copy, written, limits, known);
    if (inspected.copyPath === null) return { ...inspected, copyPath: copy };
    await rm(copy, { force: true });
    return inspected;
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

async function inspectChecked(
  place: { readonly connection: DuckDBConnection; readonly spoolDir: string },
  path: string,
  checked: CheckedFooter,
  limits: SizeLimits,
  known: ReadonlyMap<string, number>,
): Promise<InspectedParquet> {
  const { footer, hasColumns } = checked;
  // What data frames without columns are written as: there is nothing in it to be read.
  if (!hasColumns) {
    const source = { format: 'parquet', path, rowCount: 0, rowGroupCount: 0 } as const;
    return { source, columns: [], copyPath: null, warnings: [] };
  }
  const wide = footer === null ? [] : findWideDecimals(footer, damagedParquet);
  const own = footer === null ? [] : arrowLengths(footer, damagedParquet);
  const lengths = new Map([...known, ...own]);
  if (footer === null || wide.length === 0) {
    const { source, columns } = await inspectReadable(
      place.connection,
      { path, ...checked },
      [],
      limits,
    );
    return { source, columns: withLengths(columns, lengths), copyPath: null, warnings: [] };
  }
  const copyPath = await copyWithBytes(path, footer, wide, place.spoolDir);
  try {
    const decimals = wide.map(({ name, precision, scale }) => ({ name, precision, scale }));
    const { source, columns } = await inspectReadable(
      place.connection,
      { ...checked, path: copyPath },
      decimals,
      limits,
    );
    const warnings = decimals.map(kept);
    return { source, columns: withLengths(columns, lengths), copyPath, warnings };
  } catch (error) {
    await rm(copyPath, { force: true });
    throw error;
  }
}

/** Columns of vectors keep the length that the file says. */
function withLengths(
  columns: readonly InspectedColumn[],
  lengths: ReadonlyMap<string, number>,
): readonly InspectedColumn[] {
  return columns.map((column) => {
    const length = lengths.get(column.name);
    const vector = length === undefined ? undefined : vectorType(column.type);
    return vector === undefined ? column : { ...column, type: `${vector.element}[${length}]` };
  });
}

const kept = ({ name, precision, scale }: WideDecimal) =>
  `Column '${name}' is DECIMAL(${precision},${scale}) in the file and is kept as text: a number has at most 38 digits`;

async function inspectReadable(
  connection: DuckDBConnection,
  { path, rowCount, rowGroupCount }: CheckedFooter & { readonly path: string },
  wideDecimals: readonly WideDecimal[],
  limits: SizeLimits,
): Promise<Pick<InspectedParquet, 'source' | 'columns'>> {
  const fields = await topLevelFields(connection, path);
  // Checked on the file's own schema: read_parquet renames duplicates (`id_1`).
  checkColumnNames(fields);
  const file = { format: 'parquet', path, rowCount, rowGroupCount, wideDecimals } as const;
  const described = (
    await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${sourceRelation(file)}`)
  ).getRows();
  const shapes = described.filter(([, type]) => /^GEOMETRY\b/.test(String(type)));
  const source =
    shapes.length === 0 ? file : { ...file, shapes: shapes.map(([name]) => String(name)) };
  const columns = described.map(([name, type]) => inspectedColumn(String(name), String(type)));
  if (columns.some(({ type }) => typeNesting(type) > limits.maxNesting))
    throw tooDeep(limits.maxNesting);
  return { source, columns };
}

function inspectedColumn(name: string, text: string): InspectedColumn {
  const type = storedType(parseType(text), name);
  return {
    name,
    type: printType(type),
    inferredFrom: null,
    allNull: text === '"NULL"' || text === 'NULL',
  };
}

/**
 * What stays a value of its own: the rest DuckDB changes on the way to Parquet (architecture,
 * measured facts).
 */
const storedAs: Readonly<Record<string, string>> = {
  JSON: 'VARCHAR',
  NULL: 'VARCHAR',
  // As WKB, as results keep it.
  GEOMETRY: 'BLOB',
};
const unsupported = new Set(['HUGEINT', 'UHUGEINT', 'BIGNUM', 'BIT', 'VARIANT']);

function storedType(type: DuckdbType, column: string): DuckdbType {
  switch (type.kind) {
    case 'decimal':
      return type;
    // Parquet keeps no length of a list; that of vectors may stand beside it (`withLengths`).
    case 'array':
    case 'list':
      return { kind: 'list', element: storedType(type.element, column) };
    case 'enum':
      return { kind: 'scalar', name: 'VARCHAR' };
    case 'union':
      throw unkept(column, 'UNION');
    case 'map':
      return {
        kind: 'map',
        key: storedType(type.key, column),
        value: storedType(type.value, column),
      };
    case 'struct':
      if (type.fields.some(({ name }) => name === '')) throw unnamedField(column);
      return {
        kind: 'struct',
        fields: type.fields.map((field) => ({
          name: field.name,
          type: storedType(field.type, column),
        })),
      };
    case 'scalar':
      if (unsupported.has(type.name)) throw unkept(column, type.name);
      return { kind: 'scalar', name: storedAs[type.name] ?? type.name };
  }
}

const unnamedField = (column: string) =>
  badRequest(`Column '${column}' of the Parquet file has a field without a name; name it`);

const unkept = (column: string, type: string) =>
  badRequest(
    `Column '${column}' of the Parquet file has the type ${type}, which cannot be kept; convert it`,
  );

/** Names of the root's children, which the schema lists depth first. */
async function topLevelFields(connection: DuckDBConnection, path: string): Promise<string[]> {
  const schema = await connection.runAndReadAll(
    `SELECT name, num_children, logical_type, precision FROM parquet_schema(${quoteLiteral(path)}) ORDER BY column_id`,
  );
  const rows = schema.getRows();
  const names: string[] = [];
  let at = 1;
  const skip = (): void => {
    const [name, children, , precision] = rows[at] ?? [];
    at += 1;
    if (Number(precision ?? 0) > 38) {
      throw badRequest(
        `Column '${String(name)}' of the Parquet file is a DECIMAL of ${precision} digits, which only a column of its own may be; 38 is the most inside lists and structs`,
      );
    }
    for (let child = 0; child < Number(children ?? 0); child += 1) skip();
  };
  while (at < rows.length) {
    names.push(String(rows[at]?.[0] ?? ''));
    skip();
  }
  return names;
}
