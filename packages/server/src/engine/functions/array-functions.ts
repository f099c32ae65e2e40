import { sqlError } from '../../kernel/sql-error.ts';
import { printArrayText, readArrayText } from '../../values/array-text.ts';
import { list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

function elementsOf(arrayText: string): readonly (string | null)[] {
  const reading = readArrayText(arrayText);
  switch (reading.kind) {
    case 'elements':
      return reading.elements;
    case 'rows':
      return sqlError(
        '0A000',
        'HotSQL does not support texts of arrays of several dimensions that are no literals',
      );
    case 'unsupported':
      return sqlError('0A000', `HotSQL does not support ${reading.what}`);
    case 'invalid':
      return sqlError(reading.sqlState, reading.message);
    case 'malformed':
      return sqlError('22P02', `malformed array literal: "${arrayText.slice(0, 200)}"`);
  }
}

const needsQuotes = /[\s(),"\\]/;

/** The text of a row, from the texts of its columns. */
const rowText = (columns: readonly (string | null)[]): string =>
  `(${columns
    .map((text) => {
      if (text === null) return '';
      return text === '' || needsQuotes.test(text) ? `"${text.replace(/["\\]/g, '$&$&')}"` : text;
    })
    .join()})`;

/** Texts of arrays and rows, from the texts of their elements. */
export const arrayFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_array_in', [text], list(text), elementsOf),
  strictFunction('hotsql_array_out', [list(text)], text, printArrayText),
  strictFunction('hotsql_record_out', [list(text)], text, rowText),
];
