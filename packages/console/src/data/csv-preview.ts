import type { TextOptions } from '@quern/client';
import type { FoundText } from './found-text.ts';

const shownRows = 5;
const mostRows = 200;

export interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * The beginning of a CSV text by the rules of a load (docs/contract/loads-and-uploads.md#csv). The
 * usual delimiter is tried first, then another delimiter of the header.
 */
export function previewCsv(
  text: string,
  isWhole: boolean,
  usual: string,
  options: TextOptions,
): FoundText {
  const lines = text.split('\n');
  const kept = lines.slice(options.skip ?? 0).join('\n');
  const [nameLine = '', named] = /^"?sep=([^\r\n"])"?\r?(?:\n|$)/i.exec(kept) ?? [];
  const body = kept.slice(nameLine.length);
  const quote = options.quote ?? '"';
  const rowsBy = (sign: string) => {
    const all = csvRows(body, sign, mostRows, quote).filter((row) => !isEmptyLine(row));
    return isWhole || all.length === mostRows || all.length === 1 ? all : all.slice(0, -1);
  };
  const found = options.delimiter ?? named ?? delimiterOf(rowsBy, usual);
  if (found.length !== 1) {
    const problem = `Its columns may be separated by ${found.split('').map(shownSign).join(' or ')}: choose the delimiter.`;
    return { columns: [], rows: [], problem };
  }
  const [header = [], ...rows] = rowsBy(found);
  const nulls = new Set(options.nullValues ?? []);
  const values = rows.map((row) => row.map((cell) => keptOf(cell, nulls)));
  const ragged = values.findIndex((row) => row.length !== header.length);
  const columns = header.map(({ text: name }, index) => ({
    name,
    type: typeOf(
      values.map((row) => row[index] ?? null),
      options.decimal === ',',
    ),
  }));
  return {
    columns,
    rows: values.slice(0, shownRows),
    delimiter: found,
    ...(ragged >= 0 && {
      problem: `Row ${ragged + 1} has ${values[ragged]?.length} fields where the header has ${header.length}.`,
    }),
  };
}

const shownSign = (sign: string) => (sign === '\t' ? 'tabs' : `'${sign}'`);
const isEmptyLine = (row: readonly CsvCell[]) =>
  row.length === 1 && row[0]?.text === '' && !row[0].isQuoted;

const signs = [',', ';', '\t', '|'];

/** One delimiter; or all possible ones, and the load would be refused. */
function delimiterOf(rowsBy: (sign: string) => CsvCell[][], usual: string): string {
  const widths = new Map(signs.map((sign) => [sign, rowsBy(sign).map((row) => row.length)]));
  const inHeader = signs.filter((sign) => (widths.get(sign)?.[0] ?? 0) > 1);
  const makesColumns = (sign: string) => {
    const [width = 0, ...others] = widths.get(sign) ?? [];
    return width > 1 && others.every((other) => other === width);
  };
  const others = inHeader.filter((sign) => sign !== usual);
  if (others.length === 0 || makesColumns(usual)) return usual;
  const isUsual = inHeader.includes(usual);
  const fit = others.length === 1 && !isUsual ? others : others.filter(makesColumns);
  if (fit.length === 1) return fit[0] ?? usual;
  return isUsual ? usual : others.join('');
}

/** Rows of RFC 4180, `most` at most. */
export function csvRows(text: string, separator: string, most: number, quote = '"'): CsvCell[][] {
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let field = '';
  let isOpen = false;
  let isQuoted = false;
  const endField = () => {
    row.push({ text: field, isQuoted });
    field = '';
    isQuoted = false;
  };
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const sign = text[at];
    if (isOpen) {
      if (sign !== quote) field += sign;
      else if (text[at + 1] === quote) {
        field += quote;
        at += 1;
      } else isOpen = false;
    } else if (sign === quote && quote !== '' && field === '' && !isQuoted) {
      isOpen = true;
      isQuoted = true;
    } else if (sign === separator) endField();
    else if (sign === '\n') {
      endField();
      rows.push(row);
      row = [];
    } else if (sign !== '\r' || text[at + 1] !== '\n') field += sign;
  }
  if (rows.length < most && (field !== '' || isQuoted || row.length > 0)) {
    endField();
    rows.push(row);
  }
  return rows;
}

function keptOf({ text, isQuoted }: CsvCell, nulls: ReadonlySet<string>): string | null {
  return !isQuoted && (text === '' || nulls.has(text)) ? null : text;
}

const kinds: readonly (readonly [string, RegExp])[] = [
  ['integer', /^-?(?:0|[1-9]\d*)$/],
  ['number', /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i],
  ['boolean', /^(?:true|false|True|False|TRUE|FALSE)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
];
const decimalComma = /^-?(?:(?:0|[1-9]\d*)(?:,\d*)?|,\d+)(?:e[+-]?\d+)?$/i;

function typeOf(values: readonly (string | null)[], hasDecimalCommas: boolean): string {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0) return 'text';
  const isAll = (form: RegExp) => filled.every((value) => form.test(value));
  const kind = kinds.find(([, form]) => isAll(form))?.[0];
  if (kind !== undefined) return kind;
  return hasDecimalCommas && isAll(decimalComma) ? 'number' : 'text';
}
