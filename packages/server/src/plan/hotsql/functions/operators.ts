import { type Call, type Implementation, type Implementations, indexImplementations } from '../implementation.ts';
import { comparableRows } from '../row-value.ts';
import { arrayOperators } from './arrays.ts';
import { spanOperators } from './formatting.ts';
import { jsonOperators } from './json-functions.ts';
import { numberOperators } from './number-operators.ts';
import { patternOperators } from './patterns.ts';
import { bytesOperators } from './strings.ts';

const compare = (operator: string): Implementation => `($1 ${operator} $2)`;

const comparedAlike = [
  'bool|int2|int4|int8',
  'numeric|float4|float8',
  'text|name|char',
  'date|time|timetz|timestamp|timestamptz',
  'uuid|bytea|oid|json|anyarray',
].join('|');

/** Comparisons between two types that PostgreSQL compares without making them one. */
const crossTypes: readonly (readonly [left: string, right: string])[] = [
  ['int2|int4|int8', 'int2|int4|int8'],
  ['float4|float8', 'float4|float8'],
  ['date|timestamp|timestamptz', 'date|timestamp|timestamptz'],
  ['text|name', 'text|name'],
];

const comparisonOperators: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].flatMap((operator) => [
    ...comparedAlike.split('|').map((type) => [`${type} ${operator} ${type}`, compare(operator)]),
    ...crossTypes.map(([left, right]) => [`${left} ${operator} ${right}`, compare(operator)]),
    [`interval ${operator} interval`, `(epoch_us($1) ${operator} epoch_us($2))`],
    // Blanks at the end of char(n) do not count.
    [`bpchar ${operator} bpchar`, `(rtrim($1, ' ') ${operator} rtrim($2, ' '))`],
  ]),
);

/** Of rows that are not both written out: nulls in them are values. */
const rowOperators: Implementations<Implementation> = Object.fromEntries(
  ['=', '<>', '<', '>', '<=', '>='].map((operator) => [
    `record ${operator} record`,
    ({ args: [left, right], location }: Call) =>
      left && right ? `(${comparableRows(left, right, location).join(` ${operator} `)})` : 'NULL',
  ]),
);

const textOperators: Implementations<Implementation> = {
  'text || text': '($1 || $2)',
  'text || anynonarray': concatenateText,
  'anynonarray || text': concatenateText,
  'text ^@ text': 'starts_with($1, $2)',
  'text|name|bpchar ~~ text': "($1 LIKE $2 ESCAPE '\\')",
  'text|name|bpchar !~~ text': "($1 NOT LIKE $2 ESCAPE '\\')",
  'text|name|bpchar ~~* text': "($1 ILIKE $2 ESCAPE '\\')",
  'text|name|bpchar !~~* text': "($1 NOT ILIKE $2 ESCAPE '\\')",
};

/** `text || 5`: the other side's text, as a cast to text gives it. */
function concatenateText({ args, printing, location }: Call): string {
  const [left, right] = args.map((arg) => {
    return arg.type.name === 'text' ? arg.text : printing.castTo(arg, 'text', location).text;
  });
  return `(${left} || ${right})`;
}

const timeOperators: Implementations<Implementation> = {
  'date - date': ({ args, printing }) => printing.macro('days_between', ...args.map(({ text }) => text)),
  'date + int4': '($1 + $2)',
  'int4 + date': '($2 + $1)',
  'date - int4': '($1 - $2)',
  'date + interval': '(CAST($1 AS TIMESTAMP) + $2)',
  'interval + date': '(CAST($2 AS TIMESTAMP) + $1)',
  'date - interval': '(CAST($1 AS TIMESTAMP) - $2)',
  'date + time': '($1 + $2)',
  'time + date': '($2 + $1)',
  'timestamp + interval': '($1 + $2)',
  'interval + timestamp': '($2 + $1)',
  'timestamp - interval': '($1 - $2)',
  'timestamp - timestamp': '($1 - $2)',
  // ICU adds the months of an interval last, and is slower than two casts.
  'timestamptz + interval': 'CAST((CAST($1 AS TIMESTAMP) + $2) AS TIMESTAMP WITH TIME ZONE)',
  'interval + timestamptz': 'CAST((CAST($2 AS TIMESTAMP) + $1) AS TIMESTAMP WITH TIME ZONE)',
  'timestamptz - interval': 'CAST((CAST($1 AS TIMESTAMP) - $2) AS TIMESTAMP WITH TIME ZONE)',
  'timestamptz - timestamptz': '(CAST($1 AS TIMESTAMP) - CAST($2 AS TIMESTAMP))',
  'time + interval': '($1 + $2)',
  'interval + time': '($2 + $1)',
  'time - interval': '($1 - $2)',
  'interval + interval': '($1 + $2)',
  'interval - interval': '($1 - $2)',
  '- interval': '(-$1)',
};

/** Operators by `left op right` or `op operand`, with PostgreSQL's names of the operands' types. */
export const operatorImplementations = indexImplementations<Implementation>([
  comparisonOperators,
  rowOperators,
  numberOperators,
  textOperators,
  timeOperators,
  spanOperators,
  patternOperators,
  bytesOperators,
  arrayOperators,
  jsonOperators,
]);
