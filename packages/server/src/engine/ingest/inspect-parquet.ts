import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { typeNesting } from '../query/check-shape.ts';
import { type DuckdbType, parseType, printType } from '../types/duckdb-type.ts';
import { vectorType } from '../types/vector-type.ts';
import { type ArrowFacts, arrowFacts } from './arrow-facts.ts';
import { checkColumnNames } from './column-names.ts';
import { markCut, withCuts } from './cut-columns.ts';
import type { InspectedColumn, ParquetSource } from './file-source.ts';
import { findHiddenNanoseconds, hiddenCuts } from './hidden-nanoseconds.ts';
import { markUntyped } from './leaf-types.ts';
import {
  type CheckedFooter,
  checkParquetFooter,
  damagedParquet,
  tooDeep,
} from './parquet-footer.ts';
import { type RewritePlace, rewriteParquet } from './rewrite-parquet.ts';
import { sourceRelation } from './source-relation.ts';
import { isWithoutValue } from './type-merge.ts';
import { copyWithBytes, findWideDecimals, type WideDecimal } from './wide-decimals.ts';

export interface InspectedParquet {
  readonly source: ParquetSource;
  readonly columns: readonly InspectedColumn[];
  /**
   * The path of a copy to read instead of the file, which the caller removes; null without a copy.
   */
  readonly copyPath: string | null;
  /**
   * Warnings for the caller, one sentence per kind of value with another form in the table than in
   * the file.
   */
  readonly warnings: readonly string[];
}

/**
 * Inspects a Parquet file. `knownLengths` has lengths of vector columns from elsewhere than the
 * file. The function reads the footer, and only pages that may have nanoseconds. Damage in other
 * pages appears when the write reads the pages. A copy, where needed, is in the folder of `place`,
 * which is created on demand.
 */
export async function inspectParquet(
  place: RewritePlace,
  path: string,
  limits: SizeLimits,
  maxDecodedBytes: number,
  knownLengths: ReadonlyMap<string, number> = new Map(),
): Promise<InspectedParquet> {
  const checked = await checkParquetFooter(path, limits, maxDecodedBytes);
  // A copy loses the file's facts about its columns.
  const facts = factsOf(checked.footer, knownLengths);
  const isReadable = checked.unread.size === 0 || checked.rowCount === 0;
  if (isReadable) return inspectChecked(place, path, checked, limits, facts);
  const { path: copy, cut } = await rewriteParquet(place, { path, ...checked });
  try {
    const written = await checkParquetFooter(copy, limits, maxDecodedBytes);
    const found = await inspectChecked(place, copy, written, limits, facts);
    const inspected = { ...found, columns: markCut(found.columns, cut) };
    if (inspected.copyPath === null) return { ...inspected, copyPath: copy };
    await rm(copy, { force: true });
    return inspected;
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

function factsOf(footer: Buffer | null, knownLengths: ReadonlyMap<string, number>): ArrowFacts {
  const said = footer === null ? null : arrowFacts(footer, damagedParquet);
  return {
    lengths: new Map([...knownLengths, ...(said?.lengths ?? [])]),
    durations: said?.durations ?? new Map(),
  };
}

async function inspectChecked(
  place: RewritePlace,
  path: string,
  checked: CheckedFooter,
  limits: SizeLimits,
  facts: ArrowFacts,
): Promise<InspectedParquet> {
  const { footer, hasColumns } = checked;
  // A data frame without columns is written like this, and has nothing to read.
  if (!hasColumns) {
    const source = { format: 'parquet', path, rowCount: 0, rowGroupCount: 0 } as const;
    return { source, columns: [], copyPath: null, warnings: [] };
  }
  const wide = footer === null ? [] : findWideDecimals(footer, damagedParquet);
  if (footer === null || wide.length === 0) {
    const { source, columns } = await inspectReadable(
      place.connection,
      { path, ...checked },
      [],
      limits,
    );
    const known = await withKnown(place, path, footer, withFacts(columns, facts));
    return { source, columns: known, copyPath: null, warnings: [] };
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
    const known = await withKnown(place, path, footer, withFacts(columns, facts));
    return { source, columns: known, copyPath, warnings };
  } catch (error) {
    await rm(copyPath, { force: true });
    throw error;
  }
}

/** Adds nanoseconds that the engine drops, which only the footer of the file reveals. */
async function withKnown(
  place: RewritePlace,
  path: string,
  footer: Buffer | null,
  columns: readonly InspectedColumn[],
): Promise<readonly InspectedColumn[]> {
  const hidden = footer === null ? [] : findHiddenNanoseconds(footer, damagedParquet);
  if (footer === null || hidden.length === 0) return columns;
  return markCut(columns, await hiddenCuts(place, path, footer, hidden));
}

/** Gives vector columns the length from the file, and durations their unit. */
function withFacts(
  columns: readonly InspectedColumn[],
  { lengths, durations }: ArrowFacts,
): readonly InspectedColumn[] {
  return columns.map((column) => {
    const durationUnit = column.type === 'BIGINT' ? durations.get(column.name) : undefined;
    if (durationUnit !== undefined) return { ...column, durationUnit };
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
  const { names, leaves } = await readSchema(connection, path);
  // Checked on the file's own schema: read_parquet renames duplicates (`id_1`).
  checkColumnNames(names);
  const file = { format: 'parquet', path, rowCount, rowGroupCount, wideDecimals } as const;
  const described = (
    await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${sourceRelation(file)}`)
  ).getRows();
  const shapes = described.filter(([, type]) => /^GEOMETRY\b/.test(String(type)));
  const source =
    shapes.length === 0 ? file : { ...file, shapes: shapes.map(([name]) => String(name)) };
  // Shapes are read as bytes.
  const texts = described.map(([, type]) => String(type).replace(/^GEOMETRY\b.*$/s, 'BLOB'));
  const types = markUntyped(texts.map(parseType), leaves);
  const columns = described.map(([name], index) => {
    const text = texts[index] ?? '';
    return inspectedColumn(String(name), text, types[index] ?? parseType(text));
  });
  if (columns.some(({ type }) => typeNesting(type) > limits.maxNesting))
    throw tooDeep(limits.maxNesting);
  return { source, columns: await withCuts(connection, source, columns) };
}

/** `type` has NULL for each part without a type in the file. */
function inspectedColumn(name: string, text: string, type: DuckdbType): InspectedColumn {
  const stored = printType(storedType(type, name));
  const seen = printType(storedType(type, name, storedInParts));
  const fileType = printType(parseType(text));
  return {
    name,
    type: stored,
    inferredFrom: null,
    allNull: isWithoutValue(type),
    ...(seen !== stored && { seen }),
    ...(fileType !== stored && { fileType }),
  };
}

/**
 * Types of which DuckDB changes the others on the way to Parquet (architecture, measured facts).
 * Instants have microseconds, as in PostgreSQL.
 */
const storedAs: Readonly<Record<string, string>> = {
  JSON: 'VARCHAR',
  NULL: 'VARCHAR',
  TIMESTAMP_NS: 'TIMESTAMP',
  TIME_NS: 'TIME',
  // Stored as WKB, as in results.
  GEOMETRY: 'BLOB',
};
/** The same types, where a part without a type stays without. */
const storedInParts = { ...storedAs, NULL: 'NULL' };
const unsupported = new Set(['HUGEINT', 'UHUGEINT', 'BIGNUM', 'BIT', 'VARIANT']);

function storedType(type: DuckdbType, column: string, names = storedAs): DuckdbType {
  const part = (inner: DuckdbType) => storedType(inner, column, names);
  switch (type.kind) {
    case 'decimal':
      return type;
    // Parquet stores no length of a list. The length of vectors may come from elsewhere
    // (`withFacts`).
    case 'array':
    case 'list':
      return { kind: 'list', element: part(type.element) };
    case 'enum':
      return { kind: 'scalar', name: 'VARCHAR' };
    case 'union':
      throw unkept(column, 'UNION');
    case 'map':
      return { kind: 'map', key: part(type.key), value: part(type.value) };
    case 'struct': {
      if (type.fields.some(({ name }) => name === '')) throw unnamedField(column);
      const fields = type.fields.map((field) => ({ name: field.name, type: part(field.type) }));
      return { kind: 'struct', fields };
    }
    case 'scalar':
      if (unsupported.has(type.name)) throw unkept(column, type.name);
      return { kind: 'scalar', name: names[type.name] ?? type.name };
  }
}

const unnamedField = (column: string) =>
  badRequest(`Column '${column}' of the Parquet file has a field without a name; name it`);

const unkept = (column: string, type: string) =>
  badRequest(
    `Column '${column}' of the Parquet file has the type ${type}, which cannot be kept; convert it`,
  );

interface FileSchema {
  /** Names of the root's children. The schema lists its nodes depth first. */
  readonly names: readonly string[];
  /**
   * One flag per leaf in the same order: the file has no type for the leaf, and all values are
   * null.
   */
  readonly leaves: readonly boolean[];
}

export async function readSchema(connection: DuckDBConnection, path: string): Promise<FileSchema> {
  const schema = await connection.runAndReadAll(
    `SELECT name, num_children, logical_type, precision FROM parquet_schema(${quoteLiteral(path)}) ORDER BY column_id`,
  );
  const rows = schema.getRows();
  const names: string[] = [];
  const leaves: boolean[] = [];
  let at = 1;
  const skip = (): void => {
    const [name, children, logical, precision] = rows[at] ?? [];
    at += 1;
    if (Number(precision ?? 0) > 38) {
      throw badRequest(
        `Column '${String(name)}' of the Parquet file is a DECIMAL of ${precision} digits, which only a column of its own may be; 38 is the most inside lists and structs`,
      );
    }
    const count = Number(children ?? 0);
    if (count === 0) leaves.push(String(logical) === 'NullType()');
    for (let child = 0; child < count; child += 1) skip();
  };
  while (at < rows.length) {
    names.push(String(rows[at]?.[0] ?? ''));
    skip();
  }
  return { names, leaves };
}
