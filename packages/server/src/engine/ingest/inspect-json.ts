import { type FileHandle, open } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { nestsTooDeeply } from '../query/shallow-json.ts';
import { printType } from '../types/duckdb-type.ts';
import { checkColumnNames, tooManyColumns } from './column-names.ts';
import {
  type InspectedColumn,
  type JsonLayout,
  type JsonSource,
  maxJsonObjectBytes,
} from './file-source.ts';
import { type JsonColumn, refineJsonColumns } from './json-columns.ts';
import { roundedKeys } from './json-rounded.ts';
import {
  type JsonStructure,
  keyCount,
  mergeStructures,
  nestedType,
  withEmptyObjects,
} from './json-structure.ts';
import { tooDeepMark } from './map-ingest-error.ts';

const headBytes = 1024 * 1024;

export interface InspectedJson {
  readonly source: JsonSource;
  readonly columns: readonly InspectedColumn[];
  /** What is kept otherwise than the file has it, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads every object: newline-delimited ones, one array of them, or objects over several lines.
 * Keys in the order in which rows first bring them; the types are those of all rows together.
 * Throws BAD_REQUEST for anything else.
 *
 * Numbers: BIGINT; past 64 bits DECIMAL(38,0); with a fraction or exponent anywhere in the column
 * DOUBLE, which is what JSON readers make of them; what neither holds is text. Strings are dated as
 * in CSV when all of a top-level key are ISO dates or timestamps. Objects and lists are STRUCT and
 * LIST where all rows agree; a key whose values differ in kind is kept as JSON text, also where a
 * nested number or key would not survive.
 */
export async function inspectJson(
  connection: DuckDBConnection,
  path: string,
  limits: SizeLimits,
): Promise<InspectedJson> {
  const layout = await detectLayout(path);
  const objects = `read_json_objects(${quoteLiteral(path)}, format='${layout}', compression='uncompressed', maximum_object_size=${maxJsonObjectBytes})`;
  const summary = await summarize(connection, objects, limits);
  const names = await orderedKeys(
    connection,
    objects,
    Object.keys(summary.structure),
    summary.rowCount,
  );
  checkColumnNames(names);
  const found = names.map((name) => jsonColumn(name, summary.structure[name] ?? 'JSON', limits));
  const refined = await refineJsonColumns(
    connection,
    { path, layout, rowCount: summary.rowCount },
    found,
    summary.hasLongNumbers,
  );
  const warnings = summary.hasLongNumbers ? (await roundedKeys(path)).map(isRounded) : [];
  return {
    warnings,
    source: {
      format: 'json',
      path,
      layout,
      rowCount: summary.rowCount,
      columns: refined.map(({ name, readType }) => ({ name, readType })),
    },
    columns: refined.map(({ name, type, allNull, seen }) => ({
      name,
      type,
      allNull,
      inferredFrom: 'json',
      ...asObjects(name, type, summary.objects, limits),
      ...(seen !== undefined && { seen }),
    })),
  };
}

const isRounded = (key: string) =>
  `${key === '' ? 'The JSON file' : `'${key}' in the JSON file`} has numbers of more digits than a double keeps: the nearest ones are kept`;

/**
 * The first bytes decide: `[` an array; `{` with a whole object on the first line
 * newline-delimited.
 */
async function detectLayout(path: string): Promise<JsonLayout> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0);
    const head = buffer.toString('utf8', 0, bytesRead);
    if (head.startsWith('\uFEFF'))
      throw badRequest('The JSON file begins with a byte order mark; save it as UTF-8 without one');
    const text = head.trimStart();
    if (text === '')
      throw badRequest('The JSON file is empty; it must hold objects, one a line or in one array');
    if (text.startsWith('[')) {
      await requireClosingBracket(file);
      return 'array';
    }
    if (!text.startsWith('{'))
      throw badRequest('The file is not JSON objects, one a line, nor one array of objects');
    const lineEnd = text.indexOf('\n');
    if (lineEnd < 0)
      return bytesRead < headBytes && !isJson(text) ? 'unstructured' : 'newline_delimited';
    return isJson(text.slice(0, lineEnd)) ? 'newline_delimited' : 'unstructured';
  } finally {
    await file.close();
  }
}

/** DuckDB takes an array that was cut off behind an object or its comma for a whole one. */
async function requireClosingBracket(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.min(size, headBytes));
  await file.read(buffer, 0, buffer.length, size - buffer.length);
  if (!buffer.toString('latin1').trimEnd().endsWith(']')) {
    throw badRequest(
      "The JSON file is not valid JSON: its array does not end with ']', so it may be cut off",
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface JsonSummary {
  readonly rowCount: number;
  readonly structure: Readonly<Record<string, JsonStructure>>;
  /** The same where an object without fields is one; null where the file has none. */
  readonly objects: JsonStructure | null;
  /** Somewhere in the file are 16 digits and points in a row, or an exponent of three digits. */
  readonly hasLongNumbers: boolean;
}

const manyKeysMark = 'many keys';
/**
 * An object of so many keys is at least four characters long for each. Its structure alone would
 * take minutes to find.
 */
const hasManyKeys = (maxColumns: number) =>
  `is_object AND strlen(json::VARCHAR) > ${4 * maxColumns} AND len(json_keys(json)) > ${maxColumns}`;

/**
 * Groups the rows by their structure, which are few, and merges those here. DuckDB's own
 * `json_group_structure` keeps something of every row: measured 1.1 GB for 144 MB of JSON, against
 * 156 MB this way, in a quarter less time.
 */
async function summarize(
  connection: DuckDBConnection,
  objects: string,
  { maxColumns }: SizeLimits,
): Promise<JsonSummary> {
  const result = await connection.stream(
    `SELECT CASE WHEN ${nestsTooDeeply('json')} THEN error('${tooDeepMark}') WHEN ${hasManyKeys(maxColumns)} THEN '${manyKeysMark}' ` +
      'WHEN is_object THEN json_structure(json)::VARCHAR END AS structure, count(*), ' +
      "bool_or(regexp_matches(json::VARCHAR, '[0-9][0-9.]{14}[0-9]|[0-9][eE][+-]?[0-9]{3}')) " +
      `FROM (SELECT json, coalesce(json_type(json) = 'OBJECT', false) AS is_object FROM ${objects}) ` +
      // Any order that is the same every time, for the fields of nested objects (the file's own
      // doubles the time).
      'GROUP BY structure ORDER BY structure',
  );
  let structure: JsonStructure = 'NULL';
  let told: JsonStructure | null = null;
  let rowCount = 0;
  let others = 0;
  let hasLongNumbers = false;
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    for (const [text, rows, long] of chunk.getRows()) {
      rowCount += Number(rows);
      hasLongNumbers ||= long === true;
      if (text === null) others += Number(rows);
      else if (text === manyKeysMark) throw tooManyColumns('JSON', maxColumns);
      // An object without keys adds none.
      else if (text !== '"JSON"') {
        const row: JsonStructure = JSON.parse(String(text));
        // Until there is an object without fields both are the same.
        if (told === null && String(text).includes('"JSON"')) told = structuredClone(structure);
        if (told !== null) told = mergeStructures(told, withEmptyObjects(row));
        structure = mergeStructures(structure, row);
        if (keyCount(structure) > maxColumns) throw tooManyColumns('JSON', maxColumns);
      }
    }
  }
  if (others > 0) {
    throw badRequest(
      `${others} of the ${rowCount} JSON values in the file are not objects; every row must be an object`,
    );
  }
  if (rowCount === 0)
    throw badRequest(
      'The JSON file holds no object, so it names no columns; leave it out or load CSV',
    );
  if (!isStructureObject(structure))
    throw badRequest('The objects of the JSON file have no keys, so they name no columns');
  return { rowCount, structure, objects: told, hasLongNumbers };
}

function isStructureObject(value: unknown): value is Readonly<Record<string, JsonStructure>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0
  );
}

/**
 * The engine merges threads' findings in any order, and JavaScript puts keys like `1` first: the
 * order of the file is asked for, from the first object, and from all only where that one lacks
 * keys.
 */
async function orderedKeys(
  connection: DuckDBConnection,
  objects: string,
  keys: readonly string[],
  rowCount: number,
): Promise<string[]> {
  const first = await keysOf(
    connection,
    `SELECT unnest(json_keys(json)) FROM (FROM ${objects} LIMIT 1)`,
  );
  if (first.length >= keys.length || rowCount === 1) return first;
  return await keysOf(
    connection,
    `SELECT key FROM (SELECT row_number() OVER () AS row, unnest(json_keys(json)) AS key, generate_subscripts(json_keys(json), 1) AS place FROM ${objects}) ` +
      'GROUP BY key ORDER BY min(row), arg_min(place, row)',
  );
}

async function keysOf(connection: DuckDBConnection, sql: string): Promise<string[]> {
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return [...new Set(rows.map(([key]) => String(key)))];
}

/** How a column that is kept as JSON text is read where the table has objects. */
function asObjects(
  name: string,
  type: string,
  objects: JsonStructure | null,
  { maxNesting }: SizeLimits,
): Pick<InspectedColumn, 'asObjects'> {
  if (type !== 'VARCHAR' || objects === null || !isStructureObject(objects)) return {};
  const structure = objects[name];
  if (structure === undefined || structure === 'VARCHAR') return {};
  const own = nestedType(structure, maxNesting);
  const seen = nestedType(structure, maxNesting, 'NULL');
  if (own === null || seen === null) return {};
  return { asObjects: { type: printType(own), seen: printType(seen) } };
}

function jsonColumn(
  name: string,
  structure: JsonStructure,
  { maxNesting }: SizeLimits,
): JsonColumn {
  const type = nestedType(structure, maxNesting);
  if (type === null) return { name, type: 'VARCHAR', readType: 'JSON', allNull: false };
  const text = printType(type);
  const allNull = structure === 'NULL';
  const seen = printType(nestedType(structure, maxNesting, 'NULL') ?? type);
  const isPartial = !allNull && seen !== text;
  return { name, type: text, readType: text, allNull, ...(isPartial && { seen }) };
}
