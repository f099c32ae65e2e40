import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import { arrowJson } from './arrow-values.ts';
import { type ArrowTable, readArrow } from './decode.ts';
import { openWorkbench, type Workbench } from './stored-result.ts';

interface DocumentedType {
  readonly type: string;
  readonly example: string;
  readonly parquet: string;
  readonly arrow: string;
  readonly json: string;
  readonly csv: string;
  readonly markdown: string;
}

/** The rows of the table in docs/types.md. */
function documentedTypes(): DocumentedType[] {
  const text = readFileSync(new URL('../../../../docs/types.md', import.meta.url), 'utf8');
  const rows =
    text
      .split('## Table')[1]
      // The remaining tables are those of the sources.
      ?.split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? [];
  return rows.slice(2).map((line) => {
    const cells = line.slice(2, -2).split(/ ?(?<!\\)\| ?/);
    const plain = cells.map((cell) =>
      cell.trim().replaceAll(/^`|`$/g, '').replaceAll('\\|', '|').replaceAll('⏎', '\n'),
    );
    const [type = '', example = '', parquet = '', arrow = '', json = '', csv = '', markdown = ''] =
      plain;
    return { type, example, parquet, arrow, json, csv, markdown };
  });
}

/** JSON has null for a float that is not finite, or `nan` as a map's key; Arrow keeps the float. */
function arrowValue(example: string, json: string): string {
  const kept = /NaN|-?Infinity/.exec(example)?.[0];
  return kept === undefined ? json : json.replace(/null|nan/, kept);
}

function columnJson({ columns }: ArrowTable): string[] {
  return (columns[0]?.data ?? []).flatMap((data) =>
    Array.from({ length: data.length }, (_unused, row) => arrowJson(data, row)),
  );
}

describe('every row of docs/types.md is what a result holds', () => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWorkbench();
  });
  afterAll(() => workbench.close());

  test.each(documentedTypes())(
    '$type: $example',
    async ({ example, parquet, arrow, json, csv, markdown }) => {
      const result = await workbench.store(
        `SELECT * FROM (SELECT ${example} AS v UNION ALL SELECT NULL) ORDER BY v IS NULL`,
      );
      const read = await workbench.connection.runAndReadAll(
        `SELECT typeof(v) FROM '${result.path}' LIMIT 1`,
      );
      const column = result.columns[0];

      expect(read.getRows()[0]?.[0]).toBe(parquet);
      expect(column?.storedType).toBe(printType(parseType(parquet)));
      expect(column?.arrowType).toBe(arrow);
      expect((await workbench.body(result, 'json')).toString()).toBe(`[[${json}],\n[null]]`);
      expect((await workbench.body(result, 'csv')).toString()).toBe(`v\n${csv}\n\n`);
      expect((await workbench.body(result, 'md')).toString()).toBe(
        `| v |\n| --- |\n| ${markdown} |\n|  |\n`,
      );
      const decoded = readArrow(await workbench.body(result, 'arrow'));
      expect(decoded.types).toEqual([arrow]);
      expect(decoded.rowCount).toBe(2);
      expect(columnJson(decoded)).toEqual([arrowValue(example, json), 'null']);
    },
  );

  test.each(
    documentedTypes().filter(({ type }) => !/too large|without names|^TYPE|^NULL$/.test(type)),
  )('nested, $type: $example', async ({ example, arrow, json }) => {
    const nested = `{'l': [${example}, NULL], 'm': map{1: {'x': ${example}}}}`;
    const result = await workbench.store(`SELECT ${nested} AS v`);
    const body = (await workbench.body(result, 'json')).toString();

    expect(body).toBe(`[[{"l":[${json},null],"m":{"1":{"x":${json}}}}]]`);
    const decoded = readArrow(await workbench.body(result, 'arrow'));
    expect(decoded.types).toEqual([`Struct(l List(${arrow}), m Map(Int32, Struct(x ${arrow})))`]);
    const value = arrowValue(example, json);
    expect(columnJson(decoded)).toEqual([`{"l":[${value},null],"m":{"1":{"x":${value}}}}`]);
  });

  test('the table has every type that the engine knows', async () => {
    const known = await workbench.connection.runAndReadAll(
      'SELECT DISTINCT logical_type FROM duckdb_types()',
    );
    const documented = documentedTypes().map(({ type }) => type);
    const nested: Record<string, string> = {
      ARRAY: 'INTEGER[3]',
      LIST: 'INTEGER[]',
      DECIMAL: 'DECIMAL(9,2)',
    };
    for (const [name] of known.getRows())
      expect(documented).toContain(nested[String(name)] ?? String(name));
  });
});
