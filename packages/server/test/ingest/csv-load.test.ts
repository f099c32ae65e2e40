import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { IngestFixture } from './ingest-fixture.ts';
import { parseCsv, printCsv } from './reference-csv.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const typesOf = async (text: string) =>
  (await fixture.inspect(text, { format: 'csv' })).columns.map(({ type }) => type);
const oneColumn = async (...values: string[]) =>
  (await typesOf(`a,b\n${values.map((v) => `${v},x\n`).join('')}`))[0];

describe('types of CSV columns', () => {
  it.each([
    [['1', '-2', '0', '9223372036854775807'], 'BIGINT'],
    [['9223372036854775808'], 'DECIMAL(38,0)'],
    [['-9223372036854775808'], 'BIGINT'],
    [['-9223372036854775809'], 'DECIMAL(38,0)'],
    [['9'.repeat(38)], 'DECIMAL(38,0)'],
    [['9'.repeat(39)], 'VARCHAR'],
    [['007'], 'VARCHAR'],
    [['+1'], 'VARCHAR'],
    [['1_000'], 'VARCHAR'],
    [[' 1'], 'VARCHAR'],
    [['0x1F'], 'VARCHAR'],
    [['1.5', '2'], 'DOUBLE'],
    [['-0'], 'DOUBLE'],
    [['.5', '5.', '1e5', '1.5E-10'], 'DOUBLE'],
    [['0.30000000000000004', '0.1'], 'DOUBLE'],
    [['0.10000000000000000555'], 'DOUBLE'],
    [['123456789012345.67'], 'DOUBLE'],
    [['1.000000000000000001'], 'DECIMAL(38,18)'],
    [['0.5', '-.12345678901234568'], 'DOUBLE'],
    [['1e5', '1.000000000000000001'], 'VARCHAR'],
    [['9007199254740993.5'], 'DECIMAL(38,1)'],
    [['0.12345678901234567890'], 'DECIMAL(38,20)'],
    [['-123456789.1234567', '1.50000000000000000000'], 'DOUBLE'],
    [['9007199254740993', '0.5'], 'DECIMAL(38,1)'],
    [['1e400'], 'VARCHAR'],
    [['1e-400'], 'VARCHAR'],
    [['NaN'], 'VARCHAR'],
    [['00.5'], 'VARCHAR'],
    [['-'], 'VARCHAR'],
    [['.'], 'VARCHAR'],
    [['1.5.2'], 'VARCHAR'],
    [['true', 'False', 'TRUE'], 'BOOLEAN'],
    [['true', 'yes'], 'VARCHAR'],
    [['true', '1'], 'VARCHAR'],
    [['2024-02-29'], 'DATE'],
    [['2023-02-29'], 'VARCHAR'],
    [['0000-01-01'], 'VARCHAR'],
    [['2024-1-1'], 'VARCHAR'],
    [['2024-01-01 10:00', '2024-01-01T10:00:00', '2024-01-01 10:00:00.123456'], 'TIMESTAMP'],
    [['2024-01-01 24:00:00'], 'VARCHAR'],
    [['2024-01-01 10:00:00.1234567'], 'VARCHAR'],
    [
      ['2024-01-01T10:00:00Z', '2024-01-01 10:00:00+05:30', '2024-01-01 10:00:00-08'],
      'TIMESTAMP WITH TIME ZONE',
    ],
    [['2024-01-01 10:00:00+24'], 'VARCHAR'],
    [['2024-01-01', '2024-01-01 10:00:00'], 'VARCHAR'],
    [['', '1', ''], 'BIGINT'],
    [['""', '1'], 'VARCHAR'],
    [['"1"', '2'], 'BIGINT'],
    [['', ''], 'VARCHAR'],
  ])('%j is %s', async (values, type) => {
    expect(await oneColumn(...values)).toBe(type);
  });

  it('are decided by the last of many rows', async () => {
    const text = `a\n${'1\n'.repeat(200_000)}1.5\n`;
    const { inspected, rows } = await fixture.load(text);
    expect(inspected.columns[0]?.type).toBe('DOUBLE');
    expect(rows.at(-1)).toEqual({ a: 1.5 });
  });

  it('are VARCHAR under a header without rows, which still publishes its schema', async () => {
    const loaded = await fixture.load('id,name');
    expect(loaded.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'VARCHAR'],
      ['name', 'VARCHAR'],
    ]);
    expect(loaded.files).toEqual([]);
    expect(loaded.rowCount).toBe(0);
  });
});

describe('values of CSV', () => {
  it('tell an empty field from an empty string', async () => {
    const { rows } = await fixture.load('a,b\n,""\n"",\n');
    expect(rows).toEqual([
      { a: null, b: '' },
      { a: '', b: null },
    ]);
  });

  it('survive a byte order mark, CRLF, quoted line ends, doubled quotes, hashes and a missing last line end', async () => {
    const { rows } = await fixture.load('\uFEFF"a ""1""",b\r\n#x,"1\r\n2"\r\n"say ""hi""",é');
    expect(rows).toEqual([
      { 'a "1"': '#x', b: '1\r\n2' },
      { 'a "1"': 'say "hi"', b: 'é' },
    ]);
  });

  it('keep numbers past 64 bits, long decimals and instants exact', async () => {
    const { rows } = await fixture.load(
      'big,dec,at,zoned\n170141183460469231731687303715884105727,1.000000000000000001,2024-01-01T10:00:00.5,2024-01-01 10:00:00+0530\n'.replace(
        '170141183460469231731687303715884105727',
        '12345678901234567890123456789012345678',
      ),
    );
    expect(rows).toEqual([
      {
        big: '12345678901234567890123456789012345678',
        dec: '1.000000000000000001',
        at: '2024-01-01 10:00:00.5',
        zoned: '2024-01-01 04:30:00+00',
      },
    ]);
  });

  it('of a tab-separated file are told by the content type', async () => {
    const { rows } = await fixture.load('a\tb\n1,5\tx\n', {
      contentType: 'text/tab-separated-values; charset=utf-8',
    });
    expect(rows).toEqual([{ a: '1,5', b: 'x' }]);
  });

  it('of one column may be empty lines, which are nulls', async () => {
    const { rows } = await fixture.load('a\n1\n\n3\n');
    expect(rows).toEqual([{ a: '1' }, { a: null }, { a: '3' }]);
  });

  it('longer than 2 MB are kept whole', async () => {
    const long = 'x'.repeat(3_000_000);
    const { rows } = await fixture.load(`a,b\n1,${long}\n2,"${long}"\n`);
    expect(rows.map((row) => String(row.b).length)).toEqual([3_000_000, 3_000_000]);
  });
});

describe('CSV that breaks the rules', () => {
  it.each([
    [
      'a row too short',
      'a,b\n1,2\n3\n',
      'Line 3 of the CSV file has 1 field where the header has 2',
    ],
    [
      'a row too long',
      'a,b\n1,2,3\n',
      'Line 2 of the CSV file has 3 fields where the header has 2',
    ],
    [
      'a trailing comma',
      'a,b\n1,2,\n',
      'Line 2 of the CSV file has 3 fields where the header has 2',
    ],
    ['a row after a quoted line end', 'a,b\n1,"2\n\n3"\n4\n', 'Line 5 of the CSV file has 1 field'],
    [
      'a quote that never ends',
      'a,b\n1,2\n3,"4\n5,6\n',
      'Line 3 of the CSV file has a quoted field that never ends',
    ],
    [
      'text after a quote',
      'a,b\n1,"2"x\n',
      'Line 2 of the CSV file has text after a closing quote',
    ],
    [
      'blanks before a quote',
      'a,b\n1, "2"\n',
      'Line 2 of the CSV file has blanks before an opening quote',
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\r\n3,4\n',
      'Line 3 of the CSV file ends in LF where the lines before end in CRLF',
    ],
    ['a lone carriage return', 'a,b\n1,2\r3,4\n', 'Line 2 of the CSV file has a carriage return'],
    ['a NUL byte', 'a,b\n1,2\n3,\0\n', 'Line 3 of the CSV file holds a NUL byte'],
    ['a duplicate name', 'a,b,a\n1,2,3\n', "The column name 'a' appears twice"],
    [
      'names that differ by case',
      'id,ID\n1,2\n',
      "The column names 'id' and 'ID' differ only by case",
    ],
    ['an empty name', 'a,,c\n1,2,3\n', 'Column 2 has no name'],
    ['an empty first line', '\na,b\n1,2\n', 'Line 1 of the CSV file is empty'],
    ['no bytes', '', 'The CSV file is empty'],
    ['a Parquet file', 'PAR1....PAR1', 'The file is Parquet, not CSV'],
    [
      'a gzip file',
      Buffer.from([0x1f, 0x8b, 8, 0]),
      'The file is gzip, not CSV; say so in content_enc',
    ],
    ['a zip archive', 'PK\x03\x04..', 'not CSV; upload each file that is in it'],
    [
      'Latin-1',
      Buffer.from('a,b\n1,2\ncaf\xe9,3\n', 'latin1'),
      'Line 3 of the CSV file is not UTF-8',
    ],
    [
      'half a character at the end',
      Buffer.from([0x61, 0x0a, 0xe2, 0x82]),
      'Line 2 of the CSV file is not UTF-8',
    ],
  ])('(%s) is refused with its line', async (_what, content, message) => {
    const failure = await fixture.load(content, { format: 'csv' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QuernError);
    expect(failure).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('far into a large file is refused with its line', async () => {
    const text = `a,b\n${'1,"x\n"\n'.repeat(400_000)}1\n`;
    await expect(fixture.inspect(text)).rejects.toThrow('Line 800002 of the CSV file has 1 field');
  });
});

describe('declared types of inline CSV', () => {
  it('are used instead of what the text looks like', async () => {
    const { rows, columns } = await fixture.load(
      'id,price,at,doc\n007,1.5,10:00,"{""a"":1}"\n,,,\n',
      {
        declaredTypes: [
          ['id', 'INTEGER'],
          ['price', { type: 'decimal', precision: 10, scale: 2 }],
          ['at', 'TIME'],
          ['doc', 'JSON'],
        ],
      },
    );
    expect(columns.map(({ type }) => type)).toEqual([
      'INTEGER',
      'DECIMAL(10,2)',
      'TIME',
      'VARCHAR',
    ]);
    expect(rows).toEqual([
      { id: 7, price: '1.50', at: '10:00:00', doc: '{"a":1}' },
      { id: null, price: null, at: null, doc: null },
    ]);
  });

  it.each([
    [{ a: 'INTEGER' }, "'columns' must give a type for every column; 'b' has none"],
    [{ a: 'INTEGER', b: 'TEXT', c: 'TEXT' }, "'columns' names 'c'"],
    [{ a: 'INTEGER', b: 'MONEY' }, "Column 'b' is declared as 'MONEY'"],
    [{ a: 'INTEGER', b: 'DECIMAL(39,2)' }, "Column 'b': a DECIMAL has a precision of 1 to 38"],
    [{ a: 'INTEGER', b: 'TEXT' }, "Row 2, column 'a': '1.5' is not a valid INTEGER"],
    [{ a: 'DOUBLE', b: 'UUID' }, "Row 1, column 'b': 'x' is not a valid UUID"],
    [{ a: 'constructor', b: 'TEXT' }, "Column 'a' is declared as 'constructor'"],
  ])('%j are refused: %s', async (declared, message) => {
    const declaredTypes = Object.entries(declared);
    await expect(fixture.load('a,b\n1,x\n1.5,y\n', { declaredTypes })).rejects.toThrow(message);
  });
});

const cell = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
    .map((d) => d.toISOString()),
  fc.constantFrom(
    'true',
    'False',
    '',
    ' ',
    'x',
    '#',
    '"',
    ',',
    '\n',
    '\r\n',
    '\r',
    ' "q"',
    'é',
    '\u{1F600}',
    "'",
    '\\',
  ),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
);

describe('any table', () => {
  it('that is printed as CSV loads with equal values', async () => {
    const tables = fc.integer({ min: 2, max: 5 }).chain((width) =>
      fc.tuple(
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(tables, async ([table, lineEnd, lastLineEnd]) => {
        const names = (table[0] ?? []).map((_, index) => `c${index}`);
        const text = printCsv([names, ...table], lineEnd, lastLineEnd);
        const { rows, inspected, rowCount } = await fixture.load(text);
        expect(rowCount).toBe(table.length);
        const types = inspected.columns.map(({ type }) => type);
        rows.forEach((row, index) => {
          names.forEach((name, column) => {
            expectSameValue(row[name], table[index]?.[column] ?? null, types[column] ?? '');
          });
        });
      }),
      { numRuns: 150 },
    );
  });

  it('whose bytes are changed loads as another reader reads it, or is refused', async () => {
    const original = Buffer.from(
      'id,name,at\n1,"a ""b""",2024-01-01\n2,"x\ny",2024-01-02\n3,,2024-01-03\n4,é,2024-01-04\n',
    );
    const bytes = fc.constantFrom(...Buffer.from('",\n\r 1x\t'), 0, 0xff, 0xc3);
    const mutations = fc.array(
      fc.tuple(fc.nat(original.length - 1), bytes, fc.constantFrom('set', 'insert', 'remove')),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const mutated = [...original];
        for (const [at, byte, how] of changes)
          mutated.splice(at, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
        const content = Buffer.from(mutated);
        const loaded = await fixture
          .load(content, { format: 'csv' })
          .catch((error: unknown) => error);
        if (loaded instanceof QuernError) {
          expect(loaded.code).toBe('BAD_REQUEST');
          return;
        }
        if (loaded instanceof Error) throw loaded;
        const [header, ...expected] = parseCsv(content.toString('utf8'));
        expect(loaded).toMatchObject({ rowCount: expected.length });
        const { rows, inspected } = loaded as Awaited<ReturnType<IngestFixture['load']>>;
        expect(inspected.columns.map(({ name }) => name)).toEqual(header);
        rows.forEach((row, index) => {
          inspected.columns.forEach(({ name, type }, column) => {
            expectSameValue(row[name], expected[index]?.[column] ?? null, type);
          });
        });
      }),
      { numRuns: 400 },
    );
  });
});

/** The loaded value says the same as the CSV text. */
function expectSameValue(loaded: unknown, text: string | null, type: string): void {
  if (text === null) expect(loaded).toBeNull();
  else if (type === 'DOUBLE') expect(Number(loaded)).toBe(Number(text));
  else if (type === 'BOOLEAN') expect(String(loaded)).toBe(text.toLowerCase());
  else if (type === 'TIMESTAMP WITH TIME ZONE')
    expect(Date.parse(String(loaded).replace('+00', 'Z'))).toBe(Date.parse(text));
  else if (type.startsWith('DECIMAL'))
    expect(withoutTrailingZeros(String(loaded))).toBe(withoutTrailingZeros(text));
  else expect(loaded).toBe(text);
}

function withoutTrailingZeros(text: string): string {
  const padded = text.replace(/^(-?)\./, '$10.');
  return padded.includes('.') ? padded.replace(/\.?0*$/, '') : padded;
}
