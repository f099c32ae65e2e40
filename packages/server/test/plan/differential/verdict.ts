import { shapeTypes } from '../../../src/plan/hotsql/resolve/type.ts';
import { type Answer, isError, type RowsAnswer } from './answer.ts';
import { orderedAtTop } from './top-order.ts';

/** Relation of HotSQL's answer to PostgreSQL's. */
export type Verdict =
  | { readonly kind: 'same' }
  /**
   * Equal to 15 digits, or with more zeros behind the point: what docs/hotsql.md says of numeric.
   */
  | { readonly kind: 'inexact'; readonly how: string }
  | { readonly kind: 'refused'; readonly how: string }
  | { readonly kind: 'different'; readonly how: string };

const different = (how: string): Verdict => ({ kind: 'different', how });

export function judge(sql: string, expected: Answer, actual: Answer): Verdict {
  if (isError(actual)) return judgeError(expected, actual);
  if (isError(expected))
    return different(
      `PostgreSQL raises ${expected.sqlstate} (${expected.message}), HotSQL answers ${show(actual)}`,
    );
  if (expected.names.join('\0') !== actual.names.join('\0')) {
    return different(`names ${expected.names.join()} against ${actual.names.join()}`);
  }
  const columns = expected.types.map((type, index) => agreement(type, actual.types[index] ?? ''));
  const wrong = columns.indexOf('different');
  if (wrong >= 0)
    return different(`column ${wrong + 1} is ${expected.types[wrong]}, not ${actual.types[wrong]}`);
  return judgeRows(expected, actual, columns, orderedAtTop(sql));
}

function judgeError(expected: Answer, actual: Extract<Answer, { message: string }>): Verdict {
  const refusal = { kind: 'refused', how: actual.message } as const;
  const actualClass = actual.sqlstate?.slice(0, 2);
  if (isError(expected) && !actual.refused && expected.sqlstate?.slice(0, 2) === actualClass)
    return { kind: 'same' };
  if (actual.refused || actualClass === '0A') return refusal;
  if (!isError(expected)) {
    // An error about values, where there is none: a wrong answer. One about the text is a refusal
    // in other words.
    return actualClass === '42'
      ? refusal
      : different(`PostgreSQL answers ${show(expected)}, HotSQL raises (${actual.message})`);
  }
  // Any error is right for a feature that PostgreSQL has not implemented; an answer is wrong.
  if (expected.sqlstate === '0A000') return refusal;
  return different(
    `PostgreSQL raises ${expected.sqlstate} (${expected.message}), HotSQL ${actual.sqlstate} (${actual.message})`,
  );
}

const show = ({ names, types, rows }: RowsAnswer) =>
  `${names.join()} (${types.join()}) ${JSON.stringify(rows).slice(0, 600)}`;

type Agreement = 'exact' | 'numeric' | 'float' | 'inexact' | 'different';

const textTypes = new Set<string>([
  'text',
  'varchar',
  'bpchar',
  'name',
  'char',
  'json',
  'jsonb',
  'regtype',
  'regclass',
  'regproc',
  'jsonpath',
  'bit',
  'varbit',
  'int4range',
  'int8range',
  'numrange',
  'daterange',
  'tsrange',
  'tstzrange',
  'int4multirange',
  'int8multirange',
  'nummultirange',
  'datemultirange',
  'tsmultirange',
  'tstzmultirange',
  'inet',
  'cidr',
  'macaddr',
  'macaddr8',
  'money',
  ...shapeTypes,
]);
const integerWidths: Readonly<Record<string, number>> = { int2: 2, int4: 4, int8: 8, oid: 4 };

/** Comparison of a column's values, by the types on both sides. */
function agreement(expected: string, actual: string): Agreement {
  if (expected.startsWith('_') && actual.startsWith('_')) {
    const elements = agreement(expected.slice(1), actual.slice(1));
    return elements === 'different' ? 'different' : 'exact';
  }
  if (textTypes.has(expected) && textTypes.has(actual)) return 'exact';
  const [wanted, given] = [integerWidths[expected], integerWidths[actual]];
  // A literal integer is BIGINT in the answers of this service, so wider is right.
  if (wanted !== undefined && given !== undefined) return given >= wanted ? 'exact' : 'different';
  // A number beyond every DECIMAL arrives as PostgreSQL's text.
  if (expected === 'numeric' && actual === 'text') return 'exact';
  if (expected === 'numeric')
    return actual === 'numeric' ? 'numeric' : actual === 'float8' ? 'inexact' : 'different';
  if (expected !== actual) return 'different';
  return expected === 'float4' || expected === 'float8' ? 'float' : 'exact';
}

function judgeRows(
  expected: RowsAnswer,
  actual: RowsAnswer,
  columns: readonly Agreement[],
  ordered: boolean,
): Verdict {
  const how = (what: string) =>
    `${what}\n  PostgreSQL ${show(expected)}\n  HotSQL     ${show(actual)}`;
  if (expected.rows.length !== actual.rows.length) return different(how('number of rows'));
  const arrange = (rows: RowsAnswer['rows']) => (ordered ? rows : inKeyOrder(rows, columns));
  const [left, right] = [arrange(expected.rows), arrange(actual.rows)];
  let inexact: string | undefined;
  for (const [index, row] of left.entries()) {
    for (const [column, value] of row.entries()) {
      const kind = compareValues(value, right[index]?.[column] ?? null, columns[column] ?? 'exact');
      if (kind === 'different') return different(how(`row ${index + 1}, column ${column + 1}`));
      if (kind === 'inexact') inexact = `${value} against ${right[index]?.[column]}`;
    }
  }
  return inexact === undefined ? { kind: 'same' } : { kind: 'inexact', how: inexact };
}

function compareValues(
  expected: string | null,
  actual: string | null,
  how: Agreement,
): 'same' | 'inexact' | 'different' {
  if (expected === actual) return how === 'inexact' && expected !== null ? 'inexact' : 'same';
  if (expected === null || actual === null || how === 'exact') return 'different';
  if (how === 'numeric')
    return sameNumber(expected, actual) && places(actual) > places(expected)
      ? 'inexact'
      : 'different';
  const close =
    near(Number(expected), Number(actual)) || (how === 'inexact' && isRounded(expected, actual));
  return close ? 'inexact' : 'different';
}

const places = (number: string) => number.split('.')[1]?.length ?? 0;
const withoutZeros = (number: string) =>
  number.includes('.') ? number.replace(/\.?0+$/, '') : number;
const sameNumber = (left: string, right: string) => withoutZeros(left) === withoutZeros(right);

/** Equal to 15 digits. */
function near(left: number, right: number): boolean {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left === right;
  return Math.abs(left - right) <= 1e-14 * Math.max(Math.abs(left), Math.abs(right));
}

/** PostgreSQL's quotients of numeric may have fewer digits than a double. */
function isRounded(expected: string, actual: string): boolean {
  return Math.abs(Number(expected) - Number(actual)) <= 0.51 * 10 ** -places(expected);
}

/** Rows without an order, by keys in which equal values look alike. */
function inKeyOrder(rows: RowsAnswer['rows'], columns: readonly Agreement[]): RowsAnswer['rows'] {
  const key = (row: readonly (string | null)[]) =>
    JSON.stringify(
      row.map((value, column) =>
        value === null || columns[column] === 'exact' ? value : Number(value).toPrecision(12),
      ),
    );
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)))
    .map(({ row }) => row);
}
