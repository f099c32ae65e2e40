import { readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import type pg from 'pg';
import { QuernError } from '../../src/kernel/errors.ts';
import { quoteLiteral } from '../../src/kernel/quoting.ts';
import { analyze } from '../../src/plan/analyze.ts';
import { translate } from '../../src/plan/front-end.ts';

/** A statement a line; a line that begins with white space continues the one before, `--` at the start is a comment. */
export function readStatements(file: URL): readonly string[] {
  const statements: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('--') || line === '') continue;
    if (/^\s/.test(line)) statements.push(`${statements.pop() ?? ''}\n${line}`);
    else statements.push(line);
  }
  return statements;
}

/** What both engines show of a statement: agreement, a refusal by name, or how the answers differ. */
export type Verdict =
  | { readonly kind: 'agree' /** Both messages, where both raise. */; readonly both?: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'differ'; readonly how: string };

interface Answer {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const failed = (thrown: unknown) => (thrown instanceof Error ? thrown.message.split('\n')[0] : String(thrown)) ?? '';

export async function compareStatement(sql: string, postgres: pg.Client, duckdb: DuckDBConnection): Promise<Verdict> {
  let translated: string;
  try {
    translated = translate({ sql, dialect: 'hotsql' }).sql;
    await checkAnalysis(translated, duckdb);
  } catch (thrown) {
    if (!(thrown instanceof QuernError)) throw thrown;
    return { kind: 'refused', message: thrown.message };
  }
  const expected = await askPostgres(sql, postgres).catch(failed);
  const actual = await askDuckdb(translated, duckdb).catch(failed);
  if (typeof expected === 'string') {
    return typeof actual === 'string'
      ? { kind: 'agree', both: `${expected} | ${actual}` }
      : { kind: 'differ', how: `PostgreSQL raises (${expected}), HotSQL answers ${show(actual)}` };
  }
  if (typeof actual === 'string') return { kind: 'refused', message: `in the engine: ${actual}` };
  const how = difference(expected, actual);
  return how === undefined
    ? { kind: 'agree' }
    : { kind: 'differ', how: `${how}\n  PostgreSQL ${show(expected)}\n  HotSQL     ${show(actual)}\n  ${translated}` };
}

/** What HotSQL itself writes must be on the allow-lists; a text that does not parse is the engine's to refuse. */
async function checkAnalysis(sql: string, duckdb: DuckDBConnection): Promise<void> {
  const reader = await duckdb.runAndReadAll(`SELECT json_serialize_sql(${quoteLiteral(sql)})`);
  analyze(String(reader.getColumns()[0]?.[0] ?? ''), 'hotsql');
}

const show = (answer: Answer) =>
  `${answer.names.join()} (${answer.types.join()}) ${JSON.stringify(answer.rows).slice(0, 600)}`;

async function askPostgres(sql: string, client: pg.Client): Promise<Answer> {
  const result = await client.query({
    text: sql,
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
  });
  const types = result.fields.map((field) => postgresTypes[field.dataTypeID] ?? `oid ${field.dataTypeID}`);
  const rows = result.rows.map((row: (string | null)[]) =>
    row.map((value, index) => canonical(value, types[index] ?? '')),
  );
  return { names: result.fields.map((field) => field.name), types, rows };
}

async function askDuckdb(sql: string, connection: DuckDBConnection): Promise<Answer> {
  const reader = await connection.runAndReadAll(sql);
  const names = reader.columnNames();
  const types = reader.columnTypes().map((type) => duckdbType(String(type)));
  const rows = reader
    .getRows()
    .map((row) => row.map((value, index) => canonical(value === null ? null : textOf(value), types[index] ?? '')));
  return { names, types, rows };
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)) {
    return `{${value.items.map((item) => (item === null ? 'NULL' : textOf(item))).join(',')}}`;
  }
  if (typeof value === 'object' && value !== null && 'months' in value && 'days' in value && 'micros' in value) {
    return `${value.months} mons ${value.days} days ${value.micros} us`;
  }
  return String(value);
}

const postgresTypes: Readonly<Record<number, string>> = {
  16: 'boolean',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  25: 'text',
  1043: 'text',
  700: 'real',
  701: 'float',
  1700: 'numeric',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp',
  1184: 'timestamptz',
  1186: 'interval',
  1007: 'integer[]',
  1009: 'text[]',
  1016: 'integer[]',
  2950: 'uuid',
};

function duckdbType(type: string): string {
  if (type.endsWith('[]')) return `${duckdbType(type.slice(0, -2))}[]`;
  if (type.startsWith('DECIMAL')) return 'numeric';
  const names: Readonly<Record<string, string>> = {
    BOOLEAN: 'boolean',
    SMALLINT: 'integer',
    INTEGER: 'integer',
    BIGINT: 'integer',
    FLOAT: 'real',
    DOUBLE: 'float',
    VARCHAR: 'text',
    DATE: 'date',
    TIME: 'time',
    TIMESTAMP: 'timestamp',
    'TIMESTAMP WITH TIME ZONE': 'timestamptz',
    INTERVAL: 'interval',
    UUID: 'uuid',
  };
  return names[type] ?? type;
}

function canonical(value: string | null, type: string): string {
  if (value === null) return 'NULL';
  if (type === 'boolean') return value.slice(0, 1);
  if (type === 'numeric' && value.includes('.')) return value.replace(/\.?0+$/, '').replace(/^-0$/, '0');
  if (type === 'float' || type === 'real') return String(Number(value));
  if (type.startsWith('timestamp')) return value.replace(/(\.\d*?)0+(?=$|\+)/, '$1').replace(/\.(?=$|\+)/, '');
  if (type === 'text[]') return value.replaceAll('"', '');
  if (type === 'interval') return intervalText(value);
  return value;
}

/** PostgreSQL's text of an interval as months, days and microseconds. */
function intervalText(value: string): string {
  if (value.endsWith(' us')) return value;
  const part = (pattern: RegExp) => Number(pattern.exec(value)?.[1] ?? 0);
  const time = /(-?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?/.exec(value);
  const [, sign, hours = 0, minutes = 0, seconds = 0, fraction = ''] = time ?? [];
  const micros =
    Number(hours) * 3.6e9 + Number(minutes) * 6e7 + Number(seconds) * 1e6 + Number(fraction.padEnd(6, '0'));
  const months = part(/(-?\d+) years?/) * 12 + part(/(-?\d+) mons?/);
  return `${months} mons ${part(/(-?\d+) days?/)} days ${sign === '-' && micros !== 0 ? -micros : micros} us`;
}

function difference(expected: Answer, actual: Answer): string | undefined {
  if (expected.names.join('\0') !== actual.names.join('\0'))
    return `names ${expected.names.join()} against ${actual.names.join()}`;
  const inexact = expected.types.map((type, index) => type === 'numeric' && actual.types[index] === 'float');
  const wrongType = expected.types.findIndex((type, index) => type !== actual.types[index] && inexact[index] !== true);
  if (wrongType >= 0) return `type of column ${wrongType + 1}`;
  if (expected.rows.length !== actual.rows.length) return 'number of rows';
  for (const [index, row] of expected.rows.entries()) {
    for (const [column, value] of row.entries()) {
      const other = actual.rows[index]?.[column] ?? '';
      const close = inexact[column] === true || expected.types[column] === 'float' || expected.types[column] === 'real';
      if (value !== other && !(close && near(value, other, expected.types[column] === 'real' ? 1e-6 : 1e-14)))
        return `row ${index + 1}, column ${column + 1}`;
    }
  }
  return undefined;
}

/** Equal to 14 digits: decisions.md allows doubles for some numerics. */
function near(a: string, b: string, tolerance: number): boolean {
  const [x, y] = [Number(a), Number(b)];
  return x === y || Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y));
}
