import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvScanner, type CsvShape } from './csv-scanner.ts';
import { plainRowsSource } from './generated/plain-rows-wasm.ts';

/**
 * The scanner's result for the bytes in the given pieces: the shape, or the sentence of the
 * refusal.
 */
function scan(
  bytes: Buffer,
  pieceLengths: readonly number[],
  // The fast path is for large pieces; the tests allow pieces of any size.
  leastPlainBytes = 1,
): CsvShape | string {
  const scanner = new CsvScanner(',', undefined, { leastPlainBytes });
  try {
    let at = 0;
    for (const length of [...pieceLengths, bytes.length]) {
      scanner.feed(Buffer.from(bytes.subarray(at, at + length)));
      at += length;
    }
    return scanner.finish();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const fragment = fc.constantFrom(
  ...[
    'a',
    '1',
    '-1.5',
    '2024-01-01',
    'true',
    '12345678901234567890',
    '""',
    '"x,y"',
    '"l\n2"',
    '"q""q"',
    '"\r\n"',
    ' ',
    '"',
  ],
  ...[',', ',', ',', '\n', '\n', '\r\n', '\r', 'é'],
);
const body = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(''));
const wellFormed = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom('1', '"2"', '"x""y"', '', '"a\nb"'),
        fc.constantFrom('1.5', '2', ''),
      ),
      {
        maxLength: 20,
      },
    ),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([rows, end]) => rows.map((row) => row.join(',') + end).join(''));

/** Values that almost have a type, close to the assumptions of the fast path. */
const trickyValue = fc.constantFrom(
  ...[
    '0',
    '-0',
    '-',
    '-5',
    '00',
    '007',
    '-07',
    '+1',
    '1a',
    '5-',
    '1.5',
    '.5',
    '1e5',
    'x',
    'true',
    'TrUe',
    '0.5',
    '-0.5',
    '-0.0',
    '00.5',
    '5.',
    '1.234567890123456',
    '0.123456789012345',
    '1.5e3',
    '1.5.5',
  ],
  ...[
    '999999999999999',
    '-999999999999999',
    '9999999999999999',
    '9223372036854775807',
    '9223372036854775808',
  ],
  ...[
    '2024-01-01',
    '2024-02-30',
    '2024-01-01 10:00:00',
    '2024-01-01 23:59:59',
    '2024-01-01 24:00:00',
  ],
  ...[
    '2024-01-01T10:00:00',
    '2024-01-01 10:60:00',
    '2024-01-01 10:00:0x',
    '2024-01-01 10:00',
    '2024-01-01 10-00-00',
  ],
  ...[
    '2024-01-01 10:00:00.5',
    '2024-01-01',
    '2024-01-02',
    '2024-01-01 10:00:00Z',
    '2024-13-01 10:00:00',
    '2024-01-02 10:00:00',
    '2024-01-0110:00:00',
  ],
  ...['\0'.repeat(10), `2024-01-01 ${'\0'.repeat(8)}`, `${'\0'.repeat(10)} 10:00:00`],
);
const usualValues = [
  ['1', '2', '-33', '999999999999999'],
  ['1.5', '0.25', '-33.125', '0', '12345678901234.5'],
  ['2024-01-01', '2024-01-02', '2024-02-29'],
  ['true', 'false', 'TRUE', 'False'],
  ['2024-01-01 10:00:00', '2024-01-01 10:00:01', '2024-01-02 10:00:00'],
] as const;

describe('a CSV scanner', () => {
  it('finds the same types in plain rows as in rows that go the general way', () => {
    const column = fc.tuple(
      fc.constantFrom(...usualValues),
      fc.array(trickyValue, { maxLength: 2 }),
    );
    fc.assert(
      fc.property(
        column,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 0, max: 8 }),
        ([usual, odd], end, turn) => {
          const values = [...usual, ...usual, ...odd, ...usual];
          const turned = [...values.slice(turn), ...values.slice(0, turn)];
          const plain = scan(
            Buffer.from(`a,b${end}${turned.map((value) => `${value},x${end}`).join('')}`),
            [],
          );
          const quoted = scan(
            Buffer.from(`a,b${end}${turned.map((value) => `"${value}","x"${end}`).join('')}`),
            [],
          );
          if (typeof plain === 'string' || typeof quoted === 'string')
            throw new Error(`${plain} ${quoted}`);
          expect(plain.types).toEqual(quoted.types);
          expect(plain.rowCount).toBe(values.length);
          expect(plain.longestRowBytes).toBe(quoted.longestRowBytes - 4);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('finds the same whatever pieces the file comes in', () => {
    fc.assert(
      fc.property(
        fc.oneof(body, wellFormed),
        fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 80 }),
        (text, pieces) => {
          const bytes = Buffer.from(`h1,"h""2"\n${text}`);
          expect(scan(bytes, pieces)).toEqual(scan(bytes, []));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('finds the same by the fast way for plain rows and by the general one', () => {
    const rows = fc.array(
      fc.tuple(
        fc.constantFrom('1', '-7', '2.5', '', 'x', '2024-01-01'),
        fc.constantFrom('1', 'true', '', 'y'),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (table, end) => {
        const text = `a,b${end}${table.map((row) => row.join(',') + end).join('')}`;
        const bytes = Buffer.from(text);
        // No row is whole in a piece of one byte.
        const general = scan(
          bytes,
          Array.from({ length: bytes.length }, () => 1),
        );
        expect(scan(bytes, [])).toEqual(general);
        expect(general).toMatchObject({
          rowCount: table.filter((row) => row.join(',') !== '').length,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same in pieces of any size, each in place of the one before', () => {
    const rows = Array.from({ length: 40_000 }, (_, row) => {
      const text = row % 977 === 0 ? `"t, ${row}"` : `t${row}`;
      return `${row * 7919},${row / 8},2024-01-0${(row % 9) + 1},${text},${row % 1000 ? '' : 'x'}\n`;
    });
    const bytes = Buffer.from(`a,b,c,d,e\n${rows.join('')}`);
    const general = scan(bytes, [], Number.POSITIVE_INFINITY);
    expect(general).toMatchObject({
      rowCount: rows.length,
      types: ['BIGINT', 'DOUBLE', 'DATE', 'VARCHAR', 'VARCHAR'].map((type) => ({ type })),
    });
    for (const sizes of [[], [10, 300_000, 70_000, 500_000], [999_983, 1], [65_536, 65_537]])
      expect(scan(bytes, sizes)).toEqual(general);
    expect(scan(bytes, [100, 200_000], 65_536)).toEqual(general);
  });

  it.each([
    ['2024-01-01', '\0'.repeat(10)],
    ['2024-01-01 00:00:00', `2024-01-01 ${'\0'.repeat(8)}`],
  ])('takes no NULs for what the last value was: %j %j', (instant, nuls) => {
    const bytes = Buffer.from(`a\n${instant}\n${nuls}\n`);
    expect(scan(bytes, [2])).toMatchObject({ types: [{ type: 'VARCHAR' }] });
    expect(scan(bytes, [2])).toEqual(scan(bytes, [], Number.POSITIVE_INFINITY));
  });

  it('has its WebAssembly of the source that is here', () => {
    const digest = createHash('sha256');
    for (const name of ['plain-rows', 'instants'])
      digest.update(readFileSync(new URL(`../../../wasm/${name}.ts`, import.meta.url)));
    expect(plainRowsSource, 'run `npm run generate-wasm`').toBe(digest.digest('hex'));
  });

  it('measures the longest row in bytes and counts lines inside quotes', () => {
    const scanner = new CsvScanner(',');
    scanner.feed(Buffer.from('a,b\n1,"é\n\n2"\n3,4\n'));
    expect(scanner.line).toBe(6);
    expect(scanner.finish()).toMatchObject({ rowCount: 2, longestRowBytes: 9 });
  });

  it.each([
    ['a,b\n1,x"y\n', false],
    ['a,b\n1,"x"\n', true],
    ['a,"b"\n1,x\n', true],
  ])('tells whether a field begins with a quote: %j', (text, hasQuotes) => {
    expect(scan(Buffer.from(text), [])).toMatchObject({ hasQuotes });
  });

  it('refuses a row of more than 64 MiB', () => {
    const scanner = new CsvScanner(',');
    scanner.feed(Buffer.from('a\n'));
    for (let piece = 0; piece < 65; piece += 1) scanner.feed(Buffer.alloc(1024 * 1024, 'x'));
    expect(() => scanner.feed(Buffer.from('\n'))).toThrow(
      'Line 2 of the CSV file is longer than 64 MiB',
    );
  });
});
