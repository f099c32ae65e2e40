import { describe, expect, test } from 'vitest';

import { arrowSchemaJson, arrowTypeName } from './arrow-type.ts';
import { clientTypeName } from './client-type-name.ts';
import { convertResult } from './result-columns.ts';

describe('the columns of a result', () => {
  test('have stored names that are unique without regard to case and never shorter', () => {
    const names = ['id', 'ID', 'id_1', 'id', '', 'id'];
    const { columns } = convertResult(
      names.map((name) => ({ name, type: 'BIGINT' })),
      [],
    );
    expect(columns.map((column) => column.name)).toEqual(names);
    expect(columns.map((column) => column.storedName)).toEqual([
      'id',
      'ID_2',
      'id_1',
      'id_3',
      '_1',
      'id_4',
    ]);
  });

  test('are planned in a time that does not grow with the square of their number', () => {
    const columns = Array.from({ length: 50_000 }, () => ({ name: '?column?', type: 'INTEGER' }));
    expect(
      new Set(convertResult(columns, []).columns.map((column) => column.storedName)).size,
    ).toBe(50_000);
  });

  test('ask for a look at the values only when some may not fit', () => {
    const plain = convertResult([{ name: 'a', type: 'DECIMAL(18,3)' }], ['c0']);
    expect(plain).toMatchObject({ select: 'c0 AS "a"', overflowSql: undefined });
    const wide = convertResult(
      [
        { name: 'a', type: 'INTEGER' },
        { name: 's', type: 'HUGEINT' },
      ],
      ['c0', 'c1'],
    );
    expect(wide.overflowSql).toMatch(/^false, coalesce\(bool_or\(/);
    expect(wide.columns[1]).toMatchObject({ duckdbType: 'HUGEINT', storedType: 'DECIMAL(38,0)' });
    const text = convertResult([{ name: 's', type: 'HUGEINT' }], ['c1'], [true]);
    expect(text).toMatchObject({
      select: 'CAST(c1 AS VARCHAR) AS "s"',
      columns: [{ storedType: 'VARCHAR' }],
    });
  });
});

describe('Arrow names', () => {
  test.each([
    ['BIGINT', 'Int64'],
    ['VARCHAR', 'Utf8'],
    ['TIMESTAMP', 'Timestamp(Microsecond, None)'],
    ['TIMESTAMPTZ', 'Timestamp(Microsecond, Some("UTC"))'],
    ['DECIMAL(10,2)', 'Decimal128(10, 2)'],
    ['HUGEINT', 'Decimal128(38, 0)'],
    ['FLOAT[]', 'List(Float32)'],
    ['UUID', 'Utf8'],
  ])('of %s is %s', (type, name) => {
    expect(arrowTypeName(type)).toBe(name);
  });

  test.each([
    ['BIGINT', 'Int64'],
    ['VARCHAR', 'Utf8'],
    ['UUID', 'Utf8'],
    ['TIME', 'Time64'],
    ['TIME_NS', 'Time64'],
    ['TIMESTAMP', 'timestamp[us]'],
    ['TIMESTAMP_S', 'timestamp[us]'],
    ['TIMESTAMP_NS', 'timestamp[ns]'],
    ['TIMESTAMPTZ', 'timestamp[us, tz=UTC]'],
    ['DECIMAL(10,2)', 'Decimal128(10, 2)'],
    ['FLOAT[]', 'list<item: float32>'],
    ['DOUBLE[384]', 'list<item: float64>'],
    ['TIMESTAMPTZ[][]', 'list<item: list<item: timestamp[us, tz=UTC]>>'],
    ['DECIMAL(4,1)[]', 'list<item: decimal128(4, 1)>'],
    ['STRUCT(a BIGINT, "b ""c" TIME[])', 'struct<"a": bigint, "b ""c": time[]>'],
    ['STRUCT(a UBIGINT, b FLOAT)[]', 'struct<"a": numeric(20, 0), "b": real>[]'],
    ['MAP(VARCHAR, BIGINT)', 'Map(Utf8, Int64)'],
    ['STRUCT(m MAP(VARCHAR, DECIMAL(4,1)))', 'struct<"m": map<varchar, numeric(4, 1)>>'],
    ['MAP(DATE, BLOB)[][]', 'map<date, bytea>[][]'],
  ])('of a column that clients read: %s is %s', (type, name) => {
    expect(clientTypeName(type)).toBe(name);
  });

  test('are structured in the schema of a load answer', () => {
    const text = arrowSchemaJson([
      { name: 'a', type: 'BIGINT' },
      { name: 'b', type: 'STRUCT(t TIMESTAMP, d DECIMAL(4,1)[])' },
    ]);
    expect(JSON.parse(text)).toMatchObject({
      fields: [
        { name: 'a', data_type: 'Int64', nullable: true },
        {
          name: 'b',
          data_type: {
            Struct: [
              { name: 't', data_type: { Timestamp: ['Microsecond', null] } },
              { name: 'd', data_type: { List: { data_type: { Decimal128: [4, 1] } } } },
            ],
          },
        },
      ],
      metadata: {},
    });
  });
});
