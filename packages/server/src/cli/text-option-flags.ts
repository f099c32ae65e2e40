import type { LoadOptions, TextOptions } from '@quern/client';
import { textEncodings } from '@quern/contract';
import type { Values } from './command.ts';
import { UsageError } from './usage-error.ts';

export const textOptionFlags = {
  delimiter: { type: 'string' },
  quote: { type: 'string' },
  'null-value': { type: 'string', multiple: true },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  skip: { type: 'string' },
  'date-format': { type: 'string' },
} as const;

export const textOptionUsage = `  --delimiter C          what separates columns of CSV: one character, or tab; found out unless given
  --quote C              what stands around fields; '' where nothing does
  --null-value TEXT      a field that is null, besides the empty one; several times for several
  --decimal C            , where numbers have a decimal comma
  --encoding NAME        of CSV and JSON: utf-16, latin1, windows-1252 and others; utf-8 unless given
  --skip N               lines before the header
  --date-format FORMAT   how dates or timestamps are written: %d.%m.%Y`;

/** The options of text for the service, if a flag is given. */
export function textOptionsOf(values: Values): Pick<LoadOptions, 'text'> {
  const delimiter = values.text('delimiter');
  const nullValues = values.texts('null-value');
  const given: TextOptions = {
    delimiter: delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter,
    quote: values.text('quote'),
    nullValues: nullValues.length > 0 ? nullValues : undefined,
    decimal: oneOf(values.text('decimal'), ['.', ','], '--decimal'),
    encoding: oneOf(values.text('encoding')?.toLowerCase(), textEncodings, '--encoding'),
    skip: values.count('skip'),
    dateFormat: values.text('date-format'),
  };
  const text = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.keys(text).length > 0 ? { text } : {};
}

function oneOf<const Value extends string>(
  given: string | undefined,
  values: readonly Value[],
  flag: string,
): Value | undefined {
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new UsageError(`${flag} '${given}' is none of ${values.join(' ')}`);
  return found;
}
