import { sqlError } from '../../kernel/sql-error.ts';
import { readNumber } from '../../values/read-number.ts';
import { bigint, double, integer, interval, real, text, timestamp, timestamptz } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { formatFloat, formatInexact, formatInteger, formatNumeric } from './format-number.ts';
import { formatInterval, formatTimestamp } from './format-time.ts';

/** `places` is the number of decimals in the target column. */
function toNumber(value: string, template: string, places: number): string | null {
  const read = readNumber(value, template);
  if (read !== null && read.places > places) {
    sqlError(
      '0A000',
      `to_number() by a computed template is not supported beyond ${places} places`,
    );
  }
  return read?.digits ?? null;
}

export const formattingFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_to_char_timestamp', [timestamp, text], text, (value, template) =>
    formatTimestamp(value, template, ''),
  ),
  strictFunction('hotsql_to_char_timestamptz', [timestamptz, text], text, (value, template) =>
    formatTimestamp(value, template, 'UTC'),
  ),
  strictFunction('hotsql_to_char_interval', [interval, text], text, formatInterval),
  strictFunction('hotsql_to_char_integer', [integer, text], text, (value, template) =>
    formatInteger(BigInt(value), template, 32),
  ),
  strictFunction('hotsql_to_char_bigint', [bigint, text], text, (value, template) =>
    formatInteger(value, template, 64),
  ),
  strictFunction('hotsql_to_char_numeric', [text, text], text, formatNumeric),
  strictFunction('hotsql_to_char_inexact', [double, text], text, formatInexact),
  strictFunction('hotsql_to_number', [text, text, integer], text, toNumber),
  strictFunction('hotsql_to_char_double', [double, text], text, (value, template) =>
    formatFloat(value, template, 15),
  ),
  strictFunction('hotsql_to_char_real', [real, text], text, (value, template) =>
    formatFloat(value, template, 6),
  ),
];
