import { functionNames } from '../../src/plan/hotsql/print/functions/all-functions.ts';
import {
  functionsNamed,
  operatorsNamed,
} from '../../src/plan/hotsql/resolve/catalog/postgres-catalog.ts';
import { operatorLines } from '../../src/plan/hotsql/resolve/catalog/signatures.ts';
import { offeredTypes } from '../../src/plan/hotsql/resolve/offered-types.ts';
import { clauses, nestings } from './erroneous-clauses.ts';
import { randomOf } from './random-statements.ts';

/** Extreme values of a type, texts that are almost values, and columns of the corpus' tables. */
const values: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'NULL::bool', 'e.b', "'maybe'::bool"],
  bytea: ["'\\x00ff'::bytea", "''::bytea", "'\\xzz'::bytea", 'e.t::bytea'],
  char: ['\'a\'::"char"', '\'\'::"char"'],
  name: ["'n'::name", 'e.t::name'],
  int2: ['32767::int2', '-32768::int2', 'e.i2', "'32768'::int2", '0::int2'],
  int4: ['2147483647', '-2147483648', '0', '-1', '7', 'e.i4', "'x'::int4"],
  int8: ['9223372036854775807', '(-9223372036854775808)', 'e.i8', "'1.5'::int8", '0::int8'],
  oid: ['1::oid', '4294967295::oid', 'e.i8::oid'],
  numeric: [
    '1.5',
    '-0.0',
    '1e30',
    '99999999999999999999999999999999999999',
    'e.n',
    "'NaN'::numeric",
    "'1e5000'::numeric",
    '0.0',
  ],
  float4: ["'NaN'::float4", 'e.f4', '3e38::float4', "'1e50'::float4"],
  float8: [
    "'Infinity'::float8",
    'e.f8',
    '1e308::float8',
    "'1e400'::float8",
    '(-0.0)::float8',
    '0.5::float8',
  ],
  text: [
    "'a'",
    "''",
    "'{'",
    "'%'",
    "'\\'",
    'e.t',
    "'12x'",
    "'2024-13-01'",
    "'YYYY-MM-DD'",
    "'(['",
    "'UTC'",
    'w.w',
    "'infinity'",
  ],
  varchar: ["'a'::varchar(1)", 'e.t::varchar'],
  bpchar: ["'a'::char(3)", 'e.t::char(2)'],
  date: [
    "date '2024-02-29'",
    "date 'infinity'",
    'e.d',
    "'2024-02-30'::date",
    "date '5874897-12-31'",
    "date '4713-01-01 BC'",
  ],
  time: ["time '23:59:59'", "'25:00'::time", "time '24:00'"],
  timetz: ["timetz '10:00+02'", "'10:00+99'::timetz"],
  timestamp: [
    "timestamp '2024-01-01'",
    "timestamp 'infinity'",
    'e.ts',
    "'2024-01-01 25:00'::timestamp",
    "timestamp '0044-03-15 BC'",
  ],
  timestamptz: ["timestamptz '2024-01-01 00:00+02'", "'x'::timestamptz", "timestamptz '-infinity'"],
  interval: [
    "interval '1 day'",
    "interval '178000000 years'",
    "'1 foo'::interval",
    "interval '-1 mon'",
    "interval 'infinity'",
  ],
  uuid: ["'00000000-0000-0000-0000-000000000000'::uuid", "'u'::uuid"],
  bit: ["B'101'", "'12'::bit(2)", "B''"],
  varbit: ["B'1'::varbit", "B'101'::varbit(2)"],
  json: [
    `'{"a":[1,null]}'::json`,
    "'{'::json",
    '\'[1,"x"]\'::json',
    "'1e999'::json",
    "'null'::json",
  ],
  jsonb: [
    `'{"a":{"b":1}}'::jsonb`,
    "'nope'::jsonb",
    "'[1,2]'::jsonb",
    '\'"s"\'::jsonb',
    "'-0'::jsonb",
  ],
  jsonpath: ["'$.a'::jsonpath", "'$.**'::jsonpath", "'$['::jsonpath", "'strict $.x'::jsonpath"],
  regclass: ["'people'::regclass", "'nix'::regclass"],
  regtype: ["'int4'::regtype", "'nix'::regtype"],
  _int4: [
    'ARRAY[1,2,NULL]',
    "'{1,2'::int4[]",
    'ARRAY[]::int4[]',
    "'[2:3]={1,2}'::int4[]",
    'ARRAY[[1,2],[3,4]]',
    '(ARRAY[e.i4])',
  ],
  _text: ["ARRAY['a',NULL]", "'{a,\"b'::text[]", 'ARRAY[e.t]'],
  _numeric: ['ARRAY[1.5,2]', "'{1,x}'::numeric[]"],
  _jsonb: ["ARRAY['1'::jsonb]"],
  record: ['ROW(1,2)', "ROW(1,'a',NULL)", 'e', '(1,2)'],
  unknown: ['NULL', "'x'", "'{1}'"],
};

const typeNames = Object.keys(values);

const writtenTypes = [
  ...offeredTypes.map(({ name }) => (name === 'char' ? '"char"' : name)),
  'numeric(5,2)',
  'numeric(2,5)',
  'numeric(1000,2)',
  'numeric(0)',
  'numeric(5,-2)',
  'varchar(0)',
  'char(3)',
  'bit(3)',
  'time(9)',
  'timestamp(3)',
  'interval(2)',
  'interval year',
  'int4[]',
  'text[][]',
  'numeric(3,1)[]',
  'jsonb[]',
  'point',
  'money',
  'hugeint',
  'nix',
  'record',
  'anyelement',
  'xml',
  'inet',
  'int4range',
  'varchar(3,4)',
  'int4(3)',
  'text(3)',
  'double',
  'unsigned',
  'struct',
];

const operatorNames = [
  ...new Set(
    operatorLines
      .trim()
      .split(/[;\n]/)
      .map((line) => line.slice(0, line.indexOf(' '))),
  ),
];

/** Statements with something wrong in most of them, the same for a seed on every machine. */
export class ErroneousStatements {
  readonly #random: () => number;
  readonly #functions = functionNames();

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  next(): string {
    const kind = this.#random();
    const from = 'FROM extremes e, words w';
    if (kind < 0.4) return `SELECT ${this.#call()} ${from}`;
    if (kind < 0.55) return `SELECT ${this.#operation()} ${from}`;
    if (kind < 0.7) return `SELECT ${this.#cast()} ${from}`;
    if (kind > 0.97) return this.#nested();
    return this.#pick(clauses).replaceAll(/[@#]/g, (mark) =>
      mark === '@' ? this.#anyValue() : this.#call(),
    );
  }

  /** One construct nested in itself, to the depth of some limits and beyond. */
  #nested(): string {
    const [open, inner, close] = this.#pick(nestings);
    const levels = this.#pick([20, 70, 600, 4000]);
    return `SELECT ${open.repeat(levels)}${inner}${close.repeat(levels)}`;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #value(type: string): string {
    return this.#pick(values[type] ?? values[this.#pick(typeNames)] ?? []);
  }

  #anyValue(): string {
    return this.#random() < 0.9 ? this.#value(this.#pick(typeNames)) : this.#call();
  }

  /** Usually a value of the declared type, sometimes of another. */
  #argument(type: string | undefined): string {
    return type !== undefined && this.#random() < 0.8 ? this.#value(type) : this.#anyValue();
  }

  #call(): string {
    const name = this.#pick(this.#functions);
    const signature = this.#pick(functionsNamed(name));
    const declared = signature?.args ?? [];
    const arity = Math.max(
      0,
      declared.length + (this.#random() < 0.8 ? 0 : this.#pick([-1, 1, 2])),
    );
    const args = Array.from({ length: arity }, (_, index) => this.#argument(declared[index]));
    const distinct = this.#random() < 0.03 ? 'DISTINCT ' : '';
    const over =
      signature?.kind === 'window' && this.#random() < 0.8 ? ' OVER (ORDER BY e.i4)' : '';
    const group = signature?.kind.endsWith('-set')
      ? ` WITHIN GROUP (ORDER BY ${this.#anyValue()})`
      : '';
    return `${name}(${distinct}${args.join(', ')})${group}${over}`;
  }

  #operation(): string {
    const name = this.#pick(operatorNames);
    const { args = [] } = this.#pick(operatorsNamed(name)) ?? {};
    const [left, right] = args.length === 1 ? [undefined, args[0]] : args;
    return `${left === undefined ? '' : this.#argument(left)} ${name} ${this.#argument(right)}`;
  }

  #cast(): string {
    const type = this.#pick(writtenTypes);
    const value = this.#anyValue();
    return this.#random() < 0.2
      ? `pg_input_is_valid('${this.#random()}', '${type}')`
      : `(${value})::${type}`;
  }
}
