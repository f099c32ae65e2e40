import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import {
  allowedAggregates,
  allowedScalars,
  allowedTableFunctions,
  refusedFamilies,
  refusedFunctions,
  refusedTableFunctions,
} from '../../src/plan/duckdb/function-lists.ts';

async function functionsOfKind(...kinds: readonly string[]): Promise<readonly string[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN (${list}) ORDER BY 1`,
  );
  return reader.getColumns()[0]?.map(String) ?? [];
}

const isRefused = (name: string) =>
  refusedFunctions.has(name) || refusedFamilies.some(({ pattern }) => pattern.test(name));

describe('the lists of functions', () => {
  it('name every scalar function, aggregate and macro of the engine, as allowed or as refused', async () => {
    const names = await functionsOfKind('scalar', 'aggregate', 'macro');
    expect(names.length).toBeGreaterThan(700);
    expect(
      names.filter(
        (name) => !allowedScalars.has(name) && !allowedAggregates.has(name) && !isRefused(name),
      ),
    ).toEqual([]);
  });

  it('name every table function and table macro, as allowed or as refused', async () => {
    const names = await functionsOfKind('table', 'table_macro');
    expect(names.length).toBeGreaterThan(80);
    expect(
      names.filter((name) => !allowedTableFunctions.has(name) && !refusedTableFunctions.has(name)),
    ).toEqual([]);
  });

  it('name nothing twice and nothing that the engine does not have', async () => {
    const names = new Set(await functionsOfKind('scalar', 'aggregate', 'macro'));
    const allowed = [...allowedScalars, ...allowedAggregates];
    expect(allowed.filter(isRefused)).toEqual([]);
    expect(
      allowed.filter((name) => allowedScalars.has(name) && allowedAggregates.has(name)),
    ).toEqual([]);
    expect([...allowed, ...refusedFunctions.keys()].filter((name) => !names.has(name))).toEqual([]);
    const tables = new Set(await functionsOfKind('table', 'table_macro'));
    expect(
      [...allowedTableFunctions, ...refusedTableFunctions.keys()].filter(
        (name) => !tables.has(name),
      ),
    ).toEqual([]);
  });

  it('allow no function that reads files, settings, secrets, sequences or statements', () => {
    const suspicious =
      /read_|glob|parquet_|sniff|secret|setting|variable|query|nextval|currval|attach|install|pragma|duckdb_|write_log|env|sleep|serialize|deserialize/;
    const allowed = [...allowedScalars, ...allowedAggregates, ...allowedTableFunctions];
    expect(allowed.filter((name) => suspicious.test(name))).toEqual([]);
  });
});
