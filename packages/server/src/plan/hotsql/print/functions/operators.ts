import { likeText } from '../../../like-text.ts';
import { comparableNumerics } from '../../resolve/exact-numeric.ts';
import { comparison, type Expr, isNull, textConstant } from '../../resolve/expr.ts';
import {
  type Call,
  type Implementation,
  type Implementations,
  indexImplementations,
} from '../implementation.ts';
import { infiniteMoment, isFarFromEpoch } from '../printed-facts.ts';
import { comparableRows, comparisonKey } from '../row-value.ts';
import { arrayOperators } from './arrays.ts';
import { bitStringOperators } from './bit-strings.ts';
import { spanOperators } from './formatting.ts';
import { jsonOperators } from './json-functions.ts';
import { momentOperators } from './moment-operators.ts';
import { moneyOperators } from './money.ts';
import { multirangeOperators } from './multiranges.ts';
import { networkOperators } from './network.ts';
import { numberOperators } from './number-operators.ts';
import { patternOperators } from './patterns.ts';
import { rangeOperators } from './ranges.ts';
import { shapeOperators } from './shapes.ts';
import { bytesOperators } from './strings.ts';

/** Bytes are matched as texts with one character per byte. */
const latin = (bytes: string) => `hotsql_byte_characters(${bytes})`;

/** DuckDB gives a comparison with a constant null no type. */
const compared = (operator: string, args: readonly Expr[], texts: readonly string[]) => {
  const made = comparison(texts[0] ?? '', operator, texts[1] ?? '');
  return args.some(isNull) ? made.text : made;
};

const compare =
  (operator: string): Implementation =>
  ({ args }) =>
    compared(
      operator,
      args,
      args.map(({ text }) => text),
    );

const comparedAlike = [
  'bool|int2|int4|int8',
  'float4|float8',
  'text|name|char|bit|varbit',
  'date|time|timetz|timestamp|timestamptz',
  'uuid|bytea|oid|json|anyarray',
].join('|');

/** True for a literal date beyond the end of all timestamps, which DuckDB cannot convert. */
const isFarDate = ({ type, text }: Expr) => type.name === 'date' && isFarFromEpoch(text);
/** The last finite moment; no text of a caller is as late. */
const lastMoment = "CAST('294247-01-01' AS TIMESTAMP)";

const compareAcross =
  (operator: string): Implementation =>
  ({ args }) => {
    const texts = args.map((arg, index) => {
      const isBesideDate = args[1 - index]?.type.name === 'date';
      if (isFarDate(arg) && !isBesideDate) return lastMoment;
      const end = infiniteMoment(arg.text);
      if (end === undefined) return arg.text;
      // Next to a date, DuckDB looks for the time of day of a literal timestamp, which this literal
      // lacks.
      return `CAST('${end}' AS ${isBesideDate ? 'DATE' : 'TIMESTAMP'})`;
    });
    return compared(operator, args, texts);
  };

/** Pairs of types that PostgreSQL compares without a cast. */
const crossTypes: readonly (readonly [left: string, right: string])[] = [
  ['int2|int4|int8', 'int2|int4|int8'],
  ['float4|float8', 'float4|float8'],
  ['date|timestamp|timestamptz', 'date|timestamp|timestamptz'],
  ['text|name', 'text|name'],
];

const comparisonOperators: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].flatMap((operator) => [
    ...comparedAlike.split('|').map((type) => [`${type} ${operator} ${type}`, compare(operator)]),
    ...crossTypes.map(([left, right]) => [`${left} ${operator} ${right}`, compareAcross(operator)]),
    [
      `interval ${operator} interval`,
      ({ args, location }: Call) =>
        `(${args.map((arg) => comparisonKey(arg, location)).join(` ${operator} `)})`,
    ],
    [
      `numeric ${operator} numeric`,
      ({ printing, args, args: [left, right] }: Call) =>
        left && right
          ? compared(operator, args, comparableNumerics(left, right, printing.mayRunAgain))
          : 'NULL',
    ],
    [
      `anyenum ${operator} anyenum`,
      ({ args, location }: Call) =>
        compared(
          operator,
          args,
          /^(?:=|<>)$/.test(operator)
            ? args.map(({ text }) => text)
            : args.map((arg) => comparisonKey(arg, location)),
        ),
    ],
    // Trailing blanks of char(n) do not count.
    [`bpchar ${operator} bpchar`, `(rtrim($1, ' ') ${operator} rtrim($2, ' '))`],
  ]),
);

/** Comparisons of rows, unless both are literal: nulls in them are values. */
const rowOperators: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
    `record ${operator} record`,
    ({ args: [left, right], location }: Call) =>
      left && right ? `(${comparableRows(left, right, location).join(` ${operator} `)})` : 'NULL',
  ]),
);

/** Compares texts by bytes, as all comparisons of texts do here. */
const patternComparisons: Implementations<Implementation> = Object.fromEntries(
  ['<', '<=', '>', '>='].flatMap((operator) => [
    [`text ~${operator}~ text`, `($1 ${operator} $2)`],
    [`bpchar ~${operator}~ bpchar`, `(rtrim($1, ' ') ${operator} rtrim($2, ' '))`],
  ]),
);

const like =
  (keyword: 'LIKE' | 'ILIKE') =>
  ({ args: [value, pattern] }: Call): string =>
    likeText({
      value: value?.text ?? '',
      pattern: pattern?.text ?? '',
      written: pattern && textConstant(pattern),
      taker: '\\',
      keyword,
    });

const textOperators: Implementations<Implementation> = {
  'text || text': '($1 || $2)',
  'text || anynonarray': concatenateText,
  'anynonarray || text': concatenateText,
  'text ^@ text': 'starts_with($1, $2)',
  ...patternComparisons,
  'bytea ~~ bytea': `(${latin('$1')} LIKE ${latin('$2')} ESCAPE '\\')`,
  'bytea !~~ bytea': `(${latin('$1')} NOT LIKE ${latin('$2')} ESCAPE '\\')`,
  'text|name|bpchar ~~ text': like('LIKE'),
  'text|name|bpchar !~~ text': (call) => `(NOT ${like('LIKE')(call)})`,
  'text|name|bpchar ~~* text': like('ILIKE'),
  'text|name|bpchar !~~* text': (call) => `(NOT ${like('ILIKE')(call)})`,
};

/** `text || 5`: the other side becomes text by a cast. */
function concatenateText({ args, printing, location }: Call): string {
  const [left, right] = args.map((arg) => {
    return arg.type.name === 'text' ? arg.text : printing.castTo(arg, 'text', location).text;
  });
  return `(${left} || ${right})`;
}

const timeOperators: Implementations<Implementation> = {
  'date - date': ({ args, printing }) =>
    printing.macro('days_between', ...args.map(({ text }) => text)),
  'date + time': '($1 + $2)',
  'time + date': '($2 + $1)',
};

/** Operators by `left op right` or `op operand`, with PostgreSQL's names of the operands' types. */
export const operatorImplementations = indexImplementations<Implementation>([
  comparisonOperators,
  rowOperators,
  numberOperators,
  textOperators,
  timeOperators,
  momentOperators,
  spanOperators,
  patternOperators,
  bytesOperators,
  bitStringOperators,
  rangeOperators,
  multirangeOperators,
  networkOperators,
  moneyOperators,
  shapeOperators,
  arrayOperators,
  jsonOperators,
]);
