import { describe, expect, it } from 'vitest';
import { type CsvField, CsvRecords } from './csv-records.ts';

const syntax = { delimiter: ';', quote: '"', maxColumns: 10 };

/** Records of a text that arrives in pieces of `pieceChars` characters. */
function recordsOf(text: string, pieceChars: number): readonly (readonly CsvField[])[] {
  const found: (readonly CsvField[])[] = [];
  const records = new CsvRecords(syntax, 1, (fields) => found.push(fields));
  for (let at = 0; at < text.length; at += pieceChars)
    records.feed(text.slice(at, at + pieceChars));
  records.finish();
  return found;
}

const plain = (text: string) => ({ text, isQuoted: false });
const quoted = (text: string) => ({ text, isQuoted: true });

describe('records of CSV', () => {
  it.each([1, 2, 3, 5, 1000])('are the same in pieces of %i characters', (pieceChars) => {
    const text = 'a"b""; x "\r\n"""";"say ""hi"""\n"";"x\ny"\n   ;';
    for (const blanks of ['1; "2"', '1;2\n  "'])
      expect(() => recordsOf(blanks, pieceChars)).toThrow('has blanks before an opening quote');
    expect(recordsOf(text, pieceChars)).toEqual([
      [plain('a"b""'), plain(' x "')],
      [quoted('"'), quoted('say "hi"')],
      [quoted(''), quoted('x\ny')],
      [plain('   '), plain('')],
    ]);
  });

  // A reader that copies earlier text at each quote does not end in time.
  it('are read in one pass, whatever quotes a field without quotes has', () => {
    const field = 'x"'.repeat(2 ** 20);
    expect(recordsOf(`${field};2\n`, 256 * 1024)).toEqual([[plain(field), plain('2')]]);
    expect(recordsOf(`"${'""'.repeat(2 ** 20)}"\n`, 256 * 1024)).toEqual([
      [quoted('"'.repeat(2 ** 20))],
    ]);
  });
});
