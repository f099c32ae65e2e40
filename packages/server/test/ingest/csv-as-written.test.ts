import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextOptions } from '../../src/engine/ingest/text-options.ts';
import { QuernError } from '../../src/kernel/errors.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const rowsOf = async (
  content: string | Uint8Array,
  textOptions: TextOptions | null = null,
  format: 'csv' | null = null,
) => (await fixture.load(content, { textOptions, format })).rows;
const typesOf = async (content: string | Uint8Array, textOptions: TextOptions) =>
  (await fixture.inspect(content, { textOptions })).columns.map(({ type }) => type);
const refusal = (content: string | Uint8Array, textOptions: TextOptions | null = null) =>
  fixture.inspect(content, { textOptions }).then(
    () => 'it was taken',
    (error: unknown) =>
      error instanceof QuernError && error.code === 'BAD_REQUEST' ? error.message : error,
  );
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const many = 20_000;

describe('a line break in the header', () => {
  it.each([
    ['LF, where lines end in CRLF', 'x,"y\nz"\r\n1,2\r\n3,"4\n5"\r\n', 'y\nz', '4\n5'],
    ['CRLF, where lines end in LF', 'x,"y\r\nz"\n1,2\n3,"4\n5"\n', 'y\r\nz', '4\n5'],
    ['CR', 'x,"y\rz"\n1,2\n3,"4\r5"\n', 'y\rz', '4\r5'],
    ['LF, where lines end in LF', 'x,"y\nz"\n1,2\n3,"4\n5"\n', 'y\nz', '4\n5'],
  ])('(%s) is of the name', async (_what, text, name, last) => {
    const expected = [
      { x: 1, [name]: '2' },
      { x: 3, [name]: last },
    ];
    expect((await rowsOf(text)).map((row) => ({ ...row, x: Number(row.x) }))).toEqual(expected);
  });

  it('keeps all rows of a large file, and the lines of its errors', async () => {
    const head = '"a\nb",c\r\n';
    const rows = await rowsOf(`${head}${'1,x\r\n'.repeat(many)}`);
    expect(rows).toHaveLength(many);
    expect(Object.keys(rows[0] ?? {})).toEqual(['a\nb', 'c']);
    expect(await refusal(`${head}1,x\r\n1,x,y\r\n`)).toBe(
      'Line 4 of the CSV file has 3 fields where the header has 2',
    );
    const left = fixture.spoolEntries();
    await refusal(`${head}1,x\r\n1,x,y\r\n`);
    await refusal(latin1('a\n\xe9'), { encoding: 'utf-16', skip: 1 });
    expect(fixture.spoolEntries()).toEqual(left);
  });
});

describe('another delimiter', () => {
  it.each([
    ['semicolons', 'id;name\n1;a\n2;"b;c"\n', ';'],
    ['tabs', 'id\tname\n1\ta\n2\t"b\tc"\n', '\t'],
    ['bars', 'id|name\n1|a\n2|"b|c"\n', '|'],
    ['semicolons, with commas in values', 'id;name\n1;9,5\n2;"b,c"\n', ';'],
    ['semicolons, with commas in the header', 'id;name, first\n1;a\n2;"b;c"\n', ';'],
    ['a line that names it', 'sep=;\r\nid;name\r\n1;a\r\n2;"b;c"\r\n', ';'],
    ['a line with quotes that names it', '"sep=|"\nid|name\n1|a\n2|"b|c"\n', '|'],
    ['a line that names another one', 'sep=~\nid~name\n1~a\n2~"b~c"\n', '~'],
    ['semicolons behind a byte order mark', '\uFEFFid;name\n1;a\n2;"b;c"\n', ';'],
  ])('(%s) is found', async (_what, text, delimiter) => {
    const rows = await rowsOf(text);
    expect(rows).toHaveLength(2);
    const [first, second] = rows.map((row) => Object.values(row));
    expect([first?.[0], second?.[0]].map(Number)).toEqual([1, 2]);
    expect(String(second?.[1])).toContain(text.includes('b,c') ? ',' : delimiter);
  });

  it('is found in a header without rows', async () => {
    const { columns } = await fixture.inspect('id;name\n');
    expect(columns.map(({ name }) => name)).toEqual(['id', 'name']);
  });

  it.each([
    ['one column', 'note\nhello; world\nfoo|bar\n', ['note']],
    ['one column whose name has quotes', '"a;b"\n1\n', ['a;b']],
    ['commas, and other signs in names', 'a;b,c|d\n1,2\n3,4\n', ['a;b', 'c|d']],
    ['commas, and as many other signs', 'a;b,c;d\n1;2,3;4\n', ['a;b', 'c;d']],
  ])('is not made up in a file of %s', async (_what, text, names) => {
    expect((await fixture.inspect(text)).columns.map(({ name }) => name)).toEqual(names);
  });

  it('is asked for where two may be meant', async () => {
    expect(await refusal('id;name|alias\n1;a|b\n')).toBe(
      "The columns of the CSV file may be separated by ';' or '|'; say which in 'delimiter'",
    );
  });

  it('is told where rows have another width', async () => {
    expect(await refusal('id;name\n1;a\n2;b;c\n')).toBe(
      "Line 3 of the CSV file has 3 fields where the header has 2; the columns are separated by ';', unless 'delimiter' says otherwise",
    );
  });

  it.each([',', ';', '\t', '|', ' ', '^', '\u0001'])(
    '%j is taken as an option',
    async (delimiter) => {
      const line = (...fields: string[]) => `${fields.join(delimiter)}\n`;
      const text =
        line('id', 'day', 'at', 'v') +
        line('1', '2024-01-31', '"2024-01-31 10:00:00"', '-1.5').repeat(many);
      const { rows, inspected } = await fixture.load(text, { textOptions: { delimiter } });
      expect(inspected.columns.map(({ type }) => type)).toEqual([
        'BIGINT',
        'DATE',
        'TIMESTAMP',
        'DOUBLE',
      ]);
      expect(rows).toHaveLength(many);
      expect(rows.at(-1)).toEqual({
        id: '1',
        day: '2024-01-31',
        at: '2024-01-31 10:00:00',
        v: -1.5,
      });
    },
  );
});

describe('options of CSV', () => {
  it('take another quote, and none', async () => {
    expect(await rowsOf("a,b\n'x,y','it''s \"so\"'\n", { quote: "'" })).toEqual([
      { a: 'x,y', b: 'it\'s "so"' },
    ]);
    expect(await rowsOf('a\tb\n5" disk\t"half\n', { quote: '', delimiter: '\t' })).toEqual([
      { a: '5" disk', b: '"half' },
    ]);
  });

  it('take texts for null, where they have no quotes', async () => {
    const text = 'a,b\n1,NA\nNA,"NA"\n\\N,\n3,""\n';
    expect(await rowsOf(text, { nullValues: ['NA', '\\N'] })).toEqual([
      { a: '1', b: null },
      { a: null, b: 'NA' },
      { a: null, b: null },
      { a: '3', b: '' },
    ]);
  });

  it('take decimal commas, in columns that hold nothing else', async () => {
    const text = 'n;t;w;z\n1,5;1,5;1;007,5\n-2;x;2;1,0\n;1,25;NA;\n,5;;3;2\n';
    const options = { decimal: ',', nullValues: ['NA'] } as const;
    expect(await typesOf(text, options)).toEqual(['DOUBLE', 'VARCHAR', 'BIGINT', 'VARCHAR']);
    expect(await rowsOf(text, options)).toEqual([
      { n: 1.5, t: '1,5', w: '1', z: '007,5' },
      { n: -2, t: 'x', w: '2', z: '1,0' },
      { n: null, t: '1,25', w: null, z: null },
      { n: 0.5, t: null, w: '3', z: '2' },
    ]);
  });

  it('keep numbers with points as text where commas are decimal, and say so', async () => {
    const text = 'n;m;q;d;t\n1.234;1.5;"1.000";1,5;1.5\n2.000;1,5;;2;x\n';
    const textOptions = { decimal: ',' } as const;
    const { inspected, rows } = await fixture.load(text, { textOptions, mayGuess: true });
    expect(rows).toEqual([
      { n: '1.234', m: '1.5', q: '1.000', d: 1.5, t: '1.5' },
      { n: '2.000', m: '1,5', q: null, d: 2, t: 'x' },
    ]);
    expect(inspected.warnings).toEqual(
      ['n', 'm', 'q'].map(
        (name) =>
          `Column '${name}' has numbers with points, where 'decimal' is a comma, and is kept as text; write them without signs that group digits`,
      ),
    );
    const declared = fixture.load('n\n1.234\n', { textOptions, declaredTypes: [['n', 'DOUBLE']] });
    await expect(declared).rejects.toThrow("Column 'n' has numbers with points");
  });

  it.each([
    ['%d.%m.%Y', '31.01.2024', 'DATE', '2024-01-31'],
    ['%m/%d/%y', '1/5/69', 'DATE', '1969-01-05'],
    ['%Y%m%d', '20240229', 'DATE', '2024-02-29'],
    ['%d %b %Y', '05 Feb 2024', 'DATE', '2024-02-05'],
    ['%B %d, %Y', 'December 24, 2024', 'DATE', '2024-12-24'],
    ['%d/%m/%Y %H:%M', '31/01/2024 7:05', 'TIMESTAMP', '2024-01-31 07:05:00'],
    ['%m/%d/%Y %I:%M:%S %p', '01/31/2024 12:00:01 AM', 'TIMESTAMP', '2024-01-31 00:00:01'],
    ['%Y-%m-%d %H.%M.%S.%f', '2024-01-31 10.20.30.5', 'TIMESTAMP', '2024-01-31 10:20:30.5'],
    ['%Y年%m月%d日', '2024年1月5日', 'DATE', '2024-01-05'],
    [
      '%d.%m.%Y %H:%M %z',
      '31.01.2024 10:00 +0200',
      'TIMESTAMP WITH TIME ZONE',
      '2024-01-31 08:00:00+00',
    ],
  ])('take dates of %s', async (dateFormat, value, type, stored) => {
    const text = `d|t\n"${value}"|"${value}"\n|other\n`;
    expect(await typesOf(text, { dateFormat })).toEqual([type, 'VARCHAR']);
    expect(await rowsOf(text, { dateFormat })).toEqual([
      { d: stored, t: value },
      { d: null, t: 'other' },
    ]);
  });

  it.each(['31.02.2024', '29.02.2023', '1.13.2024', '00.01.2024', '1.1.24', 'x 1.1.2024'])(
    'keep %s as text, which is no such day, and say so',
    async (value) => {
      const options = { dateFormat: '%d.%m.%Y' };
      const { columns, warnings } = await fixture.inspect(`d,e\n${value},1\n`, {
        textOptions: options,
      });
      expect(columns[0]?.type).toBe('VARCHAR');
      expect(warnings).toEqual([
        "No column holds dates of 'date_format' alone, so it changed nothing",
      ]);
    },
  );

  it.each(['%d.%m', '%q', '%Y-%m-%d %Y', '%Y-%m-%d %M', '%Y-%m-%d %I', '100%', ''])(
    'refuse the date format %j',
    async (dateFormat) => {
      expect(await refusal('a,b\n1,2\n', { dateFormat })).toMatch(
        /^'date_format' cannot be read: /,
      );
    },
  );

  it('leave lines out', async () => {
    const text = 'Report "of, May\n\na;b\n1;2\n';
    expect(await rowsOf(text, { skip: 2 })).toEqual([{ a: '1', b: '2' }]);
    expect(await refusal('a,b\n1,2\n', { skip: 2 })).toBe(
      "The CSV file has no line after the 2 that 'skip' leaves out",
    );
    expect(await refusal('x\na,b\n1,2\n3\n', { skip: 1 })).toBe(
      'Line 4 of the CSV file has 1 field where the header has 2',
    );
  });

  it.each([
    ['utf-16', Buffer.from('\uFEFFa;b\n1;é€\n', 'utf16le')],
    ['utf-16', Buffer.from('\uFEFFa;b\n1;é€\n', 'utf16le').swap16()],
    ['utf-16le', Buffer.from('a;b\n1;é€\n', 'utf16le')],
    ['utf-16be', Buffer.from('a;b\n1;é€\n', 'utf16le').swap16()],
    ['windows-1252', latin1('a;b\n1;é\x80\n')],
    ['latin1', latin1('a;b\n1;é\x80\n')],
    ['iso-8859-15', latin1('a;b\n1;é\xa4\n')],
    ['utf-8', Buffer.from('\uFEFFa;b\n1;é€\n')],
  ])('read %s', async (encoding, content) => {
    expect(await rowsOf(content, { encoding })).toEqual([{ a: '1', b: 'é€' }]);
  });

  it('say where the encoding is another one', async () => {
    expect(await refusal(latin1('a,b\n1,2\n3,\x81\x30\n'), { encoding: 'shift_jis' })).toMatch(
      /^The file is not text in shift_jis: from line \d on it cannot be read/,
    );
    expect(await refusal(latin1('a,b\n1,\xe9\n'))).toBe(
      'Line 2 of the CSV file is not UTF-8; give its encoding, or save the file as UTF-8',
    );
  });

  it('make no file of more bytes than one may have, and leave nothing', async () => {
    const left = fixture.spoolEntries();
    const text = `a~b\n${'é~2\n'.repeat(1000)}`;
    const sizes = [
      [latin1(text), { encoding: 'latin1' }],
      [Buffer.from(text), { delimiter: '~', quote: "'" }],
      [Buffer.from('a;b\n";;";1\n'.repeat(500)), { delimiter: ';', quote: "'", skip: 1 }],
    ] as const;
    for (const [content, textOptions] of sizes) {
      const maxDecodedBytes = 4500;
      await expect(fixture.inspect(content, { textOptions, maxDecodedBytes })).rejects.toThrow(
        'The decoded file is larger than 4500 bytes, the most that one file may have; split it',
      );
    }
    expect(fixture.spoolEntries()).toEqual(left);
  });

  it('are refused with formats that they say nothing of', async () => {
    expect(await refusal('{"a":1}\n', { delimiter: ';' })).toBe(
      "'delimiter' goes with CSV only, and the file is JSON; leave it out",
    );
    expect(await rowsOf(Buffer.from('{"a":"é"}\n', 'utf16le'), { encoding: 'utf-16' })).toEqual([
      { a: 'é' },
    ]);
  });

  it('break the rules of CSV where the file does', async () => {
    const options = { delimiter: '~' };
    expect(await refusal('a~b\n"1~2\n', options)).toBe(
      'Line 2 of the CSV file has a quoted field that never ends',
    );
    expect(await refusal('a~b\n"1"x~2\n', options)).toMatch(/^Line 2 .*text after a closing quote/);
    expect(await refusal('a~b\n1~ "2"\n', options)).toMatch(
      /^Line 2 .*blanks before an opening quote/,
    );
    expect(await refusal('a~b\n1\r2~3\n', options)).toMatch(/^Line 2 .*carriage return/);
    expect(await refusal('a~b\n1~2\n3\n', options)).toMatch(
      /^Line 3 .*1 field where the header has 2/,
    );
    expect(await refusal('a~b\n1~\xff\0\n', options)).toMatch(/^Line 2 .*NUL/);
    expect(await refusal(`a${'~'.repeat(5000)}\n`, options)).toMatch(/more than 4096 columns/);
    expect(await refusal('a~a\n1~2\n', options)).toMatch(/'a' appears twice/);
  });
});

describe('a file of another kind', () => {
  const nul = '\0'.repeat(64);
  it.each([
    ['text in UTF-16', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), "encoding 'utf-16'"],
    ['text in UTF-16', Buffer.from('a,b\n1,2\n', 'utf16le'), "encoding 'utf-16le'"],
    ['bzip2', latin1('BZh91AY&SYabc'), 'unpack'],
    ['xz', latin1('\xfd7zXZ\0abc'), 'unpack'],
    ['a spreadsheet of Excel 97 (.xls)', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'CSV'],
    ['an Arrow file (Feather)', latin1(`ARROW1${nul}`), 'Parquet'],
    ['an Arrow stream', latin1(`\xff\xff\xff\xff${nul}`), 'Parquet'],
    ['a SQLite database', latin1(`SQLite format 3${nul}`), 'CSV or Parquet'],
    ['a DuckDB database', latin1(`12345678DUCK${nul}`), 'CSV or Parquet'],
    ['Avro', latin1('Obj\x01abc'), 'Parquet'],
    ['ORC', latin1(`ORC${nul}`), 'Parquet'],
    ['Parquet with an encrypted footer', latin1(`PARE${nul}`), 'without encryption'],
    [
      'an XML or HTML page',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      'server',
    ],
    ['an XML or HTML page', '<Error><Code>AccessDenied</Code></Error>\n', 'server'],
    ['an XML or HTML page', '\n<!DOCTYPE html>\n<html><body>502</body></html>', 'server'],
  ])('(%s) is named', async (kind, content, advice) => {
    const said = await refusal(content);
    expect(said).toMatch(/^The file is .*, not CSV; /);
    expect(said).toContain(`The file is ${kind}, not CSV`);
    expect(said).toContain(advice);
  });

  it('is told from CSV that begins as its mark does', async () => {
    for (const name of ['PARENT', 'ORC_ID', 'FEA1', 'ARROW1', '<b>', 'BZh91']) {
      const { columns } = await fixture.inspect(`${name},x\n1,2\n`, { format: 'csv' });
      expect(columns[0]?.name).toBe(name);
    }
  });

  it.each(['{"error":"not found"}\n', '[{"a":1}]', '{\n  "a": 1\n}\n'])(
    '(JSON, %j) is no CSV',
    async (text) => {
      await expect(fixture.inspect(text, { format: 'csv' })).rejects.toThrow(
        "The file is JSON, not CSV; load it with format 'json'",
      );
    },
  );

  it('may be CSV with brackets', async () => {
    expect(await rowsOf('[id],[name]\n1,2\n', null, 'csv')).toEqual([
      { '[id]': '1', '[name]': '2' },
    ]);
  });
});
