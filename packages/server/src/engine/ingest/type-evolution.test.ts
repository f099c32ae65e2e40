import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseType, printType } from '../types/duckdb-type.ts';
import { type CurrentColumn, evolve, type IncomingColumn } from './type-evolution.ts';
import { joinTypes } from './type-join.ts';
import { mergeTypes } from './type-merge.ts';

const current = (...columns: [name: string, type: string][]): CurrentColumn[] =>
  columns.map(([name, type], index) => ({ id: index + 1, name, type, nullable: true }));

describe('the join of two types', () => {
  it.each([
    ['TINYINT', 'BIGINT', 'BIGINT'],
    ['UTINYINT', 'TINYINT', 'SMALLINT'],
    ['UINTEGER', 'INTEGER', 'BIGINT'],
    ['UBIGINT', 'BIGINT', 'DECIMAL(20,0)'],
    ['UBIGINT', 'UTINYINT', 'UBIGINT'],
    ['INTEGER', 'DOUBLE', 'DOUBLE'],
    ['INTEGER', 'FLOAT', 'DOUBLE'],
    ['SMALLINT', 'FLOAT', 'FLOAT'],
    ['BIGINT', 'DOUBLE', null],
    ['BIGINT', 'DECIMAL(10,2)', 'DECIMAL(21,2)'],
    ['BIGINT', 'DECIMAL(38,30)', null],
    ['DECIMAL(10,2)', 'DECIMAL(12,6)', 'DECIMAL(14,6)'],
    ['DECIMAL(10,2)', 'DOUBLE', null],
    ['DECIMAL(18,2)', 'DOUBLE', null],
    ['FLOAT', 'DOUBLE', 'DOUBLE'],
    ['DATE', 'TIMESTAMP', 'TIMESTAMP'],
    ['TIMESTAMP_MS', 'TIMESTAMP', 'TIMESTAMP'],
    ['DATE', 'TIMESTAMP WITH TIME ZONE', null],
    ['TIMESTAMP', 'TIMESTAMPTZ', null],
    ['VARCHAR', 'BIGINT', null],
    ['VARCHAR', 'BLOB', null],
    ['BOOLEAN', 'BIGINT', null],
    ['INTEGER[]', 'BIGINT[]', 'BIGINT[]'],
    ['INTEGER[]', 'INTEGER', null],
    ['STRUCT(a INTEGER)', 'STRUCT(A BIGINT, b VARCHAR)', 'STRUCT("a" BIGINT, "b" VARCHAR)'],
    ['STRUCT(a INTEGER)', 'STRUCT(a VARCHAR)', null],
    ['MAP(VARCHAR, INTEGER)', 'MAP(VARCHAR, BIGINT)', 'MAP(VARCHAR, BIGINT)'],
  ])('%s and %s: %s', (left, right, joined) => {
    expect(joinTypes(left, right)).toBe(joined);
    if (!left.startsWith('STRUCT')) expect(joinTypes(right, left)).toBe(joined);
  });
});

const scalarType = fc.constantFrom(
  ...[
    'TINYINT',
    'SMALLINT',
    'INTEGER',
    'BIGINT',
    'UTINYINT',
    'USMALLINT',
    'UINTEGER',
    'UBIGINT',
    'FLOAT',
    'DOUBLE',
  ],
  ...[
    'DECIMAL(4,1)',
    'DECIMAL(18,3)',
    'DECIMAL(38,0)',
    'DECIMAL(38,38)',
    'DATE',
    'TIMESTAMP',
    'TIMESTAMP_S',
  ],
  ...['TIMESTAMP WITH TIME ZONE', 'VARCHAR', 'BOOLEAN', 'BLOB', 'UUID', 'INTERVAL', 'TIME'],
);
const { type: anyType } = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalarType,
    tie('type').map((element) => `${element}[]`),
    tie('type').map((value) => `MAP(VARCHAR, ${value})`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b c', 'd"e', 'x,y', ')'), tie('type')), {
        minLength: 1,
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map(
        (fields) =>
          `STRUCT(${fields.map(([name, type]) => `"${name.replaceAll('"', '""')}" ${type}`).join(', ')})`,
      ),
  ),
}));

describe('any types', () => {
  it('are parsed and printed back', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        expect(printType(parseType(type))).toBe(type);
      }),
    );
  });

  it('have a join with themselves, which is themselves', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        expect(joinTypes(type, type)).toBe(type);
      }),
    );
  });

  it('have a join that both widen to, so that a later load of either changes nothing', () => {
    fc.assert(
      fc.property(anyType, anyType, (left, right) => {
        const joined = joinTypes(left, right);
        if (joined === null) return;
        expect(joinTypes(joined, left)).toBe(joined);
        expect(joinTypes(joined, right)).toBe(joined);
      }),
      { numRuns: 2000 },
    );
  });

  it('have the same join in either order where they are scalars', () => {
    fc.assert(
      fc.property(scalarType, scalarType, (left, right) => {
        expect(joinTypes(left, right)).toBe(joinTypes(right, left));
      }),
    );
  });
});

describe('an append', () => {
  it('widens types, adds new columns at the end, and gives NULL for missing ones', () => {
    const table = current(['a', 'INTEGER'], ['gone', 'VARCHAR']);
    const incoming = [
      { name: 'new', type: 'DATE' },
      { name: 'A', type: 'BIGINT' },
    ];
    expect(evolve(table, incoming, 'append', 10)).toEqual({
      kind: 'evolved',
      columns: [
        { id: 1, name: 'a', type: 'BIGINT', nullable: true },
        { id: 2, name: 'gone', type: 'VARCHAR', nullable: true },
        { id: 10, name: 'new', type: 'DATE', nullable: true },
      ],
      sources: [
        { column: expect.objectContaining({ name: 'a' }), from: 'A' },
        { column: expect.objectContaining({ name: 'gone' }), from: null },
        { column: expect.objectContaining({ name: 'new' }), from: 'new' },
      ],
      nextColumnId: 11,
      doubts: [{ column: table[0], from: 'A' }],
    });
  });

  it('that would narrow is a conflict naming column and types', () => {
    const conflict = evolve(
      current(['a', 'BIGINT']),
      [{ name: 'a', type: 'VARCHAR' }],
      'append',
      2,
    );
    expect(conflict).toEqual({
      kind: 'conflict',
      column: 'a',
      from: 'BIGINT',
      to: 'VARCHAR',
      doubts: [{ column: current(['a', 'BIGINT'])[0], from: 'a' }],
    });
  });

  it.each([
    ['an empty column fits any type', 'BIGINT', { type: 'VARCHAR', allNull: true }, 'BIGINT'],
    [
      'inferred numbers are text for a text column',
      'VARCHAR',
      { type: 'BIGINT', inferredFrom: 'text' },
      'VARCHAR',
    ],
    ['declared numbers are not', 'VARCHAR', { type: 'BIGINT', inferredFrom: null }, null],
    [
      'inferred whole numbers fit a column of doubles',
      'DOUBLE',
      { type: 'BIGINT', inferredFrom: 'text' },
      'DOUBLE',
    ],
    [
      'JSON whole numbers fit a column of doubles',
      'DOUBLE',
      { type: 'BIGINT', inferredFrom: 'json' },
      'DOUBLE',
    ],
    [
      'inferred digits fit a declared decimal',
      'DECIMAL(10,2)',
      { type: 'DOUBLE', inferredFrom: 'text' },
      'DECIMAL(10,2)',
    ],
    [
      'declared doubles are looked at one by one for a decimal',
      'DECIMAL(10,2)',
      { type: 'DOUBLE', inferredFrom: null },
      'DECIMAL(10,2)',
    ],
    [
      'doubles for a column of 64-bit integers conflict before its values are known',
      'BIGINT',
      { type: 'DOUBLE', inferredFrom: 'text' },
      null,
    ],
  ])('%s', (_what, type, found, expected) => {
    const incoming = found as Omit<IncomingColumn, 'name'>;
    const evolved = evolve(current(['a', type]), [{ name: 'a', ...incoming }], 'append', 2);
    expect(evolved.kind === 'evolved' ? evolved.columns[0]?.type : null).toBe(expected);
  });

  it.each([
    ['BIGINT', 'WHOLE', 'DOUBLE', 'DOUBLE'],
    ['BIGINT', 'BIGINT', 'DOUBLE', 'BIGINT'],
    ['BIGINT', '"NULL"', 'VARCHAR', 'VARCHAR'],
    ['BIGINT[]', 'WHOLE[]', 'DOUBLE[]', 'DOUBLE[]'],
    ['VARCHAR[]', '"NULL"[]', 'STRUCT(a BIGINT)[]', 'STRUCT("a" BIGINT)[]'],
    ['INTEGER[]', '"NULL"', 'STRUCT(a BIGINT)', 'STRUCT("a" BIGINT)'],
    [
      'STRUCT(a INTEGER, b DATE)',
      'STRUCT(a "NULL", b DATE)',
      'STRUCT(A BLOB)',
      'STRUCT("a" BLOB, "b" DATE)',
    ],
    ['MAP(VARCHAR, INTEGER)', 'MAP(VARCHAR, "NULL")', 'MAP(VARCHAR, DATE)', 'MAP(VARCHAR, DATE)'],
    ['DECIMAL(38,16)', 'DECIMAL(18,16)', 'DECIMAL(38,20)', 'DECIMAL(38,20)'],
    ['DECIMAL(38,16)', 'DECIMAL(38,16)', 'DECIMAL(38,20)', null],
    ['BIGINT', 'BIGINT', 'VARCHAR', null],
    ['VARCHAR[]', 'VARCHAR[]', 'BIGINT[]', null],
    ['TIMESTAMP_NS', 'TIMESTAMP_NS', 'TIMESTAMP', 'TIMESTAMP_NS'],
    ['TIMESTAMP', 'TIMESTAMP', 'TIMESTAMP_NS', 'TIMESTAMP'],
    ['TIMESTAMP', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', null],
  ])('of %s whose values are %s takes %s as %s', (type, seen, added, expected) => {
    const table = current(['a', type]).map((column) => ({ ...column, seen }));
    const evolved = evolve(table, [{ name: 'a', type: added }], 'append', 2);
    expect(evolved.kind === 'evolved' ? evolved.columns : null).toEqual(
      expected === null ? null : [{ id: 1, name: 'a', type: expected, nullable: true }],
    );
    expect(evolved.doubts).toEqual([]);
  });

  it.each([
    ['BIGINT', 'VARCHAR', '"NULL"'],
    ['BIGINT[]', 'VARCHAR[]', '"NULL"[]'],
    ['STRUCT("a" DATE)', 'STRUCT(a VARCHAR)', 'STRUCT(a "NULL")'],
    ['MAP(VARCHAR, DATE)', 'MAP(VARCHAR, VARCHAR)', 'MAP(VARCHAR, "NULL")'],
  ])('leaves %s as it is where the file has %s without values', (type, added, seen) => {
    const evolved = evolve(current(['a', type]), [{ name: 'a', type: added, seen }], 'append', 2);
    expect(evolved).toMatchObject({ kind: 'evolved', columns: [{ type }], doubts: [] });
  });

  it('gives a column that nobody said a type of the type of the first value', () => {
    const empty = { name: 'a', type: 'VARCHAR', allNull: true, inferredFrom: 'json' } as const;
    const first = evolve([], [empty], 'replace', 1);
    const again = evolve(first.kind === 'evolved' ? first.columns : [], [empty], 'append', 2);
    const number = { name: 'a', type: 'BIGINT', inferredFrom: 'json' } as const;
    expect(again).toMatchObject({ columns: [{ type: 'VARCHAR', isUntyped: true }], doubts: [] });
    const third = evolve(again.kind === 'evolved' ? again.columns : [], [number], 'append', 2);
    expect(third.kind === 'evolved' ? third.columns : null).toEqual([
      { id: 1, name: 'a', type: 'BIGINT', nullable: true },
    ]);
  });

  it('of names that differ only by case is refused', () => {
    const incoming = [
      { name: 'b', type: 'DATE' },
      { name: 'B', type: 'DATE' },
    ];
    expect(() => evolve(current(['a', 'DATE']), incoming, 'append', 2)).toThrow(
      "named 'B' but for case",
    );
  });

  it('never renumbers, renames, reorders or drops a column, whatever comes', () => {
    const column = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'E'), type: anyType });
    const columns = fc.uniqueArray(column, { selector: ({ name }) => name, maxLength: 5 });
    fc.assert(
      fc.property(columns, columns, (before, incoming) => {
        const table = current(...before.map(({ name, type }): [string, string] => [name, type]));
        const evolved = evolve(table, incoming, 'append', 100);
        if (evolved.kind === 'conflict') {
          expect(table.map(({ name }) => name)).toContain(evolved.column);
          return;
        }
        const kept = evolved.columns.slice(0, table.length);
        expect(kept.map(({ id, name }) => [id, name])).toEqual(
          table.map(({ id, name }) => [id, name]),
        );
        kept.forEach((after, index) => {
          expect(mergeTypes(after, { type: table[index]?.type ?? '' })).toBe(after.type);
        });
        expect(evolved.columns.slice(table.length).every(({ id }) => id >= 100)).toBe(true);
        expect(new Set(evolved.columns.map(({ id }) => id)).size).toBe(evolved.columns.length);
        expect(evolved.nextColumnId).toBe(100 + evolved.columns.length - table.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a replace', () => {
  it("takes the file's columns; ids stay where name and kind of type stay", () => {
    const table = current(['a', 'BIGINT'], ['b', 'VARCHAR'], ['c', 'DATE']);
    const incoming = [
      { name: 'c', type: 'TIMESTAMP' },
      { name: 'b', type: 'BIGINT' },
      { name: 'a', type: 'INTEGER' },
      { name: 'new', type: 'DATE' },
    ];
    const evolved = evolve(table, incoming, 'replace', 10);
    expect(evolved).toMatchObject({
      columns: [
        { id: 3, name: 'c', type: 'TIMESTAMP' },
        { id: 10, name: 'b', type: 'BIGINT' },
        { id: 1, name: 'a', type: 'INTEGER' },
        { id: 11, name: 'new', type: 'DATE' },
      ],
      nextColumnId: 12,
    });
  });
});
