import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printType } from './duckdb-type.ts';
import { exactFinding, exactStorage } from './exact-numeric.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

describe('numerics that are held as texts are stored', () => {
  it.each([
    ['decimals', ['1.25', '-10', null], 'DECIMAL(38,2)', ['1.25', '-10.00', null]],
    ['more digits than 38', [`1${'0'.repeat(38)}`], 'VARCHAR', undefined],
    ['what is not finite', ['1.5', 'NaN'], 'VARCHAR', undefined],
    ['an infinity', ['-Infinity'], 'VARCHAR', undefined],
    ['an exponent far below', ['1.25e-400', '1.5'], 'VARCHAR', undefined],
    ['an exponent that fits', ['12E-3'], 'VARCHAR', undefined],
    ['an exponent above', ['1e20'], 'VARCHAR', undefined],
  ])('whole: %s', async (_, values, type, expected = values) => {
    const list = values.map((value) => (value === null ? 'NULL' : `'${value}'`)).join(', ');
    const rows = `(SELECT unnest([${list}]::VARCHAR[]) AS v, unnest(range(${values.length})) AS i)`;
    const [[finding] = []] = await ask(`SELECT ${exactFinding('v')} FROM ${rows}`);
    const stored = exactStorage('v', String(finding));
    expect(printType(stored.type)).toBe(type);
    const found = await ask(`SELECT CAST(${stored.sql} AS VARCHAR) FROM ${rows} ORDER BY i`);
    expect(found.map(([value]) => value)).toEqual(expected);
  });
});
