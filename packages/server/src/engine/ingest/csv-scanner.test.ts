import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvScanner, type CsvShape } from './csv-scanner.ts';

/** What the scanner makes of the bytes when they come in the given pieces: the shape, or the refusal's sentence. */
function scan(bytes: Buffer, pieceLengths: readonly number[]): CsvShape | string {
  const scanner = new CsvScanner(',');
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
    fc.array(fc.tuple(fc.constantFrom('1', '"2"', '"x""y"', '', '"a\nb"'), fc.constantFrom('1.5', '2', '')), {
      maxLength: 20,
    }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([rows, end]) => rows.map((row) => row.join(',') + end).join(''));

describe('a CSV scanner', () => {
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
      fc.tuple(fc.constantFrom('1', '-7', '2.5', '', 'x', '2024-01-01'), fc.constantFrom('1', 'true', '', 'y')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (table, end) => {
        const text = `a,b${end}${table.map((row) => row.join(',') + end).join('')}`;
        const bytes = Buffer.from(text);
        // Byte by byte no row lies whole in a piece.
        const general = scan(
          bytes,
          Array.from({ length: bytes.length }, () => 1),
        );
        expect(scan(bytes, [])).toEqual(general);
        expect(general).toMatchObject({ rowCount: table.filter((row) => row.join(',') !== '').length });
      }),
      { numRuns: 500 },
    );
  });

  it('measures the longest row in bytes and counts lines inside quotes', () => {
    const scanner = new CsvScanner(',');
    scanner.feed(Buffer.from('a,b\n1,"é\n\n2"\n3,4\n'));
    expect(scanner.line).toBe(6);
    expect(scanner.finish()).toMatchObject({ rowCount: 2, longestRowBytes: 9 });
  });

  it('refuses a row of more than 64 MiB', () => {
    const scanner = new CsvScanner(',');
    scanner.feed(Buffer.from('a\n'));
    for (let piece = 0; piece < 65; piece += 1) scanner.feed(Buffer.alloc(1024 * 1024, 'x'));
    expect(() => scanner.feed(Buffer.from('\n'))).toThrow('Line 2 of the CSV file is longer than 64 MiB');
  });
});
