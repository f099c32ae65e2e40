/**
 * Functions of this service in every dialect, under the names that clients send
 * (docs/contract/sql.md#functions-of-the-service). They are DuckDB macros, in addition to HotSQL's
 * (plan/macros.ts).
 */
export interface ServiceFunction {
  readonly name: string;
  /** Parameters and body of each overload. */
  readonly overloads: readonly (readonly [parameters: string, body: string])[];
}

/**
 * The square of a root is off in its last digits, so a value that near to a whole number is
 * rounded.
 */
const wholeOr = (value: string) =>
  `list_transform([${value}], lambda "v": CASE WHEN abs("v" - round("v")) <= "v" * 4.5e-16 THEN round("v") ELSE "v" END)[1]`;

/**
 * Slices the whole list: DuckDB's Parquet reader puts a null in place of each null list, and
 * DuckDB's distances read that null as an element. The slice costs nothing.
 */
const [a, b] = ['(CAST(a AS DOUBLE[]))[:]', '(CAST(b AS DOUBLE[]))[:]'];
const doubtful = `nullif(nullif(nullif(list_cosine_distance(${a}, ${b}), 0), 1), 2)`;
const bin = (origin: string) => `time_bucket(CAST(stride AS INTERVAL), source, ${origin})`;

/**
 * Distances in double precision. DuckDB's cosine also returns 0, 1 or 2 if a square leaves the
 * range of doubles or a vector has no length, and null for empty vectors. Only these results are
 * computed again.
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
