/** A table of a source in all formats of a result, each read by another reader. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import { quoteIdentifier } from '../../src/kernel/quoting.ts';
import { arrowJson } from '../encode/arrow-values.ts';
import { readArrow, readCsv, readJson, readMarkdown } from '../encode/decode.ts';
import type { Api } from '../service.ts';

export interface DocumentedValue {
  readonly type: string;
  readonly text: string | null;
  /** Value in place of a null, for types without null. */
  readonly absent?: string;
}

/**
 * Holds a table of a row of values and one of nulls, in all formats, against what docs/types.md
 * says of the values. HotSQL sees nanoseconds to the microsecond; DuckDB's dialect sees all digits.
 */
export async function expectInFormats(
  api: Api,
  databaseId: string,
  table: string,
  documented: readonly DocumentedValue[],
): Promise<void> {
  const sql = `SELECT * FROM ${table}`;
  const toMicroseconds = documented.map(({ text, ...rest }) =>
    rest.type.includes('_NS')
      ? { ...rest, text: text?.replace(/(\.\d{6})\d{3}/, '$1') ?? null }
      : { ...rest, text },
  );
  expectAgreement(await readInFormats(api, databaseId, sql), toMicroseconds);
  if (!documented.some(({ type }) => type.includes('_NS'))) return;
  expectAgreement(await readInFormats(api, databaseId, sql, 'duckdb'), documented);
}

function expectAgreement(found: ResultFormats, documented: readonly DocumentedValue[]): void {
  const texts = documented.map(({ text }) => text);
  expect(found.parquet.map((row) => row.slice(0, texts.length))).toEqual([
    texts,
    documented.map(({ absent = null }) => absent),
  ]);
  expect(found.arrow.map((row) => row.map(finite))).toEqual(found.json);
  const plain = found.json.map((row) => row.map(plainText));
  expect(found.csv.map((row) => row.map((cell) => cell ?? ''))).toEqual(plain);
  expect(found.markdown).toEqual(plain);
  const absent = found.json[1]?.slice(0, texts.length);
  expect(absent?.map((text) => (text === 'null' ? null : plainText(text)))).toEqual(
    documented.map(({ absent: text = null }) => text),
  );
}

export interface ResultFormats {
  readonly names: readonly string[];
  /** Parquet: every value as DuckDB's text. */
  readonly parquet: readonly (readonly (string | null)[])[];
  /** Every value as JSON text. */
  readonly json: readonly (readonly string[])[];
  /** JSON text from Arrow's buffers: `NaN` and infinities stand where JSON has null. */
  readonly arrow: readonly (readonly string[])[];
  readonly csv: readonly (readonly (string | undefined)[])[];
  readonly markdown: readonly (readonly string[])[];
}

/** Runs the query, and reads its result in each format. Throws where a format is refused. */
export async function readInFormats(
  api: Api,
  databaseId: string,
  sql: string,
  dialect = 'hotsql',
): Promise<ResultFormats> {
  const { status, body } = await api.query(databaseId, sql, { dialect });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const scoped = api.with({ 'x-database-id': databaseId });
  const bytesOf = async (format: string): Promise<Buffer> => {
    const response = await scoped.open(`/v1/results/${body.result_id}?format=${format}`);
    if (response.status !== 200) throw new Error(`${format}: ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const json = readJson((await bytesOf('json')).toString()) as { rows: unknown[][] };
  const [names = [], ...csv] = readCsv((await bytesOf('csv')).toString());
  const [, ...markdown] = readMarkdown((await bytesOf('md')).toString());
  const arrow = readArrow(await bytesOf('arrow'));
  const columns = arrow.columns.map(({ data }) =>
    data.flatMap((chunk) =>
      Array.from({ length: chunk.length }, (_, row) => arrowJson(chunk, row)),
    ),
  );
  return {
    names: names.map((name) => name ?? ''),
    parquet: await readParquet(await bytesOf('parquet')),
    json: json.rows.map((row) => row.map(jsonText)),
    arrow: json.rows.map((_, row) => columns.map((column) => column[row] ?? '')),
    csv,
    markdown,
  };
}

/** CSV and Markdown text of a JSON value. */
export function plainText(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? JSON.parse(json) : json;
}

/** JSON value of an Arrow value. */
export const finite = (arrow: string): string =>
  arrow.replaceAll(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );

/** Values of `readJson`: numbers are texts behind a mark. */
function jsonText(value: unknown): string {
  if (typeof value === 'string')
    return value.startsWith('#') ? value.slice(1) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`,
  );
  return `{${parts.join(',')}}`;
}

async function readParquet(bytes: Buffer): Promise<(string | null)[][]> {
  const path = join(tmpdir(), `quern-formats-${process.pid}-${Math.random()}.parquet`);
  writeFileSync(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
    const texts = described
      .getRows()
      .map(([name]) => `CAST(${quoteIdentifier(String(name))} AS VARCHAR)`);
    const read = await connection.runAndReadAll(`SELECT ${texts.join(', ')} FROM '${path}'`);
    return read.getRowsJson() as (string | null)[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(path);
  }
}
