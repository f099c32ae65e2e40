import { sqlError } from '../../kernel/sql-error.ts';
import { boolean, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const forms: ReadonlySet<string> = new Set(['NFC', 'NFD', 'NFKC', 'NFKD']);

function normalize(value: string, form: string): string {
  const name = form.toUpperCase();
  if (!forms.has(name)) return sqlError('22023', `invalid normalization form: ${form}`);
  return value.normalize(name);
}

/** `unistr`: \XXXX, \+XXXXXX, \uXXXX and \UXXXXXXXX, surrogates in pairs. */
function unistr(value: string): string {
  const escapes = /\\(?:(\\)|u?([0-9a-fA-F]{4})|\+([0-9a-fA-F]{6})|U([0-9a-fA-F]{8}))|\\/g;
  const result = value.replace(
    escapes,
    (_all, backslash?: string, four?: string, six?: string, eight?: string) => {
      if (backslash !== undefined) return '\\';
      const digits = four ?? six ?? eight ?? sqlError('42601', 'invalid Unicode escape');
      const code = Number.parseInt(digits, 16);
      if (code === 0 || code > 0x10ffff)
        return sqlError('22023', `invalid Unicode code point: ${digits.padStart(4, '0')}`);
      return String.fromCodePoint(code);
    },
  );
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(result)
    ? sqlError('42601', 'invalid Unicode surrogate pair')
    : result;
}

export const unicodeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_normalize', [text, text], text, normalize),
  strictFunction(
    'hotsql_is_normalized',
    [text, text],
    boolean,
    (value, form) => normalize(value, form) === value,
  ),
  strictFunction('hotsql_unistr', [text], text, unistr),
];
