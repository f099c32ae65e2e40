/**
 * Functions that this service gives to every dialect, by the names that its clients send
 * (docs/contract/sql.md#functions-of-the-service): macros beside HotSQL's (plan/macros.ts), in
 * DuckDB's words.
 */
export interface ServiceFunction {
  readonly name: string;
  /** Parameters and body of each overload. */
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

/**
 * A square of a root is off by parts of its last digit: what is that near to a whole number is it.
 */
const wholeOr = (value: string) =>
  `list_transform([${value}], lambda "v": CASE WHEN abs("v" - round("v")) <= "v" * 4.5e-16 THEN round("v") ELSE "v" END)[1]`;

/**
 * Sliced, although the whole: DuckDB's reader of Parquet puts a null in the place of each list that
 * is null, and its distances take that for an element. It costs nothing.
 */
const [a, b] = ['(CAST(a AS DOUBLE[]))[:]', '(CAST(b AS DOUBLE[]))[:]'];
const doubtful = `nullif(nullif(nullif(list_cosine_distance(${a}, ${b}), 0), 1), 2)`;
const bin = (origin: string) => `time_bucket(CAST(stride AS INTERVAL), source, ${origin})`;

/**
 * Distances in double precision. DuckDB's cosine answers 0, 1 or 2 also where a square left the
 * range of doubles, or a vector has no length, and null for empty ones; which it is, is found out
 * of these few alone.
 */
export const serviceFunctions: readonly ServiceFunction[] = [
  {
    name: 'cosine_distance',
    overloads: [['a, b', `coalesce(${doubtful}, hotsql_cosine_distance(${a}, ${b}))`]],
  },
  { name: 'l2_distance', overloads: [['a, b', wholeOr(`power(list_distance(${a}, ${b}), 2)`)]] },
  {
    name: 'negative_dot_product',
    overloads: [['a, b', `list_negative_inner_product(${a}, ${b}) + CAST(0 AS DOUBLE)`]],
  },
  {
    name: 'date_bin',
    overloads: [
      ['stride, source', bin("TIMESTAMP '1970-01-01'")],
      ['stride, source, origin', bin('origin')],
    ],
  },
];

export const serviceFunctionNames: ReadonlySet<string> = new Set(
  serviceFunctions.map(({ name }) => name),
);
